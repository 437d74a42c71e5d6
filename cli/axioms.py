"""`banditproof axioms`: what formal proofs rest on, and what they may cite and say."""

from __future__ import annotations
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from . import arguments
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.logic.development import Development


FOLDER = "this folder"
"""The layer of an axiom of a folder, whatever its file is called."""


@dataclass(frozen=True, kw_only=True)
class AxiomFacts:
    """An axiom: what it says, its source, and the theorems that rest on it."""

    name: str
    layer: str
    statement: str
    source: str
    agreement: str
    seen: str
    """The version of the source in which its statement was looked up; empty if it was not."""
    read: str
    """What a second reader found; empty as long as there was none."""
    theorems: int
    """How many accepted theorems rest on it."""


@dataclass(frozen=True, kw_only=True)
class CitableFacts:
    """A theorem, or a word of the formulas: its name, its kind, and what it says or its type."""

    name: str
    kind: str
    says: str


@dataclass(frozen=True, kw_only=True)
class LeanFacts:
    """A file with statements in the syntax of Lean 4: how many, and whether Lean has read it."""

    file: str
    theorems: int
    axioms: int
    definitions: int
    read_by_lean: bool = False


def command(
    names: list[str] | None = None,
    theorems: bool = False,
    words: bool = False,
    lean: Path | None = None,
    json: arguments.AsJson = False,
) -> None:
    """List the axioms of the formal proofs, with how many theorems rest on each.

    An axiom is a textbook fact that is taken to be true. `seen` is the version of its source in
    which the statement was looked up, where that was done; `read` says what a second reader found.
    With names, each is shown in full; the name of a word of the formulas, such as a definition, is
    shown with what it means. The path of a folder about another paper may come first: its axioms
    and words are known then. No code of it runs.

    --lean writes a file for readers of Lean 4: the words of the logic, its axioms, and theorems
    without their proofs. No Lean has read it.

    Examples:

    `banditproof axioms`

    `banditproof axioms markov --json`

    `banditproof axioms --theorems`

    `banditproof axioms bern.prop4.1 --lean prop_4_1.lean`
    """
    if lean is not None:
        if theorems or words:
            raise ValueError("--lean writes a file; leave --theorems and --words out.")
        written = write_lean(lean, names or [])
        if json:
            print_json(written)
        else:
            several = "s" * (written.theorems != 1)
            print_text(
                f"{written.file}: {written.theorems} theorem{several}, {written.axioms} axioms and "
                f"{written.definitions} definitions; no Lean has read it."
            )
        return
    if theorems or words:
        development, names = _of_folder(names or [])
        if names:
            raise ValueError("--theorems and --words list all; leave the names out.")
        known = word_facts(development) if words else ()
        citable = [*(theorem_facts() if theorems else ()), *known]
        if json:
            print_json(citable)
        else:
            _print_listed(citable)
        return
    development, names = _of_folder(names or [])
    asked = [item for item in word_facts(development) if item.name in names]
    if asked and {item.name for item in asked} == set(names):
        print_json(asked) if json else _print_listed(asked)
        return
    facts = axiom_facts(names, development)
    if json:
        print_json(facts)
        return
    if names:
        for item in facts:
            rows = [("axiom", item.name), ("says", item.statement)]
            whose = ""
            if item.layer == FOLDER:
                rows.append(("of a folder", "which nobody else has read; what follows, it says"))
                whose = "the folder says: "
            rows += [
                ("source", f"{whose}{item.source}"),
                ("agreement", f"{whose}{item.agreement}" if item.agreement else ""),
                ("seen", f"{whose}{item.seen}" if item.seen else "nobody has looked the source up"),
                ("read", f"{whose}{item.read}" if item.read else "nobody else has read it"),
            ]
            rows.append(("theorems", str(item.theorems)))
            print_table(("", ""), rows)
            print_text("")
        return
    shipped = [item for item in facts if item.layer != FOLDER]
    theirs = [item for item in facts if item.layer == FOLDER]
    rows_of_all = [
        (item.name, item.layer, str(item.theorems), _seen_in(item), item.source)
        for item in (*shipped, *theirs)
    ]
    print_table(("axiom", "layer", "theorems", "seen in", "source"), rows_of_all)
    seen, unread = sum(bool(item.seen) for item in shipped), sum(not i.read for i in shipped)
    print_text(
        f"{len(shipped)} axioms; the sources of {seen} were looked up, and {len(shipped) - seen} "
        f"are unverified; {unread} had no second reader yet."
    )
    if theirs:
        print_text(f"{len(theirs)} more stand in the folder, and nobody else has read them.")


def _seen_in(axiom: AxiomFacts) -> str:
    """The version in which somebody has looked the source of an axiom up."""
    return "nobody else read it" if axiom.layer == FOLDER else axiom.seen or "unverified"


def _print_listed(citable: Sequence[CitableFacts]) -> None:
    listed = [(item.name, item.kind, item.says) for item in citable]
    print_table(("name", "kind", "says"), listed)


def _of_folder(names: list[str]) -> tuple[Development, list[str]]:
    """What formal proofs may say and cite, in a folder whose path comes first; the other names."""
    from banditproof.paper_checks.derivations.developments import development_of
    from .document_options import looks_like_a_path, opened_document

    if names and looks_like_a_path(names[0]):
        return development_of(opened_document(names[0], texts_only=True)), names[1:]
    return development_of(None), names


def write_lean(file: Path, names: list[str]) -> LeanFacts:
    """Write some theorems, or all, for Lean; raises ValueError for a name of none."""
    from banditproof.paper_checks.derivations.developments import development_of
    from banditproof.theory.atomic_files import writable_file, write_text
    from banditproof.theory.logic.lean.statements import lean_file

    writable_file(file)
    development = development_of(None)
    said = {}
    for name in names or sorted(development.proofs):
        formula = development.statement(name)
        if formula is None:
            from difflib import get_close_matches

            near = get_close_matches(name, development.proofs, 1)
            hint = f"did you mean {near[0]}?" if near else "give one that has a formal statement."
            raise ValueError(f"There is no theorem {name!r}; {hint}")
        said[name] = formula
    text = lean_file(development.library, said)
    write_text(file, text)
    axioms, definitions = (text.count(f"\n{word} ") for word in ("axiom", "def"))
    return LeanFacts(file=str(file), theorems=len(said), axioms=axioms, definitions=definitions)


def axiom_facts(names: Sequence[str], development: Development) -> list[AxiomFacts]:
    """The facts of some axioms, or of all."""
    from banditproof.paper_checks.derivations.stored_axioms import stored_axioms
    from banditproof.theory.logic.printing import shown

    known = development.library.axioms
    for name in names:
        if name not in known:
            raise ValueError(f"There is no axiom {name!r}; {_hint(name, development)}")
    uses = Counter(axiom for axioms in stored_axioms().values() for axiom in axioms)
    return [
        AxiomFacts(
            name=axiom.name,
            layer=FOLDER if axiom.name in development.library.of_folder else axiom.layer,
            statement=shown(axiom.statement),
            source=axiom.source,
            agreement=axiom.agreement,
            seen=axiom.seen,
            read=axiom.read,
            theorems=uses[axiom.name],
        )
        for axiom in known.values()
        if not names or axiom.name in names
    ]


def _hint(name: str, development: Development) -> str:
    """What to give for a name that is none of an axiom."""
    from difflib import get_close_matches
    from banditproof.paper_checks.statements.folders_beside import folder_hint

    if name in development.proofs:
        return f"it is a theorem: {shown_statement(name)}"
    words = [item.name for item in word_facts(development)]
    if name in words:
        return "it is a word of the formulas; ask for it alone."
    if home := folder_hint(name):
        return home
    near = get_close_matches(name, development.library.axioms, 1)
    near = near or get_close_matches(name, words, 1, 0.75)
    hint = f"did you mean {near[0]}?" if near else "`banditproof axioms` lists all."
    return f"{hint} What a folder defines is asked for behind its path: my-paper/ {name}."


def shown_statement(name: str) -> str:
    """The formula of a theorem."""
    from banditproof.paper_checks.derivations.developments import development_of
    from banditproof.theory.logic.printing import shown

    formula = development_of(None).statement(name)
    return "" if formula is None else shown(formula)


def theorem_facts() -> list[CitableFacts]:
    """The theorems of the library and of plays, which belong to no document."""
    from banditproof.paper_checks.derivations.developments import development_of

    proofs = development_of(None).proofs.values()
    names = [p.name for p in proofs if p.head.file.startswith(("library/", "logic/"))]
    return [
        CitableFacts(name=name, kind="theorem", says=shown_statement(name))
        for name in sorted(names)
    ]


def word_facts(development: Development) -> list[CitableFacts]:
    """The sorts, constants with their types, definitions, and letters with their usual types."""
    from banditproof.theory.logic.printing import shown
    from banditproof.theory.logic.tokens import type_text

    library = development.library
    theory = library.theory
    facts = [("sort", name, f"{count} arguments") for name, count in theory.sorts.items()]
    facts += [
        ("constant", name, type_text(t))
        for name, t in theory.constants.items()
        if name not in theory.definitions
    ]
    facts += [("definition", name, shown(value)) for name, (value, _) in theory.definitions.items()]
    facts += [("letter", name, type_text(t)) for name, t in library.letters.items()]
    return [CitableFacts(name=name, kind=kind, says=says) for kind, name, says in facts]
