"""Stored machine code: found by its content, in a folder of its owner alone, never a condition."""

import os
import subprocess
import sys
from pathlib import Path
import pytest
from case_tables import table
from banditproof.theory import compiled, kernel_cache
from banditproof.theory.kernel_cache import cache_folder, forgiving, trusted_folder


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A place of our own for the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache_folder.cache_clear()
    yield tmp_path
    cache_folder.cache_clear()


def test_the_folder_follows_the_kernels(monkeypatch, tmp_path):
    result = cache_folder.__wrapped__
    folder = result()
    assert folder == result()
    theory = tmp_path / "theory"
    theory.mkdir()
    for name in ("kernel_cache.py", "compiled.py"):
        (theory / name).write_text("")
    (theory / "x_kernels.py").write_text("a = 1")
    monkeypatch.setattr(kernel_cache, "__file__", str(theory / "kernel_cache.py"))
    first = result()
    (theory / "x_kernels.py").write_text("a = 2")
    assert len({folder, first, result()}) == 3
    # a policy without a kernel is no part of it, and one with a kernel is
    policies = tmp_path / "algorithms" / "regret"
    policies.mkdir(parents=True)
    before = result()
    (policies / "plain.py").write_text("a = 1")
    assert result() == before
    (policies / "compiled.py").write_text("\n\n@kernel\ndef index(x):\n    return 1.0\n")
    first = result()
    (policies / "compiled.py").write_text("\n\n@kernel\ndef index(x):\n    return 2.0\n")
    assert len({before, first, result()}) == 3


def test_the_folder_is_made_for_its_owner_alone(home):
    before = os.umask(0)
    try:
        folder = trusted_folder()
    finally:
        os.umask(before)
    assert folder is not None
    assert folder.parent.parent == home
    for made in (folder, folder.parent):
        assert made.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(home, mode):
    folder = trusted_folder()
    folder.chmod(mode)
    assert trusted_folder() is None
    folder.chmod(0o755)
    assert trusted_folder() == folder


def test_a_place_where_everybody_can_rename_is_not_used(home):
    home.chmod(0o777)
    assert trusted_folder() is None
    home.chmod(0o1777)
    assert trusted_folder() is not None


def test_a_folder_of_somebody_else_is_not_used(home, monkeypatch):
    assert trusted_folder() is not None
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert trusted_folder() is None


def test_a_link_to_a_folder_of_everybody_is_not_used(home):
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    cache_folder().parent.mkdir(mode=0o700)
    cache_folder().symlink_to(elsewhere)
    assert trusted_folder() is None


@pytest.mark.parametrize("place", ["relative", "/dev/null", "file", ""])
def test_an_odd_place_is_no_error(home, monkeypatch, place):
    if place == "file":
        (home / "file").write_text("")
        place = str(home / "file")
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    monkeypatch.setenv("HOME", str(home))
    cache_folder.cache_clear()
    if os.path.isabs(place):
        assert trusted_folder() is None
    else:
        assert cache_folder().is_relative_to(home / ".cache")


class Store:
    """A store of machine code that is damaged until it is emptied."""

    damaged = True
    kept = False

    def load_overload(self, signature, context):
        raise EOFError("Ran out of input")

    def flush(self):
        self.damaged = False

    def save_overload(self, signature, code):
        if self.damaged:
            raise EOFError("Ran out of input")
        self.kept = True


class Code:
    """A compiled function."""

    def __init__(self):
        self.store = Store()


def test_a_damaged_store_is_an_empty_one():
    code = forgiving(Code(), "store")
    assert code.store.load_overload(None, None) is None
    code.store.save_overload(None, None)
    assert code.store.kept


PROGRAM = """
import numpy
from banditproof.theory import kl
from banditproof.theory.bernoulli_kernels import kl as kernel
assert kl(numpy.linspace(0, 1, 10**6), 0.5)[0] > 0.6
assert kernel.compiled(0.0, 0.5) > 0.6
"""


@pytest.mark.slow
def test_kernels_answer_with_damaged_machine_code(tmp_path):
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }

    def run():
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return [file for file in Path(tmp_path).rglob("*.nbc") if file.stat().st_size > 10]

    stored = run()
    assert len(stored) >= 2
    kept = {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in stored}
    run()  # what is whole is used, and not written again
    assert kept == {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in stored}
    for damage in DAMAGES:
        for file in stored:
            file.write_bytes(damage(file.read_bytes()))
        assert sorted(run()) == sorted(stored)


def in_the_code(change):
    """Change the machine code behind its header, as if the rest of the file were whole."""

    def damage(content):
        begin = content.index(b"\x7fELF") + 64
        return content[:begin] + change(content[begin : begin + 1500]) + content[begin + 1500 :]

    return damage


DAMAGES = (
    lambda content: content[:10],
    lambda content: b"",
    lambda content: content[:-1],
    # what a disk may do to a file, whose length stays: each of these ended the process by a signal
    in_the_code(lambda code: bytes(len(code))),
    in_the_code(lambda code: bytes(b ^ 1 if i % 37 == 30 else b for i, b in enumerate(code))),
)


def test_steps_add_up_until_the_kernel_is_compiled(monkeypatch):
    @compiled.kernel
    def plus_one(x):
        return x + 1.0

    monkeypatch.setattr(plus_one, "_is_stored", True)
    share = compiled.BREAK_EVEN / 4
    assert [plus_one.is_interpreted(share * k) for k in (1, 4, 5)] == [True, True, False]
    for _ in range(4):
        assert plus_one.is_interpreted(share)
        assert plus_one.for_work(share)(1.0) == 2.0
    assert not plus_one.is_interpreted(share)
    monkeypatch.setattr(plus_one, "_is_stored", False)
    assert plus_one.is_interpreted(share)  # compiling takes longer if no machine code is stored
    assert not plus_one.is_interpreted(10 * compiled.COLD_BREAK_EVEN)
    assert plus_one.for_work(8 * share, calls=100)(1.0) == 2.0
    assert plus_one.spent == pytest.approx(4.08 * share)


def test_the_variable_decides_for_all_kernels(monkeypatch):
    @compiled.kernel
    def twice(x):
        return 2.0 * x

    monkeypatch.setattr(compiled, "FORCED", "compiled")
    assert twice.for_work(0) is twice.compiled
    monkeypatch.setattr(compiled, "FORCED", "interpreted")
    assert twice.is_interpreted(1e99)
    assert twice.for_work(1e99)(3) == 6.0


SMALL = table(__file__, "small")


LARGE = (
    pytest.param(
        "simulate(make_policy('dp-imed', 3, 1, 10**6), bandit, 10**6, 10**4, rng=1)",
        marks=pytest.mark.slow,  # its kernels take long to compile
    ),
    "simulate(make_policy('kl-ucb', 3, 1, 10**5), bandit, 10**5, 1, rng=1)",
    "import numpy; kl(numpy.linspace(0, 1, 10**6), 0.5)",
)


def run(program, folder):
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr


def test_small_work_does_not_import_the_compiler(tmp_path):
    run(SMALL, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("work", LARGE)
def test_large_work_is_compiled(work, tmp_path):
    imports = SMALL.partition("bounds(bandit")[0]
    run(f"{imports}\n{work}\nassert 'numba' in sys.modules", tmp_path)
    assert list(tmp_path.rglob("*.nbc"))
