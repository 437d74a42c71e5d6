"""Coq as a second reader of a proof: the exported file is compiled, and its axioms are read."""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from banditproof.theory.prover.kernel.goals import Goal
from .answers import CoqSays, answer_to
from .export import exported
from .script import Node

DEBIAN_PACKAGES = ("coq", "libcoq-interval", "libcoq-coquelicot")
MISSING = (
    "Coq with its interval library is not installed; "
    f"on Debian the packages {', '.join(DEBIAN_PACKAGES)} provide it."
)
AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""The axioms on which Coq's library builds the real numbers."""
MACHINE_NUMBERS = re.compile(r"(?:Uint63|PrimInt63|Sint63|PrimFloat|FloatAxioms|FloatOps)\.")
"""The machine's integers and floats, in which the `interval` tactic computes."""


@dataclass(frozen=True)
class SecondOpinion:
    """What Coq says about a statement with its proof."""

    result: CoqSays
    message: str
    axioms: tuple[str, ...]
    """Those that Coq names, for this statement or for all that it was asked about at once."""
    seconds: float
    """The processor time that Coq took."""

    @property
    def reals_only(self) -> bool:
        """Whether no axiom but those of the real numbers was used."""
        return set(self.axioms) <= AXIOMS

    def __bool__(self) -> bool:
        return self.result == CoqSays.ACCEPTED


def coq_is_installed() -> bool:
    """Whether coqc and the libraries of the rules are found."""
    coqc = shutil.which("coqc")
    if coqc is None:
        return False
    where = subprocess.run([coqc, "-where"], capture_output=True, text=True, check=False)
    contrib = Path(where.stdout.strip()) / "user-contrib"
    return all((contrib / name).is_dir() for name in ("Interval", "Coquelicot"))


def compile_rules(folder: Path, seconds: float = 300.0) -> None:
    """Compile the theorems of the rules in a folder; raises ValueError if Coq rejects them."""
    source = files("banditproof.theory.prover.coq").joinpath("rules.v").read_text("utf-8")
    (folder / "rules.v").write_text(source, encoding="utf-8")
    result = compiled(folder, "rules.v", seconds)
    if result.late:
        raise ValueError(f"The theorems of the rules: Coq did not end within {seconds:g} s.")
    if result.failed:
        raise ValueError(f"Coq rejects the theorems of the rules: {error_in(result.errors)}")


@dataclass(frozen=True)
class Compiled:
    """What coqc printed about a file."""

    failed: bool
    late: bool
    """Whether it did not end within its time."""
    printed: str
    errors: str
    seconds: float
    """The processor time that it took."""


def compiled(folder: Path, name: str, seconds: float) -> Compiled:
    """Let coqc read a file of a folder, whose theorems belong to `banditproof`."""
    started = _processor_time()
    command = ["coqc", "-q", "-noglob", "-w", "none", "-Q", ".", "banditproof", name]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b"").decode()
        return Compiled(True, True, printed, "", _processor_time() - started)
    except OSError as problem:
        return Compiled(True, False, "", f"coqc cannot be run: {problem}", 0.0)
    spent = _processor_time() - started
    failed = done.returncode != 0
    silent = f"coqc ended with {done.returncode}, and said nothing." if failed else ""
    return Compiled(failed, False, done.stdout, done.stderr or silent, spent)


def _processor_time() -> float:
    used = os.times()
    return used.children_user + used.children_system


def certify_with_coq(
    goal: Goal, proof: Node, seconds: float = 10.0, folder: Path | None = None
) -> SecondOpinion:
    """Ask Coq whether a proof tree proves a goal, whole, from the axioms of the reals.

    Coq has `seconds` by the clock. `folder` may hold compiled rules, which take some seconds to
    compile. Raises ValueError, with one sentence, for a statement or a step without an export.
    """
    text = exported(goal, proof)
    if not coq_is_installed():
        return SecondOpinion(CoqSays.NOT_RUN, MISSING, (), 0.0)
    with tempfile.TemporaryDirectory() as own:
        place = folder or Path(own)
        if not (place / "rules.vo").exists():
            compile_rules(place)
        with tempfile.NamedTemporaryFile(
            "w", suffix=".v", prefix="statement_", dir=place, encoding="utf-8"
        ) as file:
            file.write(text)
            file.flush()
            name = Path(file.name).name
            result = compiled(place, name, seconds)
            for left in place.glob(f"*{Path(name).stem}*"):
                if left.suffix != ".v":
                    left.unlink(missing_ok=True)
    if result.late:
        sentence = f"Coq did not finish within {seconds:g} s."
        return SecondOpinion(CoqSays.NOT_RUN, sentence, (), result.seconds)
    if result.failed:
        said = answer_to(result.errors, result.late)
        return SecondOpinion(said, error_in(result.errors), (), result.seconds)
    return opinion_on(result.printed, result.seconds)


def opinion_on(printed: str, seconds: float) -> SecondOpinion:
    """The opinion on a theorem that was compiled, by the axioms that were printed."""
    axioms = axioms_of(printed)
    other = [axiom for axiom in axioms if axiom not in AXIOMS and not MACHINE_NUMBERS.match(axiom)]
    if other:
        sentence = f"The proof uses axioms that are not those of the reals: {', '.join(other)}."
        return SecondOpinion(CoqSays.REFUSED, sentence, axioms, seconds)
    return SecondOpinion(CoqSays.ACCEPTED, "Coq accepts the statement.", axioms, seconds)


def axioms_of(printed: str) -> tuple[str, ...]:
    """The names that `Print Assumptions` printed.

    >>> axioms_of("Axioms:\\nClassical_Prop.classic : forall P : Prop, P \\\\/ ~ P\\n")
    ('Classical_Prop.classic',)
    """
    _, _, listed = printed.partition("Axioms:")
    return tuple(re.findall(r"^([A-Za-z_][\w.']*)\s*(?::|$)", listed, re.MULTILINE))


def error_in(text: str) -> str:
    """The sentence of an error of coqc, in one line."""
    _, result, rest = text.rpartition("Error:")
    return " ".join((rest if result else text).split())[:400]
