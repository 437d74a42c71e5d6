"""Rows from arrays and NPZ files, and the digits that scikit-learn ships."""

from pathlib import Path
import numpy as np
from banditproof.theory.number_files.numpy_arrays import numpy_arrays
from banditproof.theory.optional_libraries import library
from .labelled_rows import LabelledRows


def read_rows(
    path: Path | str, *, features: str = "features", labels: str = "labels"
) -> LabelledRows:
    """The rows of a NumPy file: an NPZ file with two arrays, or an NPY file with one.

    The arrays of an NPZ file have the given names; features with more than two dimensions, such as
    pictures, become one row each. The last column of an NPY file has the labels. Pickled objects
    are not loaded.
    """
    file = Path(path)
    with numpy_arrays(file) as result:
        if isinstance(result, np.ndarray):
            return _with_last_column(result, file)
        missing = [name for name in (features, labels) if name not in result]
        if missing:
            raise ValueError(
                f"The file {file} has no array {missing[0]!r} (it has "
                f"{', '.join(map(repr, sorted(result))) or 'none'}); give the names of its "
                "features and labels."
            )
        x, y = result[features], result[labels]
    return LabelledRows(x.reshape(len(x), -1) if x.ndim > 2 else x, y)


def _with_last_column(array: np.ndarray, file: Path) -> LabelledRows:
    if array.ndim != 2 or array.shape[1] < 2:
        raise ValueError(
            f"The array of {file} has the shape {array.shape}; give rows x columns, at least one "
            "feature and the label in the last column."
        )
    return LabelledRows(array[:, :-1], array[:, -1])


def digits() -> LabelledRows:
    """The 1797 pictures of digits of scikit-learn, 64 grey values in [0, 1] and a label each.

    Three of the 64 pixels are 0 in every picture, so the covariance is singular.
    """
    result = library("sklearn.datasets", "The data set of digits", "data").load_digits()
    return LabelledRows(result.data / 16.0, result.target)
