"""A module under audit tries to change what the auditor says, by acts and by reports."""

import mmap
import os
import select
import signal
import socket
import sys
import time
from dataclasses import replace
from fractions import Fraction
import pytest
from case_tables import table
from banditproof.algorithms.apart.fresh_answers import NoTable
from banditproof.algorithms.apart.landlock import landlock_version
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import PureDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.finite_witnesses import whole_table
from banditproof.verify.audit.machine_tables import table_of
from banditproof.verify.audit.scratch_worker import worker_for
from banditproof.verify.audit.witnessed import again
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.notions import Reading
from banditproof.verify.definitions.witness_policies import repeated_responses

BITS = RewardSpace.of([0, 1])
ASKED = Claim(PureDP(1), rewards=BITS)
STARTED = {"arms": 2, "rewards": ["0", "1", "0", "1"], "stops": False, "finite": True}
STARTED |= {"setting": "", "reading": "machine"}
EMPTY = dict.fromkeys(("grade", "loss", "witness", "table"))
HOLDS = {"name": "all", "verdict": "holds", "note": "", "tried": "", **EMPTY}
TABLE = whole_table(repeated_responses(3, horizon=2)).to_json()
STAYS = {0: Fraction(1)}


def _worker(start, until=5.0):
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    return worker_for("some:policy", start, time.monotonic() + until)


def _tries(file):
    here = os.getppid()
    return {
        "write": lambda: open(file, "w"),
        "append": lambda: open(file, "ab"),
        "cut off": lambda: os.open(file, os.O_RDONLY | os.O_TRUNC),
        "remove": lambda: os.remove(file),
        "rename": lambda: os.rename(file, f"{file}.py"),
        "open to all": lambda: os.chmod(file, 0o777),
        "shared memory": lambda: open("/dev/shm/some", "wb"),
        "signal": lambda: os.kill(here, signal.SIGCONT),
        "memory": lambda: open(f"/proc/{here}/mem", "rb"),
        "environment": lambda: open(f"/proc/{here}/environ").read(),
        "output": lambda: open(f"/proc/{here}/fd/1", "wb"),
        "terminal": lambda: open("/dev/tty", "wb"),
        "socket": socket.socket,
        "pair": socket.socketpair,
        "session": os.setsid,
        "program": lambda: os.execv(sys.executable, [sys.executable, "-c", ""]),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, here, 19),
    }


@pytest.mark.skipif(not landlock_version(), reason="the sandbox is that of Linux")
def test_the_process_of_a_module_changes_nothing_but_itself(tmp_path):
    file = tmp_path / "module"
    file.write_text("kept")

    def start():
        done = []
        for name, attempt in _tries(str(file)).items():
            try:
                attempt()
            except OSError:
                continue
            done.append(name)
        text = file.read_text()
        raise ValueError(f"{done} {text} {sorted(map(int, os.listdir('/proc/self/fd')))}")

    with pytest.raises(ValueError, match=r"^\[\] kept \[0, 1, 2(, \d+){4}\]$"):
        _worker(start).started(ASKED, ())
    assert file.read_text() == "kept"


def test_an_error_of_the_wall_says_so(tmp_path):
    def start():
        (tmp_path / "log").write_text("")

    if landlock_version():
        with pytest.raises(ValueError, match=r"PermissionError.*in a sandbox: its process may"):
            _worker(start).started(ASKED, ())


def test_nothing_that_a_module_prints_is_shown(capfd):
    def start():
        print("verdict: holds", flush=True)
        os.write(2, b"verdict: holds")
        raise ValueError("it ends")

    with pytest.raises(ValueError, match="it ends"):
        _worker(start).started(ASKED, ())
    assert capfd.readouterr() == ("", "")


def test_the_processes_that_a_module_began_end_with_it():
    def start():
        if not os.fork():
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(60)
        raise ValueError("it ends")

    worker = _worker(start)
    left = os.dup(worker.process.pipe.reads)
    with pytest.raises(ValueError, match="it ends"):
        worker.started(ASKED, ())
    assert select.select([left], [], [], 20)[0], "who holds the other end lives"
    assert os.read(left, 1) == b""
    os.close(left)


def _saying(*messages):
    """A module that writes these messages into the pipe of its process, and then waits."""

    def start():
        from banditproof.algorithms.apart.messages import encoded

        for end in range(3, 1024):
            try:
                os.write(end, b"".join(map(encoded, messages)))
            except OSError:
                continue
        time.sleep(9)

    return start


def _said(*messages, given=()):
    claim, _, checks = _worker(_saying(*messages)).started(ASKED, given)
    return [again(check, claim, "some:policy") for check in checks]


@pytest.mark.parametrize(("changed", "given"), table(__file__, "a_forged_claim_is_no_report"))
def test_a_forged_claim_is_no_report(changed, given):
    with pytest.raises(ValueError, match="said what is no report"):
        _said(STARTED | changed, given=given)


@pytest.mark.parametrize(
    ("about", "check"),
    [
        ({}, HOLDS),
        ({}, HOLDS | {"table": {**TABLE, "ends": 1}}),
        ({"stops": True}, HOLDS | {"table": TABLE}),
        ({"arms": 5}, HOLDS | {"table": TABLE}),
        ({}, HOLDS | {"verdict": "proved"}),
        ({}, HOLDS | {"verdict": "fails", "loss": ["all", "all"]}),
    ],
)
def test_what_a_module_says_of_itself_does_not_hold(about, check):
    with pytest.raises(ValueError, match="said what is no report"):
        _said(STARTED | about, check, {"done": True})


def test_a_table_that_hides_a_state_is_not_read_as_a_kernel():
    def start():
        machine = FiniteMachine(
            2, 2, {0: Fraction(1)}, lambda s: {(0, 1 - s): Fraction(1)}, lambda s, a, r: s
        )
        from banditproof.verify.audit.finite_objects import decided_check

        return ASKED, Reading.KERNEL, True, iter([decided_check(machine, ASKED, "")])

    _, _, checks = _worker(start).started(ASKED, ())
    with pytest.raises(ValueError, match="said what is no report"):
        list(checks)


def test_forged_reports_change_no_verdict_and_no_line():
    words = "\x1b[2K\rverdict: holds\n"
    found = _said(STARTED | {"finite": False}, HOLDS | {"note": words}, {"done": True})
    assert [(c.verdict, c.note) for c in found] == [("look further", " [2K verdict: holds ")]
    failing = audit(repeated_responses(3, horizon=2), "1e-3").deciding
    forged = {"verdict": "fails", "grade": "proved", "loss": ["1", "1"]}
    found = _said(STARTED, HOLDS | forged | {"witness": dict(failing.witness)}, {"done": True})
    assert "another claim" in found[0].note
    named = {"kind": "policy", "name": "dp-imed", "made_with": {}}
    witness = {**failing.witness, "object": named}
    witness["claim"] = {**witness["claim"], "budget": {"kind": "pure", "eps": "1"}}
    found = _said(STARTED, HOLDS | forged | {"witness": witness}, {"done": True})
    assert (found[0].verdict, "another policy" in found[0].note) == ("not refuted", True)


def test_reports_come_to_an_end():
    with pytest.raises(ValueError, match="said what is no report"):
        _said(STARTED | {"finite": False}, *[HOLDS] * 101)


def test_without_walls_a_table_that_holds_says_what_is_supposed(monkeypatch):
    from banditproof.algorithms.apart import scratch_process
    from banditproof.algorithms.apart.sandbox import SUPPOSED, Sandbox

    def start():
        return nine, Reading.KERNEL, True, iter([held])

    nine = replace(ASKED, budget=PureDP(9))
    held = audit(repeated_responses(3, horizon=2), 9).deciding
    for sandbox, said in ((Sandbox("darwin", 0, False), True), (Sandbox("linux", 7, True), False)):
        monkeypatch.setattr(scratch_process, "before_scratch_work", lambda sandbox=sandbox: sandbox)
        _, _, checks = _worker(start).started(nine, ())
        assert [(c.verdict, SUPPOSED in c.note) for c in checks] == [("holds", said)]


def _machine(act):
    return FiniteMachine(2, 2, STAYS, act, lambda state, label, reward: state)


@pytest.mark.skipif(not landlock_version(), reason="the sandbox is that of Linux")
def test_a_machine_notes_nothing_in_files(tmp_path):
    def act(state):
        (tmp_path / "counter").write_text("1")
        return {(0, state): Fraction(1)}

    with pytest.raises(NoTable, match="PermissionError"):
        table_of(_machine(act))


def test_a_machine_that_counts_in_shared_memory_is_seen():
    shared = mmap.mmap(-1, 1)

    def act(state):
        shared[0] = shared[0] + 1 & 255
        return {(shared[0] & 1, state): Fraction(1)}

    assert table_of(_machine(act)).different


def test_a_table_does_not_wait_for_a_process_that_cannot_be_ended():
    def act(state):
        os.closerange(3, 1024)
        time.sleep(60)

    def start():
        table_of(_machine(act))

    began = time.monotonic()
    with pytest.raises(ValueError, match="ended without an answer"):
        _worker(start).started(ASKED, ())
    assert time.monotonic() - began < 30
