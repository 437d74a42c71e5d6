"""Kept cells: found again whole, never trusted when damaged, written all or none.

Where no warning is expected, one is an error.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path
import pytest
from banditproof.algorithms.sweeps import cell_store, segments
from banditproof.algorithms.sweeps.cell_store import DAMAGED, SUFFIX, CellStore
from banditproof.algorithms.sweeps.segments import SegmentWriter, record, records
from banditproof.algorithms.sweeps.task import key_of

SEGMENT_NAME = f"9-{'a' * 12}{SUFFIX}"
"""The name of a segment of another process."""
PAIRS = [(key_of(str(number)), bytes([number]) * (10 + number)) for number in range(8)]


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    with CellStore(tmp_path) as store:
        store.keep(PAIRS[:3])
        store.keep(PAIRS[3:])
    return tmp_path


def segment(folder: Path) -> Path:
    (result,) = folder.glob(f"*{SUFFIX}")
    return result


def contents(folder: Path) -> dict[bytes, bytes]:
    with CellStore(folder) as store:
        return {key: content for key, _ in PAIRS if (content := store.content(key)) is not None}


def test_what_was_kept_is_found_by_the_next_process(filled: Path) -> None:
    assert contents(filled) == dict(PAIRS)
    assert len(list(filled.iterdir())) == 1, "many cells are one file"


def test_a_store_that_keeps_nothing_leaves_nothing(tmp_path: Path) -> None:
    with CellStore(tmp_path) as store:
        store.keep([])
    assert list(tmp_path.iterdir()) == []


def damaged(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))


def test_each_damaged_byte_costs_its_cell_alone_and_a_sentence(filled: Path) -> None:
    path = segment(filled)
    whole = path.read_bytes()
    with path.open("rb") as file:
        ends = [place.end for place in records(file)]
    for place in range(0, len(whole), 11):
        damaged(path, place)
        hit = next(number for number, end in enumerate(ends) if place < end)
        with pytest.warns(UserWarning, match=r"A cell kept in .* is damaged; it is run again\."):
            result = contents(filled)
        assert result == {key: content for key, content in PAIRS if key != PAIRS[hit][0]}
        for left in filled.iterdir():
            left.unlink()
        path.write_bytes(whole)


@pytest.mark.parametrize("lost", [1, 30, 60])
def test_a_cut_file_loses_its_last_cells(filled: Path, lost: int) -> None:
    path = segment(filled)
    path.write_bytes(path.read_bytes()[:-lost])
    with pytest.warns(UserWarning, match="damaged"):
        result = contents(filled)
    assert 0 < len(result) < len(PAIRS)
    assert result.items() <= dict(PAIRS).items()


def test_a_mended_folder_is_silent_and_the_damaged_file_is_put_aside(filled: Path) -> None:
    damaged(segment(filled), 40)
    with pytest.warns(UserWarning, match="damaged"):
        CellStore(filled).close()
    assert len(contents(filled)) == len(PAIRS) - 1
    assert len(list(filled.glob(f"*{DAMAGED}"))) == 1


def test_a_length_that_is_damaged_asks_for_no_memory(filled: Path) -> None:
    path, place = segment(filled), len(segments.MARK) + 20
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + b"\xff" * 8 + whole[place + 8 :])
    with pytest.warns(UserWarning, match="damaged"):
        assert len(contents(filled)) == len(PAIRS) - 1


def test_a_cell_that_is_damaged_while_it_is_used_is_noticed(filled: Path) -> None:
    with CellStore(filled) as store:
        damaged(segment(filled), 60)
        with pytest.warns(UserWarning, match="run again"):
            assert store.content(PAIRS[0][0]) is None
        assert PAIRS[0][0] not in store
        assert store.content(PAIRS[1][0]) == PAIRS[1][1]


def test_the_key_belongs_to_the_checksum(tmp_path: Path) -> None:
    other = record(PAIRS[0][0], b"content").replace(PAIRS[0][0], PAIRS[1][0])
    (tmp_path / SEGMENT_NAME).write_bytes(other)
    with pytest.warns(UserWarning, match="damaged"):
        assert contents(tmp_path) == {}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["folder", "text", "empty"])
def test_other_things_in_the_folder_do_no_harm(filled: Path, kind: str) -> None:
    other = filled / SEGMENT_NAME
    if kind == "folder":
        other.mkdir()
    else:
        other.write_text("x" * 100 if kind == "text" else "")
    assert contents(filled) == dict(PAIRS)


def test_two_stores_in_one_folder_see_what_the_other_finished(tmp_path: Path) -> None:
    with CellStore(tmp_path) as first, CellStore(tmp_path) as second:
        first.keep(PAIRS[:4])
        second.keep(PAIRS[2:])
        second.refresh()
        assert len(second) == len(PAIRS)
        first.refresh()
        assert first.content(PAIRS[7][0]) == PAIRS[7][1]
    assert contents(tmp_path) == dict(PAIRS)


def test_what_another_process_is_writing_is_not_called_damaged(tmp_path: Path) -> None:
    writer = SegmentWriter(tmp_path / SEGMENT_NAME)
    writer.append(PAIRS[:1])
    half = record(*PAIRS[1])[:-5]
    writer._file.write(half)
    with CellStore(tmp_path) as store:
        assert len(store) == 1
        writer._file.write(record(*PAIRS[1])[-5:])
        store.refresh()
        assert store.content(PAIRS[1][0]) == PAIRS[1][1]
    writer.close()


def test_what_is_completed_while_it_is_read_is_not_called_damaged(tmp_path, monkeypatch) -> None:
    writer = SegmentWriter(tmp_path / SEGMENT_NAME)
    writer.append(PAIRS[:1])
    whole = record(*PAIRS[1])
    writer._file.write(whole[:-5])

    def slow(file, start=0):
        places = list(records(file, start))
        writer._file.write(whole[-5:])
        writer.close()
        return places

    monkeypatch.setattr(cell_store, "records", slow)
    CellStore(tmp_path).close()
    monkeypatch.undo()
    assert len(contents(tmp_path)) == 2


class Full:
    """A disk on which some bytes are left."""

    def __init__(self, file, left: int) -> None:
        self.file, self.left = file, left

    def write(self, data) -> int:
        if not self.left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = self.file.write(data[: self.left])
        self.left -= count
        return count

    def __getattr__(self, name: str):
        return getattr(self.file, name)


def test_a_full_disk_is_one_sentence_and_keeps_complete_cells_alone(tmp_path: Path) -> None:
    with CellStore(tmp_path) as store:
        store.keep(PAIRS[:3])
        size = segment(tmp_path).stat().st_size
        store._writer._file = Full(store._writer._file, 100)
        with pytest.raises(ValueError, match=r"No space left .* 3 cells are kept there\.$"):
            store.keep(PAIRS[3:])
        assert segment(tmp_path).stat().st_size == size
        store._writer._file.left = 10**6
        store.keep(PAIRS[3:])
    assert contents(tmp_path) == dict(PAIRS)


def test_an_interruption_while_writing_leaves_no_part(tmp_path: Path) -> None:
    class Interrupted(Full):
        def write(self, data) -> int:
            self.file.write(data[:50])
            raise KeyboardInterrupt

    with CellStore(tmp_path) as store:
        store.keep(PAIRS[:2])
        size = segment(tmp_path).stat().st_size
        store._writer._file = Interrupted(store._writer._file, 0)
        with pytest.raises(KeyboardInterrupt):
            store.keep(PAIRS[2:])
        assert segment(tmp_path).stat().st_size == size


@pytest.mark.slow
def test_cells_survive_a_killed_process(tmp_path: Path) -> None:
    program = """
import os, signal, sys, pathlib
from banditproof.algorithms.sweeps.cell_store import CellStore
CellStore(pathlib.Path(sys.argv[1])).keep([(bytes(20), b'content')])
os.kill(os.getpid(), signal.SIGKILL)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], env=environment, check=False)
    with CellStore(tmp_path) as store:
        assert store.content(bytes(20)) == b"content"
