"""What the checks of claims cost in processor time, beside the fixed work of `suite`.

All fast claims from nothing; the keys of kept verdicts, which a run after an edit computes before
it knows what to run again; the proofs by steps; one claim from cold; and Theorem 3.1, which is
derived.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from banditproof.paper_checks.proofs.text.every_proof import every_proof
from banditproof.paper_checks.proofs.theorems.judge import Judge
from banditproof.paper_checks.running.content_keys import ContentKeys
from banditproof.paper_checks.running.file_imports import FILE, KeptImports
from .measurement import Measurement, best_seconds, processor_seconds_of
from .suite import fixed_work

COMMAND = (sys.executable, "-m", "banditproof", "check")
EACH = 8
"""Every eighth proof is judged."""


def _check(*words: str) -> None:
    subprocess.run((*COMMAND, *words), check=True, stdout=subprocess.DEVNULL)


def fast_claims() -> Iterator[Measurement]:
    """`make check`, from nothing: two cores need half of it by the clock."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = processor_seconds_of(lambda: _check("--tier", "fast", "--workers", "2"))
    yield Measurement("make check", seconds, "s", 180, True, "fixed work", unit)


def cold() -> Iterator[Measurement]:
    """A claim that takes no time itself."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = best_seconds(lambda: _check("renyi.alg1"), repeats=5)
    yield Measurement("check of one claim, cold", seconds, "s", 0.8, True, "fixed work", unit)


def derived() -> Iterator[Measurement]:
    """Theorem 3.1 (repaired) down to its axioms, by the stored rules of 129 formal proofs."""
    unit = best_seconds(fixed_work, repeats=3)
    seconds = best_seconds(lambda: _check("bern.thm3.1.repaired"), repeats=3)
    yield Measurement("check of Theorem 3.1, cold", seconds, "s", 3, True, "fixed work", unit)


def kept() -> Iterator[Measurement]:
    """What a run with kept verdicts does at least: the keys of all claims."""
    unit = best_seconds(fixed_work, repeats=3)

    def keys(folder: Path) -> None:
        facts = KeptImports(folder / FILE)
        now = ContentKeys(facts)
        facts.keep()
        for id in now.claims:
            now.key(id)

    with tempfile.TemporaryDirectory() as there:
        seconds = best_seconds(lambda: keys(Path(there)), repeats=3)
    yield Measurement("keys of all claims", seconds, "s", 5, True, "fixed work", unit)


def proofs_by_steps() -> Iterator[Measurement]:
    """An eighth of the proofs by steps, by the kernel with the certificates beside them."""
    unit = best_seconds(fixed_work, repeats=3)
    proofs = [proof for _, proof, _ in every_proof()][::EACH]

    def judged() -> None:
        judge = Judge()
        for proof in proofs:
            judge.of(proof)

    seconds = best_seconds(judged, repeats=2)
    name = f"{len(proofs)} proofs by steps, by the kernel"
    yield Measurement(name, seconds, "s", None, True, "fixed work", unit)
