"""The rules of the prover as Coq has compiled them, once for all processes of a test run."""

import fcntl
import os
from pathlib import Path
import pytest
from banditproof.theory.prover.coq.coqc import compile_rules


def compiled_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled rules, which all processes of a run of the tests share."""
    top = tmp_path_factory.getbasetemp()
    place = (top.parent if "PYTEST_XDIST_WORKER" in os.environ else top) / "coq"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one process compiles, and another one waits for it
        if not (place / "rules.vo").exists():
            compile_rules(place)
    return place
