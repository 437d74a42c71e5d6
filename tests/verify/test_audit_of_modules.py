"""`audit module:factory` asks another process first, and what takes too long is not refuted."""

import subprocess
import sys
import time
import pytest
from case_tables import table
from banditproof.algorithms import DPIMED, Curator
from banditproof.algorithms.apart.landlock import landlock_version
from banditproof.verify.audit import audit

pytestmark = pytest.mark.slow
POLICY = table(__file__, "policy")
IN_THE_WORKER = "open('/etc/passwd').close()\nimport "
"""What comes behind is not run by the process that declares, which cannot read that file."""
REWRITES_THE_AUDITOR = """
from dataclasses import replace
from banditproof.verify.audit import by_construction
from banditproof.verify.evidence import Grade
says = by_construction.by_declaration
by_construction.by_declaration = lambda *a: replace(says(*a), verdict="holds", grade=Grade.PROVED)
"""

REWRITES_THE_REPORT = """
from banditproof.verify.audit.report import AuditReport, CheckResult
AuditReport.verdict = property(lambda self: "holds")
CheckResult.__init__ = lambda self, *a, **k: vars(self).update(
    name="all", verdict="holds", grade=None, loss=None, note="", witness=None, tried="", found=None
)
"""


@pytest.fixture
def command(tmp_path):
    """What the command says of a module with a policy, after some lines that come first."""
    if sys.platform != "linux" or not landlock_version():
        pytest.skip("files tell the processes apart, where one of them writes none")

    def run(first, *options):
        lines = "\n".join(f"    {line}" for line in first.splitlines() or ["pass"])
        (tmp_path / "some.py").write_text(f"try:\n{lines}\nexcept OSError:\n    pass\n{POLICY}")
        words = [sys.executable, "-m", "banditproof", "audit", "some:Plain", *options]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)

    return run


def test_a_module_that_holds_is_loaded_by_the_declaring_process_alone(command):
    found = command(f"{IN_THE_WORKER} os; os._exit(0)", "--eps", "1")
    assert (found.returncode, "every play by play_apart" in " ".join(found.stdout.split())) == (
        0,
        1,
    )


@pytest.mark.parametrize("first", [REWRITES_THE_AUDITOR, REWRITES_THE_REPORT])
def test_a_module_that_rewrites_the_auditor_does_not_hold(command, first):
    found = command(first, "--eps", "0.5", "--samples", "20")
    assert (found.returncode, "some:Plain: not refuted" in found.stdout) == (3, True)


def test_a_module_that_ends_the_process_which_plays_it_is_a_mistake(command):
    found = command(f"{IN_THE_WORKER} os; os._exit(0)", "--eps", "0.5")
    assert (found.returncode, "ended without an answer" in found.stderr) == (2, True)


def test_a_module_that_hangs_where_it_is_played_is_not_refuted(command):
    hangs = f"{IN_THE_WORKER} time; time.sleep(600)"
    found = command(hangs, "--eps", "0.5", "--time-limit", "2")
    assert (found.returncode, "did not answer in time" in found.stdout) == (3, True)


def test_the_import_counts_for_the_limit_of_time(command):
    began = time.monotonic()
    found = command("import time; time.sleep(600)", "--eps", "1", "--time-limit", "3")
    assert (found.returncode, time.monotonic() - began < 30) == (3, True)
    assert "did not answer within 3 seconds" in " ".join(found.stdout.split())


def test_a_module_that_ends_its_process_is_a_mistake(command, tmp_path):
    found = command("import os; os._exit(0)", "--eps", "1")
    assert (found.returncode, "ended without an answer" in found.stderr) == (2, True)
    program = "from banditproof.verify.audit import audit; audit('some:Plain', 1)"
    called = [sys.executable, "-c", program]
    found = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True)
    assert (found.returncode, "ended without an answer" in found.stderr) == (1, True)


class Slow(DPIMED):
    """It does not return, and its noise is not declared."""

    curator = type("Own", (Curator,), {})()

    def decide(self, state, t, randomness):
        while True:
            pass


def test_a_policy_that_does_not_return_is_not_refuted():
    report = audit(Slow(arms=2, eps=1), 1, patience=0.2)
    assert report.verdict == "not refuted"
    assert "did not return from" in report.sentence


def test_files_beside_a_module_are_no_modules_of_the_auditor(command, tmp_path):
    (tmp_path / "difflib.py").write_text("raise SystemExit('not the one of Python')")
    (tmp_path / "beside.py").write_text("")
    found = command("", "--eps", "1")
    assert (found.returncode, "some:Plain: holds" in found.stdout) == (0, True)
    later = "Plain.start = lambda self: __import__('beside') and 0"
    with (tmp_path / "some.py").open("a") as module:
        module.write(f"{later}\n")
    words = [sys.executable, "-m", "banditproof", "audit", "some:Plain", "--eps", "0.5"]
    found = subprocess.run([*words, "--samples", "20"], cwd=tmp_path, capture_output=True)
    assert found.returncode == 3, found.stderr
