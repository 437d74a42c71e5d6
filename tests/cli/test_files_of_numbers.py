"""Commands read files of numbers: in every format, from pipes, and within limits."""

import os
import subprocess
import sys
import threading
from pathlib import Path
import numpy as np
import pytest
from case_tables import table
from banditproof.theory.number_files import number_table


def test_commands_read_them(banditproof, tmp_path) -> None:
    (tmp_path / "actions.json").write_text('[[1, 0], [0, "100%"]]')
    (tmp_path / "actions.csv").write_text("1,0\n0,1\n")
    answers = [
        banditproof("bounds", "--actions", str(tmp_path / name), "--theta", theta, "--json").out
        for name, theta in (("actions.json", "[1; 1/2]"), ("actions.csv", "1,0.5"))
    ]
    assert answers[0] == answers[1] != ""


@pytest.mark.parametrize(
    ("module", "limit", "value", "sentence"),
    [
        (number_table, "MOST_NUMBERS", 500, "holds more than 500 numbers"),
        (number_table, "MOST_BYTES", 2000, "has more than 2000 bytes"),
        (number_table, "LONGEST_LINE", 2, "line 1: the line has more than"),
    ],
)
def test_the_limits_of_tables(banditproof, tmp_path, monkeypatch, module, limit, value, sentence):
    path = tmp_path / "long.csv"
    path.write_text("1,2\n" * 1000)
    monkeypatch.setattr(module, limit, value)
    monkeypatch.setattr(number_table, "BLOCK", 3 if limit == "LONGEST_LINE" else 512)
    assert sentence in banditproof("design", str(path)).mistake


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
@pytest.mark.parametrize("words", table(__file__, "a_device_without_end_is_refused_at_once"))
def test_a_device_without_end_is_refused_at_once(banditproof, words):
    assert "/dev/zero is a device and no file; give a file." in banditproof(*words).mistake


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names")
def test_pipes_are_read(banditproof, monkeypatch):
    def piped(content, *words):
        reading, writing = os.pipe()

        def write():
            with os.fdopen(writing, "wb") as pipe:
                try:
                    for _ in range(1000):
                        pipe.write(content)
                        pipe.flush()
                except BrokenPipeError:
                    pass

        thread = threading.Thread(target=write)
        thread.start()
        try:
            return banditproof("design", f"/dev/fd/{reading}", *words)
        finally:
            os.close(reading)
            thread.join()

    code, out, _ = piped(b"1,0\n0,1\n1/3,1e-1\n")
    assert code == 0
    assert "2 of 3000 rows" in out
    monkeypatch.setattr(number_table, "MOST_SKIPPED", 100)
    assert "holds no numbers" in piped(b"#\n\n").err
    assert "line 1, column 1: 'one' is not a number" in piped(b"one,2\n").err
    monkeypatch.setattr(number_table, "MOST_BYTES", 100)
    assert "has more than 100 bytes" in piped(b"1,0\n0,1\n").err


PEAK = table(__file__, "peak")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of the memory is read from /proc")
def test_the_memory_of_a_long_file(tmp_path):
    """In units of its numbers as floats; the text alone takes more than one."""
    rng = np.random.default_rng(0)
    few, many = tmp_path / "few.csv", tmp_path / "many.csv"
    np.savetxt(few, rng.normal(size=(3000, 20)), delimiter=",", fmt="%.6f")
    with many.open("w") as file:
        for _ in range(300):
            np.savetxt(file, rng.normal(size=(1000, 20)), delimiter=",", fmt="%.6f")
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(few), str(many), str(300_000 * 20 * 8)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"BANDITPROOF_KERNELS": "compiled"},
    )
    assert float(done.stdout.split()[-1]) < 2.5
