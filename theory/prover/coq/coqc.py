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

    result: str
    """`accepted`, `rejected`, `missing` (no Coq) or `time` (the limit was reached)."""
    message: str
    axioms: tuple[str, ...]
    seconds: float
    """The processor time that Coq took."""

    @property
    def reals_only(self) -> bool:
        """Whether no axiom but those of the real numbers was used."""
        return set(self.axioms) <= AXIOMS

    def __bool__(self) -> bool:
        return self.result == "accepted"


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
    result = _compile(folder, "rules.v", seconds)
    if result.returncode:
        raise ValueError(f"Coq rejects the theorems of the rules: {_error(result.stderr)}")


def _compile(folder: Path, name: str, seconds: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["coqc", "-q", "-w", "none", "-Q", ".", "banditproof", name],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


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
        return SecondOpinion("missing", MISSING, (), 0.0)
    with tempfile.TemporaryDirectory() as own:
        place = folder or Path(own)
        if not (place / "rules.vo").exists():
            compile_rules(place)
        with tempfile.NamedTemporaryFile(
            "w", suffix=".v", prefix="statement_", dir=place, encoding="utf-8"
        ) as file:
            file.write(text)
            file.flush()
            started = _processor_time()
            name = Path(file.name).name
            try:
                result = _compile(place, name, seconds)
            except subprocess.TimeoutExpired:
                sentence = f"Coq did not finish within {seconds:g} s."
                return SecondOpinion("time", sentence, (), _processor_time() - started)
            finally:
                for left in place.glob(f"*{Path(name).stem}*"):
                    if left.suffix != ".v":
                        left.unlink(missing_ok=True)
        spent = _processor_time() - started
    if result.returncode:
        return SecondOpinion("rejected", _error(result.stderr), (), spent)
    axioms = axioms_of(result.stdout)
    other = [axiom for axiom in axioms if axiom not in AXIOMS and not MACHINE_NUMBERS.match(axiom)]
    if other:
        sentence = f"The proof uses axioms that are not those of the reals: {', '.join(other)}."
        return SecondOpinion("rejected", sentence, axioms, spent)
    return SecondOpinion("accepted", "Coq accepts the statement.", axioms, spent)


def axioms_of(printed: str) -> tuple[str, ...]:
    """The names that `Print Assumptions` printed.

    >>> axioms_of("Axioms:\\nClassical_Prop.classic : forall P : Prop, P \\\\/ ~ P\\n")
    ('Classical_Prop.classic',)
    """
    _, _, listed = printed.partition("Axioms:")
    return tuple(re.findall(r"^([A-Za-z_][\w.']*)\s*(?::|$)", listed, re.MULTILINE))


def _error(text: str) -> str:
    _, result, rest = text.rpartition("Error:")
    return " ".join((rest if result else text).split())[:400]
