"""What a command costs before it answers: the start, the list of claims, the first small answers.

The baseline of the start is Python alone; that of a first answer is the same command with every
kernel compiled, on an empty cache as well.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
import numpy as np
from .designs import actions
from .measurement import Measurement, best_seconds

COMMAND = (sys.executable, "-m", "banditproof")
MEANS = ("--means", "0.75,0.7,0.7")
ALL_BOUNDS = ("--rho", "0.1", "--horizon", "1e6", "--delta", "0.01")


def _run(words: Sequence[str], **environment: str) -> None:
    """One command in a fresh process, with an empty cache of kernels."""
    with tempfile.TemporaryDirectory() as cache:
        settings = {**os.environ, "XDG_CACHE_HOME": cache, **environment}
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=settings)


def start() -> Iterator[Measurement]:
    """Help, version and the list of claims, against the start of the interpreter."""
    alone = best_seconds(lambda: _run((sys.executable, "-c", "pass")), repeats=7)
    for words, demand in ((("--help",), 0.15), (("--version",), None), (("claims",), 0.4)):
        value = best_seconds(lambda words=words: _run((*COMMAND, *words)), repeats=7)
        yield Measurement(
            f"banditproof {words[0]}", value, "s", demand, True, "Python alone", alone
        )


def first_answers() -> Iterator[Measurement]:
    """The first small answer on an empty cache, against compiled kernels."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "actions.csv"
        np.savetxt(file, actions("normal", 30, 4), delimiter=",")
        privacy = ("--eps", "0.25")
        commands = {
            "bounds of three arms": ("bounds", *MEANS, *privacy, *ALL_BOUNDS),
            "simulate, 100 runs": ("simulate", "dp-imed", *MEANS, *privacy, "--runs", "100"),
            "design of 30 actions": ("design", str(file)),
        }
        for name, words in commands.items():
            full = (*COMMAND, *words)
            value = best_seconds(lambda full=full: _run(full), repeats=3)
            compiled = best_seconds(
                lambda full=full: _run(full, BANDITPROOF_KERNELS="compiled"), repeats=1
            )
            yield Measurement(f"first {name}", value, "s", 1.5, True, "compiled", compiled)
