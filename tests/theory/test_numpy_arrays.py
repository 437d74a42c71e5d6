"""Files of NumPy that are damaged or forged: one sentence, whatever their readers raise."""

import random
import struct
from io import BytesIO
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.recorded_rows import read_rows
from banditproof.theory.number_files.numpy_arrays import numpy_arrays
from banditproof.verify.membership.tables_of_data.data_tables import read_table
from banditproof.verify.membership.tables_of_data.target_rows import read_target

ROWS = np.arange(24.0).reshape(8, 3)
SHAPE = "{'descr': '<f8', 'fortran_order': False, 'shape': "
HEADERS = {
    "brackets": "(" * 9000,
    "an open bracket": SHAPE + "(2,",
    "nested brackets": SHAPE + "(" * 300 + "2" + ")" * 300 + "}",
    "a call": "(1)(2)",
    "no text": "\0\0\0",
    "a line that ends early": "{'descr': '<f8'\n",
    "a type that is none": SHAPE.replace("<f8", "<q7") + "(2,)}",
    "a type of objects": SHAPE.replace("<f8", "|O") + "(2,)}",
    "a shape of a text": SHAPE + "'two'}",
    "a shape below 0": SHAPE + "(-3, 4)}",
    "a shape of no end": SHAPE + "(10**9,)}",
    "a large shape": SHAPE + "(1000000000000000,)}",
    "a larger shape": SHAPE + f"({10**30},)}}",
}


def npy(header: str) -> bytes:
    """An NPY file with a header and 64 bytes of numbers."""
    text = header.encode("latin1")
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", len(text)) + text + bytes(64)


def npz(packed: bool) -> bytes:
    stream = BytesIO()
    (np.savez_compressed if packed else np.savez)(stream, features=ROWS, labels=np.arange(8))
    return stream.getvalue()


def read_everything(path: Path) -> None:
    """Read a file in all ways in which a command does."""
    for read in (
        lambda: read_table(str(path)),
        lambda: read_target(str(path), ROWS),
        lambda: read_rows(path),
        lambda: every_array(path),
    ):
        said = ""
        try:
            read()
        except ValueError as problem:
            said = str(problem)
        assert not said or (path.name in said and said.endswith(".") and "\n" not in said)


def every_array(path: Path) -> None:
    with numpy_arrays(path) as result:
        if not isinstance(result, np.ndarray):
            for name in result:
                assert isinstance(result[name], np.ndarray)


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_forged_header_is_a_sentence(tmp_path: Path, header: str) -> None:
    (tmp_path / "a.npy").write_bytes(npy(header))
    read_everything(tmp_path / "a.npy")
    with pytest.raises(ValueError, match=r"damaged, or no file|Python objects"):
        every_array(tmp_path / "a.npy")


@pytest.mark.parametrize("packed", [True, False])
def test_a_cut_or_damaged_file_is_a_sentence(tmp_path: Path, packed: bool) -> None:
    content, dice = npz(packed), random.Random(7)
    path = tmp_path / "a.npz"
    for size in range(0, len(content), 11):
        path.write_bytes(content[:size])
        read_everything(path)
        with pytest.raises(ValueError, match=r"\.npz is (damaged|empty|no file)"):
            every_array(path)
    for _ in range(400):
        damaged = bytearray(content)
        for _ in range(dice.choice([1, 2, 8])):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged)
        read_everything(path)


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(npz(True))
    with numpy_arrays(tmp_path / "a.npz") as result:
        assert list(result) == ["features", "labels"]
        assert len(result) == 2
        assert np.array_equal(result["features"], ROWS)
    np.save(tmp_path / "a.npy", ROWS)
    with numpy_arrays(tmp_path / "a.npy") as array:
        assert np.array_equal(array, ROWS)
