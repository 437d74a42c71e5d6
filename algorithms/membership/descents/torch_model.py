"""Any module of PyTorch as a model: attacks and canaries run on it as on the models in NumPy.

PyTorch is imported when a model is made; the extra `torch` brings it. Its default wheels for Linux
bring the libraries of graphics cards as well, which nothing here needs.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Literal, get_args
import numpy as np
import numpy.typing as npt
from banditproof.algorithms.membership.row_laws.row_law import Floats
from banditproof.theory.optional_libraries import library
from .labelled_rows import LabelledRows
from .linear_layers import check_classes
from .model import Model, check_count

Loss = Literal["squares", "logistic", "softmax"]
"""The losses of linear, logistic and softmax regression, of the scores that a module gives."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TorchModel(Model):
    """A module of PyTorch with the loss of a row; theta is its parameters, one after the other.

    The module takes a batch of rows and gives one score for each, or one for each class with
    `loss="softmax"`. A row of features has the form `shape` where that is given, such as
    (1, 8, 8) for pictures. The module is copied, in double precision and in the mode for
    evaluation, and each row passes alone: so no loss depends on other rows or on chance.
    Parameters that need no gradient stay as they are, and a descent starts where the module is.

    The gradients come from `torch.func`, all rows at once; a module that it cannot treat so is
    taken row by row with `together=False`, slower.

    >>> TorchModel(module=None, loss="hinge", columns=2)
    Traceback (most recent call last):
    ...
    ValueError: loss is 'hinge'; give 'squares', 'logistic' or 'softmax'.
    """

    module: Any
    loss: Loss
    columns: int
    shape: Sequence[int] | None = None
    together: bool = True

    def __post_init__(self) -> None:
        if self.loss not in get_args(Loss):
            raise ValueError(f"loss is {self.loss!r}; give 'squares', 'logistic' or 'softmax'.")
        check_count("columns", self.columns, 1)
        object.__setattr__(self, "shape", self._form)
        torch = library("torch", "A module of PyTorch", "torch")
        if not isinstance(self.module, torch.nn.Module):
            raise ValueError(f"module is {self.module!r}; give a torch.nn.Module.")
        own = deepcopy(self.module).to("cpu", torch.float64).eval()
        object.__setattr__(self, "module", own)
        if not self._sizes:
            raise ValueError("The module has no parameter that needs a gradient; give another one.")
        _ = self._outputs

    @property
    def parameters(self) -> int:
        """The number of entries of all parameters that need a gradient."""
        return sum(map(prod, self._sizes.values()))

    @property
    def start(self) -> Floats:
        """The parameters of the module as it was given."""
        every = dict(self.module.named_parameters())
        return np.concatenate([every[name].detach().numpy().ravel() for name in self._sizes])

    def check_labels(self, labels: Floats) -> None:
        """The labels are the classes 0, 1, ...; any finite number for squares."""
        if self.loss != "squares":
            check_classes(labels, 2 if self.loss == "logistic" else self._outputs)

    def losses(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The loss of each row."""
        torch = library("torch", "A module of PyTorch", "torch")
        with torch.no_grad():
            return self._of_rows(self._loss, theta, rows)

    def gradients(self, theta: npt.ArrayLike, rows: LabelledRows) -> Floats:
        """The gradient of the loss of each row (n x parameters)."""
        func = library("torch.func", "A module of PyTorch", "torch")
        return self._of_rows(func.grad(self._loss), theta, rows)

    def module_at(self, theta: npt.ArrayLike) -> Any:
        """A copy of the module with these parameters, in double precision."""
        result = deepcopy(self.module)
        result.load_state_dict(self._named(theta), strict=False)
        return result

    @cached_property
    def _sizes(self) -> dict[str, tuple[int, ...]]:
        every = self.module.named_parameters()
        return {name: tuple(own.shape) for name, own in every if own.requires_grad}

    @cached_property
    def _outputs(self) -> int:
        """The number of scores; ValueError unless the module takes a row and gives some."""
        torch = library("torch", "A module of PyTorch", "torch")
        zeros = torch.zeros((1, *self._form), dtype=torch.float64)
        try:
            with torch.no_grad():
                form = tuple(self.module(zeros).shape)
        except (RuntimeError, ValueError, TypeError, IndexError, AttributeError) as problem:
            raise ValueError(
                f"The module does not take a row of the shape {self._form} "
                f"({_first_line(problem)}); give columns and shape as it needs them."
            ) from None
        classes = self.loss == "softmax"
        if len(form) != 2 or form[0] != 1 or (form[1] < 2 if classes else form[1] != 1):
            raise ValueError(
                f"The scores of one row have the shape {form}; give a module with scores of the "
                f"shape {'(1, classes)' if classes else '(1, 1)'} for the loss {self.loss!r}."
            )
        return int(form[1])

    @property
    def _form(self) -> tuple[int, ...]:
        return row_shape(self.shape, self.columns)

    def _named(self, theta: npt.ArrayLike) -> dict[str, Any]:
        """The parameters by their names, as tensors."""
        torch = library("torch", "A module of PyTorch", "torch")
        parts = pieces(self.vector(theta), list(self._sizes.values()))
        return {name: torch.tensor(part) for name, part in zip(self._sizes, parts, strict=True)}

    def _loss(self, named: dict[str, Any], features: Any, label: Any) -> Any:
        """The loss of one row, for torch.func."""
        func = library("torch.func", "A module of PyTorch", "torch")
        losses = library("torch.nn.functional", "A module of PyTorch", "torch")
        scores = func.functional_call(self.module, named, (features[None],))
        if self.loss == "softmax":
            return losses.cross_entropy(scores, label.long()[None])
        score = scores[0, 0]
        if self.loss == "logistic":
            return losses.binary_cross_entropy_with_logits(score, label)
        return (score - label) ** 2 / 2

    def _of_rows(
        self, value: Callable[..., Any], theta: npt.ArrayLike, rows: LabelledRows
    ) -> Floats:
        """A value of each row, whose parts, if it has some, stand one after the other."""
        torch = library("torch", "A module of PyTorch", "torch")
        func = library("torch.func", "A module of PyTorch", "torch")
        self.check_rows(rows)
        named, labels = self._named(theta), torch.tensor(rows.y)
        features = torch.tensor(rows.x).reshape(len(rows), *self._form)
        if not self.together:
            each = [_joined(value(named, *row)) for row in zip(features, labels, strict=True)]
            return np.stack(each)
        try:
            result = func.vmap(value, in_dims=(None, 0, 0))(named, features, labels)
        except RuntimeError as problem:
            raise ValueError(
                f"torch.func cannot treat all rows at once in this module "
                f"({_first_line(problem)}); give together=False."
            ) from None
        return _joined(result, len(rows))


def _joined(value: Any, *rows: int) -> Floats:
    """A tensor, or the tensors of all parameters side by side, as an array."""
    if not isinstance(value, dict):
        return np.asarray(value.detach().numpy())
    parts = [part.detach().numpy().reshape(*rows, -1) for part in value.values()]
    return np.concatenate(parts, axis=-1)


def _first_line(problem: Exception) -> str:
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0].rstrip(".")


def row_shape(shape: Sequence[int] | None, columns: int) -> tuple[int, ...]:
    """The form of one row of so many features; ValueError for a form of another size.

    >>> row_shape(None, 64), row_shape([1, 8, 8], 64)
    ((64,), (1, 8, 8))
    """
    if shape is None:
        return (columns,)
    for length in shape:
        check_count("A length of the shape", length, 1)
    if prod(shape) != columns:
        raise ValueError(
            f"The shape {tuple(shape)} has {prod(shape)} entries; give one of {columns}, as there "
            "are columns."
        )
    return tuple(map(int, shape))


def pieces(theta: Floats, sizes: Sequence[tuple[int, ...]]) -> list[Floats]:
    """A vector cut into arrays of the given sizes, in their order.

    >>> [part.tolist() for part in pieces(np.array([1.0, 2.0, 3.0]), [(2, 1), ()])]
    [[[1.0], [2.0]], 3.0]
    """
    ends = np.cumsum([prod(size) for size in sizes])
    return [p.reshape(size) for p, size in zip(np.split(theta, ends[:-1]), sizes, strict=True)]
