"""Rows from files and from scikit-learn, and the sentences where there are none."""

import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms.membership.descents.labelled_rows import LabelledRows
from banditproof.algorithms.membership.descents.linear_layers import SoftmaxRegression
from banditproof.algorithms.membership.descents.recorded_rows import digits, read_rows

X, Y = np.arange(6.0).reshape(3, 2), np.array([0, 1, 0])


def test_files_are_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "rows.npz", features=X, labels=Y, more=[1])
    assert read_rows(tmp_path / "rows.npz") == LabelledRows(X, Y)
    np.savez_compressed(tmp_path / "own.npz", pictures=X.reshape(3, 1, 2), classes=Y)
    read = read_rows(tmp_path / "own.npz", features="pictures", labels="classes")
    assert read == LabelledRows(X, Y)
    np.save(tmp_path / "rows.npy", np.column_stack([X, Y]))
    assert read_rows(str(tmp_path / "rows.npy")) == LabelledRows(X, Y)


def file_of(save: Callable[..., None], *array: object, **arrays: object) -> bytes:
    """What NumPy saves: an NPZ file of named arrays, or an NPY file of one."""
    stream = BytesIO()
    save(stream, *array, **arrays)
    return stream.getvalue()


packed = partial(file_of, np.savez)
WRONG = {
    "text": (b"1,2,3", "is no file of NumPy"),
    "empty": (b"", "is empty"),
    "cut": (packed(features=X, labels=Y)[:-30], "damaged"),
    "names": (packed(labels=Y), "no array 'features'"),
    "lengths": (packed(features=X, labels=Y[:2]), "3 rows of features"),
    "nan": (packed(features=X * np.nan, labels=Y), "nan in row 1"),
    "flat": (packed(features=X[0], labels=Y), "shape"),
    "objects": (packed(features=np.array([{}]), labels=Y), "Python objects"),
    "vector": (file_of(np.save, X[0]), "label in the last column"),
}


@pytest.mark.parametrize(("content", "words"), WRONG.values(), ids=WRONG)
def test_wrong_files_are_refused(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "rows").write_bytes(content)
    for name, sentence in (
        ("rows", words),
        (".", "is a directory; give a file"),
        ("none", "There is no file"),
    ):
        with pytest.raises(ValueError, match=sentence):
            read_rows(tmp_path / name)


def test_without_scikit_learn_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ValueError, match=r'pip install "banditproof\[data\]"'):
        digits()


@pytest.mark.slow
def test_the_digits() -> None:
    pytest.importorskip("sklearn")
    rows = digits()
    assert (len(rows), rows.columns) == (1797, 64)
    assert set(rows.y.tolist()) == set(range(10))
    assert (rows.x.min(), rows.x.max()) == (0.0, 1.0)
    assert int((np.ptp(rows.x, axis=0) == 0).sum()) == 3
    SoftmaxRegression(columns=64, classes=10).check_rows(rows)
