"""What Coq says about derivations: all that a theorem rests on, in one file, with its axioms."""

from __future__ import annotations
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from banditproof.theory.logic.certificates import key_of
from banditproof.theory.logic.formulas import LAWS
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.signature import Signature
from banditproof.theory.logic.terms import Refused, require
from banditproof.theory.prover.coq.answers import CoqSays, answer_to
from banditproof.theory.prover.coq.coqc import (
    AXIOMS,
    MACHINE_NUMBERS,
    MISSING,
    compile_rules,
    compiled,
    coq_is_installed,
    error_in,
)
from banditproof.theory.prover.coq.coqc import axioms_of as printed_axioms
from banditproof.theory.prover.coq.spelling import NoExport
from .declared import HEAD, declared, needed, parameters, stated, supposed
from .leaves import leaf_of
from .lemmas import Lemmas
from .wording import Wording, word

SECONDS = 600.0
SECONDS_OF_RULES = 300.0
MARK = "== "
OWN_VARIABLE = re.compile(r"b\d+")
"""A variable of a statement, as `Wording` names it."""
ALSO_NAMES = "Coq also names"
FOREIGN = re.compile(rf"{ALSO_NAMES} (?:.*, )?(?!ax_|leaf_|thm_)\w")
"""Names that do not stand in the file itself."""
MOST_TRIES = 20
"""How often Coq is asked again without a step of arithmetic at which it stopped."""


@dataclass(frozen=True)
class Reading:
    """What Coq says about some theorems."""

    result: CoqSays
    message: str
    theorems: tuple[str, ...] = ()
    leaves: int = 0
    exceptions: tuple[str, ...] = ()
    """The keys of listed steps of arithmetic, which are axioms in Coq."""
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.result == CoqSays.ACCEPTED

    @property
    def refuses(self) -> bool:
        """Whether Coq read it, and does not accept it."""
        return self.result == CoqSays.REFUSED


class Export:
    """The Coq file of some accepted theorems of one theory."""

    def __init__(
        self,
        theorems: Sequence[tuple[str, Theorem]],
        listed: Collection[str] = (),
        unread: Mapping[str, str] = MappingProxyType({}),
        apart: bool = False,
    ) -> None:
        """`listed` are keys of steps of arithmetic that may be axioms; `unread` has more, and why.

        Those are axioms as well, so that Coq goes on and the rest can be seen; the reading refuses.
        `apart` takes the statements of theorems that are cited, and are not among these, as axioms:
        they are read for themselves.
        """
        require(theorems, "There is nothing to read.")
        self.theory = theorems[0][1].theory
        self.wording = Wording(self.theory)
        self.listed, self.unread, self.apart = listed, unread, apart
        self.exceptions: dict[str, str] = {}
        """Listed steps by their names in the file, with their keys."""
        self.failed: dict[str, str] = {}
        """Other steps at which Coq stopped, with the reasons."""
        self.wordless: dict[str, str] = {}
        """Steps with a rule that has no form in Coq, with the reasons."""
        self.keys: dict[str, str] = {}
        self.leaves = 0
        self.lemmas = Lemmas(self.wording, self._leaf)
        self.order: list[tuple[str, Theorem]] = []
        self.axioms: dict[str, None] = {}
        self.own = frozenset(name for name, _ in theorems)
        self.assumed: dict[str, None] = {}
        """The cited theorems whose statements are taken as axioms."""
        done: set[str] = set()
        for name, theorem in theorems:
            self._add(name, theorem, done)

    def _add(self, name: str, theorem: Theorem, done: set[str]) -> None:
        """A theorem, after those that it cites."""
        if name in done:
            return
        done.add(name)
        stack, seen = [theorem], set[int]()
        while stack:
            th = stack.pop()
            if id(th) in seen:
                continue
            seen.add(id(th))
            stack += th.using
            if th.rule != "use":
                continue
            cited = th.data[0]
            if cited in LAWS:
                continue
            if cited in self.theory.axioms:
                self.axioms[cited] = None
            elif cited in self.theory.theorems and self.apart and cited not in self.own:
                self.assumed[cited] = None
            elif cited in self.theory.theorems:
                self._add(cited, self.theory.theorems[cited], done)
            else:
                raise Refused(f"{cited} is neither an axiom nor proved.")
        self.order.append((name, theorem))

    def _leaf(self, lemmas: Lemmas, th: Theorem, name: str) -> str:
        self.leaves += 1
        premises = tuple(p.conclusion for p in th.using)
        key = self.keys[name] = key_of(premises, th.conclusion)
        if key in self.listed:
            self.exceptions[name] = key
        elif name in self.unread:
            self.failed[name] = f"{key}: {self.unread[name]}"
        else:
            try:
                return leaf_of(lemmas, th, name)
            except NoExport as error:
                self.wordless[name] = f"{key}: {error}"
        statement, _ = lemmas.statement(th, premises)
        return f"Hypothesis {name} : {statement}."

    def text(self) -> str:
        """The whole file.

        What is taken without a proof is a hypothesis of a section. At its end, Coq puts before the
        statement of each theorem the hypotheses that its proof uses, itself or by a lemma, and no
        others; their names are printed. What else is used is printed once, for all theorems.
        """
        body: list[str] = []
        for name, theorem in self.order:
            lemma = self.lemmas.of(theorem)
            require(not lemma.hypotheses and not lemma.frees, f"{name} rests on hypotheses.")
            body += self.lemmas.lines
            self.lemmas.lines = []
            said = stated(self.wording, self.theory.statements[name])
            body.append(f"Lemma thm_{word(name)} : {said}.\nProof. exact {lemma.name}. Qed.")
        taken = supposed(self.wording, self.axioms, self.assumed)
        cores = self.lemmas.cores
        head = [HEAD, *needed(declared(self.wording), [*taken, *cores, *body]), *cores]
        words = {name: f"thm_{word(name)}" for name, _ in self.order}
        last = [
            "Unset Default Timeout.\nGoal True.",
            *(f'idtac "{MARK}{name}". say_premises_of {own}.' for name, own in words.items()),
            f'idtac "{MARK}". exact I. Qed.',
            f"Definition whole := ({', '.join(words.values())}, I).",
            "Print Assumptions whole.",
        ]
        parts = [*head, "Section Theory.", *taken, *body, "End Theory.", *last, ""]
        return "\n".join(parts)


def read_by_coq(
    theorems: Sequence[tuple[str, Theorem]],
    folder: Path | None = None,
    seconds: float = SECONDS,
    listed: Collection[str] = (),
    apart: bool = False,
    tries: int = MOST_TRIES,
) -> Reading:
    """Ask Coq about theorems, each under the name of its statement.

    Coq has to accept each with the very axioms that the kernel lists for it, besides its own of the
    real numbers. `listed` are the keys of steps of arithmetic that it may take without a proof.
    `apart` reads them without what else they cite: the statements of that are axioms there.
    After so many `tries` it is not asked again without a step of arithmetic at which it stopped.
    """
    if not coq_is_installed():
        return Reading(CoqSays.NOT_RUN, MISSING)
    with tempfile.TemporaryDirectory() as own:
        place = folder or Path(own)
        if not (place / "rules.vo").exists():
            try:
                compile_rules(place, SECONDS_OF_RULES)
            except ValueError as problem:
                return Reading(CoqSays.NOT_RUN, str(problem))
        reading = _read(theorems, place, seconds, listed, apart, tries)
        if FOREIGN.search(reading.message):
            # On a busy machine Coq has named a lemma of its own library as an axiom.
            reading = _read(theorems, place, seconds, listed, apart, tries)
        return reading


def _read(
    theorems: Sequence[tuple[str, Theorem]],
    place: Path,
    seconds: float,
    listed: Collection[str],
    apart: bool,
    tries: int,
) -> Reading:
    unread: dict[str, str] = {}
    spent = 0.0
    while True:
        try:
            export = Export(theorems, listed, unread, apart)
            text = export.text()
        except Refused as error:
            return Reading(CoqSays.REFUSED, f"It is no proof: {error}", seconds=spent)
        except ValueError as error:
            return Reading(CoqSays.NO_WORD, str(error), seconds=spent)
        with tempfile.TemporaryDirectory(dir=place) as own:
            file = Path(own, "derivations.v")
            file.write_text(text, encoding="utf-8")
            done = compiled(place, f"{file.parent.name}/{file.name}", seconds)
        spent += done.seconds
        if not done.failed:
            break
        leaf = _leaf_at(text, done.errors)
        if done.late or leaf is None or leaf in unread or len(unread) == tries:
            late = f"It did not end within {seconds:g} s."
            said = answer_to(done.errors, done.late)
            reason = late if done.late else error_in(done.errors)
            return Reading(said, reason, leaves=export.leaves, seconds=spent)
        unread[leaf] = error_in(done.errors)
    for said, steps in ((CoqSays.REFUSED, export.failed), (CoqSays.NO_WORD, export.wordless)):
        if steps:
            reason = f"Steps of arithmetic have no proof in Coq: {'; '.join(steps.values())}"
            return Reading(said, reason, leaves=export.leaves, seconds=spent)
    *printed, last = done.printed.split(MARK)[1:]
    wrong = other_axioms(export.theory, printed_axioms(last))
    for (name, theorem), text in zip(export.order, printed, strict=True):
        used = text.partition("\n")[2].split()
        differ = differing_axioms(theorem, used, frozenset(export.exceptions), export.assumed)
        wrong = wrong or (f"{name}: {differ}" if differ else "")
    if wrong:
        return Reading(CoqSays.REFUSED, wrong, leaves=export.leaves, seconds=spent)
    names = tuple(name for name, _ in export.order)
    exceptions = tuple(export.exceptions.values())
    return Reading(CoqSays.ACCEPTED, "Coq accepts.", names, export.leaves, exceptions, spent)


def _leaf_at(text: str, errors: str) -> str | None:
    """The step of arithmetic in which Coq stopped."""
    line = re.search(r"line (\d+), characters", errors)
    if line is None:
        return None
    before = "\n".join(text.split("\n")[: int(line[1])])
    begun = before.rpartition("Module A_")[2]
    name = begun.split(".")[0]
    return name if name.startswith("leaf_") and f"End A_{name}." not in before else None


def differing_axioms(
    theorem: Theorem,
    printed: Iterable[str],
    exceptions: frozenset[str],
    assumed: Iterable[str] = (),
) -> str:
    """How the premises that Coq printed differ from the kernel's axioms; empty if they do not.

    Axioms of an assumed theorem are the kernel's; Coq names them where that theorem is read.
    """
    theirs = {name for name in printed if not OWN_VARIABLE.fullmatch(name)}
    cited = [name for name in assumed if f"thm_{word(name)}" in theirs]
    below = [theorem.theory.theorems[name].axioms for name in cited]
    ours = {f"ax_{word(name)}" for name in theorem.axioms}
    seen = theirs.union(f"ax_{word(name)}" for axioms in below for name in axioms)
    missing = ours - seen
    words = also_named(seen - ours - exceptions - {f"thm_{word(name)}" for name in cited})
    words += [f"Coq does not name {', '.join(sorted(missing))}."] * bool(missing)
    return " ".join(words)


def also_named(names: Collection[str]) -> list[str]:
    """The sentence about what Coq names and the kernel does not."""
    return [f"{ALSO_NAMES} {', '.join(sorted(names))}."] * bool(names)


def other_axioms(theory: Signature, printed: Iterable[str]) -> str:
    """What Coq printed besides words without a meaning, and its own axioms of the real numbers."""
    # Coq leaves out the module of a name that is imported; no name of the file is one of these.
    short = {name.rpartition(".")[2] for name in AXIOMS}
    free = parameters(theory) | AXIOMS | short
    return " ".join(
        also_named({n for n in printed if n not in free and not MACHINE_NUMBERS.match(n)})
    )
