"""The fast tests of the logic notice nearly every one-place edit of what is trusted."""

import subprocess
import sys
from pathlib import Path
import pytest

HERE = Path(__file__).parent
ROWS = (HERE / "kernel_mutants.txt").read_text("utf-8").split("\n")[2:-1]
NAMES = ("kernel_rules", "terms", "arithmetic_steps", "random_derivations", "false_theorems")
TESTS = [f"test_{name}.py" for name in NAMES]
RUN = """
import os, re, sys
from importlib.machinery import SourceFileLoader as Loader
module, old, new, *arguments = sys.argv[1:]
plain, done = Loader.get_code, []
def get_code(self, name):
    if name != f"banditproof.theory.logic.{module}":
        return plain(self, name)
    done.append(name)
    # a space of the edit stands for any white space
    places = r"\\s+".join(map(re.escape, old.split()))
    text, number = re.subn(places, lambda _: new, self.get_source(name))
    assert number == 1, f"{old} stands {number} times in {name}"
    return compile(text, self.path, "exec")
Loader.get_code = get_code
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import pytest
options = ["-x", "-q", "--noconftest", "--assert=plain", "-p", "no:cacheprovider"]
code = pytest.main([*options, *arguments])
print("EDITED" if done else "NOT IMPORTED")
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_an_edit_of_the_kernel_is_noticed(row: str) -> None:
    edit, _, excuse = row.partition(" ## ")
    module, _, change = edit.partition(" :: ")
    old, new = change.split(" => ")
    tests = [str(HERE / test) for test in TESTS]
    command = [sys.executable, "-c", RUN, module, old, new, "-m", "not slow", *tests]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "EDITED" in run.stdout, run.stdout + run.stderr
    assert (run.returncode == 0) == bool(excuse), f"{row}\n{run.stdout[-1500:]}"


def test_nearly_every_edit_is_noticed() -> None:
    assert sum(" ## " in row for row in ROWS) <= len(ROWS) / 10
