"""Files are complete or absent, parts of the dead are removed, and folders are checked first."""

import os
import re
import subprocess
import sys
from pathlib import Path
import pytest
from banditproof.theory.atomic_files import writable_file, writable_folder, write_atomically


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_files_have_the_permissions_that_the_umask_leaves(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        new = write_atomically(tmp_path / "new", lambda part: part.touch())
    finally:
        os.umask(before)
    assert new.stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    target, link = tmp_path / "kept" / "data.csv", tmp_path / "link.csv"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("kept/data.csv")
    write_atomically(link, lambda part: _ignore(part.write_text("new")))
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in target.parent.iterdir()] == ["data.csv"]


def _ignore(_: object) -> None: ...


def test_parts_of_a_killed_process_are_removed_and_others_are_not(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys, pathlib\n"
        "from banditproof.theory.atomic_files import write_atomically\n"
        "write_atomically(pathlib.Path(sys.argv[1]) / 'data.csv',"
        " lambda part: os.kill(os.getpid(), signal.SIGKILL))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], env=environment, check=False)
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".part-")
    own = tmp_path / re.sub(r"-[0-9]+-", f"-{os.getppid()}-", left.name)
    elsewhere = tmp_path / re.sub(r"-[0-9a-f]{8}-", "-00000000-", left.name, count=1)
    other = tmp_path / ".part-of-something-else"
    for file in (own, elsewhere, other):
        file.touch()
    write_atomically(tmp_path / "data.csv", lambda part: part.touch())
    assert set(tmp_path.iterdir()) == {own, elsewhere, other, tmp_path / "data.csv"}


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("old")

    def broken(part: Path) -> None:
        part.write_text("half")
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_atomically(path, broken)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data.csv").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_atomically(tmp_path / "data.csv", Path.touch)
    assert caught.value.filename == str(tmp_path / "data.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


def test_links_in_a_circle_are_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "a.csv").symlink_to("b.csv")
    (tmp_path / "b.csv").symlink_to("a.csv")
    with pytest.raises(ValueError, match=r"a\.csv is a link in a circle; give .* file\."):
        writable_file(tmp_path / "a.csv")


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """A device in the place of a file, such as /dev/null, is not replaced by a file either."""
    pipe = tmp_path / "data.csv"
    os.mkfifo(pipe)
    for refuse in (writable_file, lambda path: write_atomically(path, Path.touch)):
        with pytest.raises(ValueError, match=r"data\.csv is a device or a pipe; give .* file\."):
            refuse(pipe)
    assert pipe.is_fifo()
    with pytest.raises(ValueError, match=r"/dev/null is a device or a pipe"):
        writable_file(Path("/dev/null"))


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("folder", r"folder is a folder; give the name of a file\."),
        ("absent/a", r"folder .*absent does not exist; create it or give another one\."),
        ("file/a", r"file is a file, and no folder; give another one\."),
        ("link", r"folder .*absent does not exist; create it or give another one\."),
    ],
)
def test_the_place_of_a_file_is_checked_before_any_work(tmp_path: Path, place, sentence) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("absent/a")
    with pytest.raises(ValueError, match=sentence):
        writable_file(tmp_path / place)
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "file", "link"}


def test_a_folder_that_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ValueError, match=r"cannot be written to .*; give another one\."):
        writable_folder(blocked / "figures")
