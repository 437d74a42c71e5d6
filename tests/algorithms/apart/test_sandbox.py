"""What a policy in its own process can reach, try by try."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
import pytest
from banditproof.algorithms import DPUCB, RewardList
from banditproof.algorithms.apart import isolated_interpreter, landlock, seccomp
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.algorithms.apart.sandbox import FILES, PROCESSES, SANDBOXED, SUPPOSED, Sandbox
from banditproof.algorithms.apart.seccomp import _COMPUTING, _LOADING

POLICIES = Path(__file__).with_name("policies")
ITSELF = {"a late import", "a thread", "its own clock", "its own signal handlers"}
ALWAYS_OPEN = ITSELF | {"the size of a file", "names beside the policy"}
"""What stays open: its own process, and what is known of files that it cannot read."""


WITHOUT = {
    "Landlock": "import banditproof.algorithms.apart.landlock as l; "
    "l.landlock_version = lambda: 0; ",
    "seccomp": "import banditproof.algorithms.apart.seccomp as s; "
    "s.WHILE_LOADING = s.WHILE_PLAYING = {}; ",
}
"""What takes a part of the sandbox away, as on a system without it."""
MACOS = (
    "import types, banditproof.algorithms.apart.sandbox as w; "
    "w.sys = types.SimpleNamespace(platform='darwin'); "
)


def starting(first):
    """The first lines of a process, with others before its work."""
    before = "importlib.import_module(given"
    return isolated_interpreter._STARTS.replace(before, first + before)


def tried(missing=()):
    """The sandbox, and what was reached while the policy was loaded, and while it played."""
    spec = spec_from_file_location("probes", POLICIES / "probes.py")
    probes = module_from_spec(spec)
    spec.loader.exec_module(probes)
    count = len(probes.TRIES)
    starts = starting("".join(WITHOUT[name] for name in missing))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(POLICIES)
        patch.setattr(isolated_interpreter, "_STARTS", starts)
        with Elsewhere("probes:Probe") as there:
            arms = there.play(RewardList([0] * 2 * count), 2 * count).actions
            sandbox = there.sandbox
    parts = (arms[:count], arms[count:])
    return sandbox, *(
        {name for name, arm in zip(probes.TRIES, part, strict=True) if arm} for part in parts
    )


@pytest.fixture(scope="module")
def reached():
    sandbox, *names = tried()
    if not sandbox.complete:
        pytest.skip("this system has no sandbox")
    return names


def test_while_it_is_loaded_it_reaches_nothing_but_itself(reached):
    assert reached[0] == ALWAYS_OPEN | {"another process"}


def test_while_it_plays_it_begins_no_process(reached):
    assert reached[1] == ALWAYS_OPEN


BY_FILES = {
    *("a file of the system", "command line of the keeper", "data beside the policy"),
    *("its own pages in /proc", "processes"),
}
BY_CALLS = {
    *("a handle of the keeper", "a local socket", "a message to the kernel's keys", "a socket"),
    *("a separate session", "a signal by a descriptor", "another process", "shared memory"),
    *("being readable again", "clock of the keeper", "limits of the keeper", "memory with a name"),
    "more descriptors",
}


@pytest.mark.parametrize(
    ("missing", "opened", "supposed"),
    [
        (["Landlock"], BY_FILES, FILES),
        (["seccomp"], BY_CALLS, PROCESSES),
        (
            ["Landlock", "seccomp"],
            BY_FILES | BY_CALLS | {"a signal", "a signal to its group", "another program"},
            f"{FILES}, or for {PROCESSES}",
        ),
    ],
)
def test_what_a_missing_wall_opens_is_supposed(reached, missing, opened, supposed):
    sandbox, _, playing = tried(missing)
    assert playing - reached[1] == opened
    assert sandbox.words == f"{SUPPOSED}{supposed}."


def test_without_walls_the_words_say_what_is_supposed():
    assert Sandbox("darwin", 0, False).words == f"{SUPPOSED}{FILES}, or for {PROCESSES}."
    assert Sandbox("linux", 0, True).words == f"{SUPPOSED}{FILES}."
    assert Sandbox("linux", 7, False).words == f"{SUPPOSED}{PROCESSES}."
    assert Sandbox("linux", 1, True).words == SANDBOXED


def test_on_macos_a_policy_is_played_without_walls(monkeypatch):
    monkeypatch.setattr(isolated_interpreter, "_STARTS", starting(MACOS))
    with Elsewhere(DPUCB(arms=2, eps=1, horizon=3)) as there:
        played = there.play(RewardList([1, 0, 1]), 3, rng=1)
    assert played.sandbox == Sandbox("darwin", 0, False)
    assert len(played.actions) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux says it there")
def test_privileges_are_given_up():
    program = (
        "from banditproof.algorithms.apart.sandbox import _to_itself; _to_itself(); "
        "print(open('/proc/self/status').read())"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    status = dict(line.split(":", 1) for line in found.stdout.splitlines() if ":" in line)
    assert int(status["CapEff"], 16) in (0, 4)
    assert int(status["NoNewPrivs"]) == 1


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", 0),
        ("/usr/include/asm-generic/unistd.h", 1),
    ],
)
def test_the_numbers_of_system_calls_are_those_of_the_kernel(header, place):
    if not Path(header).exists():
        pytest.skip("no headers of the kernel")
    lines = re.findall(r"define __NR(?:3264)?_(\w+)\s+(\d+)", Path(header).read_text())
    known = {name: int(number) for name, number in lines}
    known.setdefault("newfstatat", known.get("fstatat"))
    for name, *numbers in (entry.split() for entry in f"{_COMPUTING},{_LOADING}".split(",")):
        assert numbers[place] == str(known.get(name, "-")), name


def test_without_fork_there_is_one_sentence(monkeypatch):
    monkeypatch.delattr("os.fork")
    with pytest.raises(PolicyFailed, match="use Linux or macOS"):
        Elsewhere("probes:Probe")


def test_what_the_kernel_does_not_have_is_left_out(monkeypatch):
    monkeypatch.setattr(seccomp, "WHILE_LOADING", {})
    monkeypatch.setattr(landlock, "landlock_version", lambda: 0)
    assert (seccomp.only_known_calls(playing=False), landlock.only_files([], [])) == (False, 0)
