"""Closed streams, odd environments, little memory: a command ends with a code and one sentence."""

import concurrent.futures
import json
import os
import resource
import subprocess
import sys
import pytest
from case_tables import table
from banditproof.cli import streams
from banditproof.cli.failures import failure

COMMAND = [sys.executable, "-m", "banditproof"]
PATH = {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
BOUNDS = ("bounds", "--means", "0.8,0.6", "--epsilon", "1")


def shell(line: str, **more: str) -> subprocess.CompletedProcess:
    """Run a line of bash in which banditproof is the command."""
    program = f'banditproof() {{ "{sys.executable}" -m banditproof "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, env={**os.environ, **PATH, **more}
    )


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (f"banditproof {' '.join(BOUNDS)} >&-", 2, "Standard output is closed"),
        ("banditproof --help >&-", 2, "Standard output is closed"),
        ("banditproof --version <&- >&- 2>&-", 2, ""),
        ("banditproof --version <&- 2>&-", 0, ""),
        (f"banditproof {' '.join(BOUNDS)} >/dev/full", 2, "cannot be written: No space left"),
        ("banditproof --help >/dev/full", 2, "cannot be written: No space left"),
        ("banditproof bounds --no-such-option 2>/dev/full", 2, ""),
        ("banditproof bounds --no-such-option 2>&-", 2, ""),
        ("banditproof claims | true; exit ${PIPESTATUS[0]}", 141, ""),
        ("banditproof --help | true; exit ${PIPESTATUS[0]}", 141, ""),
    ],
)
def test_a_stream_that_cannot_be_used_is_one_sentence(line, code, sentence) -> None:
    done = shell(line)
    # a reader that leaves late has read everything
    assert done.returncode == code or (code == 141 and done.returncode == 0)
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == bool(sentence)


@pytest.mark.parametrize("variables", table(__file__, "an_odd_environment_is_no_error"), ids=str)
def test_an_odd_environment_is_no_error(variables) -> None:
    for line in ("banditproof bounds --help", "banditproof claims --json é~ $'\\xff'"):
        done = shell(line, **variables)
        assert done.stderr == ""
        if "json" in line:
            assert json.loads(done.stdout) == []
    result = shell("banditproof claims --json bern.thm3.1", **variables)
    assert json.loads(result.stdout)[0]["id"] == "bern.thm3.1"


def test_a_figure_needs_no_backend_of_the_environment(tmp_path) -> None:
    done = shell(f"banditproof figure bern.fig3 --out {tmp_path}", MPLBACKEND="nonsense")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.slow
def test_too_little_memory_is_one_sentence() -> None:
    done = subprocess.run(
        [*COMMAND, "simulate", "etc", "--means", "1,0", "--runs", "2e7"],
        capture_output=True,
        text=True,
        env={**os.environ, **PATH},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (900_000_000,) * 2),
    )
    assert done.returncode == 2
    assert "not enough memory" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "sentence", "code"),
    [
        (ValueError("This is wrong"), "This is wrong.", 2),
        (OSError(28, "No space left on device"), "The output cannot be written", 2),
        (FileNotFoundError(2, "No such file", "x.csv"), "The file x.csv cannot be used", 2),
        (MemoryError(), "not enough memory", 2),
        (ImportError("libx.so: failed to map segment from shared object"), "not enough memory", 2),
        (ImportError("No module named 'x'"), "install banditproof again", 2),
        (RuntimeError("can't start new thread"), "starts no more threads", 2),
        (BlockingIOError(11, "Resource temporarily unavailable"), "starts no more threads", 2),
        (RecursionError(), "nested too deeply", 2),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "is not text in UTF-8", 2),
        (KeyError("lost"), "An error in this program: KeyError", 70),
        (BrokenPipeError(), "", 141),
        (SystemExit(3), "", 3),
    ],
)
def test_each_error_has_a_sentence_and_a_code(error, sentence, code) -> None:
    said = failure(error)
    assert sentence in said.sentence
    assert said.sentence == "" or said.sentence.endswith(".")
    assert said.code == code


def _load() -> None:
    """What a library does that wraps its loader's error: a worker sends the last error alone."""
    try:
        raise OSError("x.so: failed to map segment from shared object")
    except OSError:
        raise OSError("Could not find x.so.")  # noqa: B904


def test_little_memory_in_a_worker_is_reported() -> None:
    with (
        concurrent.futures.ProcessPoolExecutor(1) as pool,
        pytest.raises(OSError, match="Could not find") as caught,
    ):
        pool.submit(_load).result()
    assert "not enough memory" in failure(caught.value).sentence


def test_what_is_said_is_one_line_that_steers_no_terminal(capsys) -> None:
    streams.say("a\n\x1b[2J" + "b" * 10**5 + ".")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("banditproof: a \\x1b[2Jbbb")
    assert len(line) < 2 * streams.LONGEST


def test_json_in_ascii_says_the_same(capsys, monkeypatch) -> None:
    from banditproof.cli import output

    monkeypatch.setattr(output, "encodes_everything", lambda: False)
    output.print_json({"name": "Frédéric \U0001f600"})
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out) == {"name": "Frédéric \U0001f600"}
