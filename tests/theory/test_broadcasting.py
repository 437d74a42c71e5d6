"""Float forms broadcast as NumPy does, in every argument of type `Float`; others say so at once."""

import importlib
import inspect
import itertools
import pkgutil
from typing import Any
import numpy as np
import pytest
from case_tables import table
import banditproof.theory
from banditproof.theory.laws import Bernoulli

NUMBERS = table(__file__, "numbers")
"""Three values of each argument, at which every function is defined."""
OTHERS = {
    "hermite": {"order": 3},
    "edgeworth_density": {"skewness": 0.5, "excess": 0.25, "rows": 20, "terms": 2},
    "transportation_cost": {"best": Bernoulli("0.7"), "other": Bernoulli("0.5")},
    "private_chernoff_prefactor": {"x": (4.2, 4.5, 5.0)},
    "private_chernoff_bound": {"x": (4.2, 4.5, 5.0)},
    "wbar": {"x": (1.0, 1.5, 20.0)},
    **{name: {"law": Bernoulli("0.3")} for name in ("kl_inf", "tv_inf", "d_inf")},
}


def broadcasting() -> dict[str, Any]:
    """Every public function of theory with an argument of type `Float`."""
    results = {}
    for module in pkgutil.walk_packages(banditproof.theory.__path__, "banditproof.theory."):
        if module.name.endswith(("_kernels", ".domains", ".compiled")):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if name.startswith("_") or not inspect.isfunction(value):
                continue
            parameters = inspect.signature(value).parameters.values()
            if value.__module__ == module.name and any(map(_is_float, parameters)):
                results[name] = value
    return results


def _is_float(parameter: inspect.Parameter) -> bool:
    return str(parameter.annotation).split(" | ")[-1] == "Float"


def samples(name: str, function: Any) -> tuple[dict[str, tuple[Any, ...]], dict[str, Any]]:
    """Three values of each argument that broadcasts, and the other arguments."""
    given = NUMBERS | OTHERS.get(name, {})
    arrays, fixed = {}, {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.annotation == "FloatRows":
            fixed[parameter.name] = [0.1, 0.2]
        elif _is_float(parameter):
            arrays[parameter.name] = given[parameter.name]
        elif parameter.default is parameter.empty:
            fixed[parameter.name] = given[parameter.name]
    return arrays, fixed


def test_every_float_argument_broadcasts_as_numpy_does() -> None:
    checked = 0
    for name, function in broadcasting().items():
        arrays, fixed = samples(name, function)
        first = {argument: values[0] for argument, values in arrays.items()}
        single = function(**fixed, **first)
        assert isinstance(single, float), name
        for argument, values in arrays.items():
            one_by_one = [function(**fixed, **first | {argument: value}) for value in values]
            for given in (list(values), np.array(values), [list(values)]):
                together = function(**fixed, **first | {argument: given})
                assert together.shape == np.shape(given), (name, argument)
                assert together.ravel() == pytest.approx(one_by_one, rel=1e-13), (name, argument)
            assert function(**fixed, **first | {argument: np.empty(0)}).shape == (0,), name
            checked += 1
        columns = {
            argument: np.array(values).reshape([-1] + [1] * place)[:2]
            for place, (argument, values) in enumerate(arrays.items())
        }
        assert function(**fixed, **columns).shape == (2,) * len(arrays), name
    assert checked > 80


def test_shapes_that_do_not_broadcast_are_named() -> None:
    checked = 0
    for name, function in broadcasting().items():
        parameters = inspect.signature(function).parameters
        arrays, fixed = samples(name, function)
        for left, row in itertools.product(arrays, fixed):
            if parameters[row].annotation == "FloatRows":
                rows = {row: [[0.1, 0.2]] * 3}
                _refused(name, function, fixed | {left: list(arrays[left][:2])} | rows)
                checked += 1
        for left, right in itertools.combinations(arrays, 2):
            first = {argument: values[0] for argument, values in arrays.items()}
            lists = {left: list(arrays[left][:2]), right: list(arrays[right])}
            _refused(name, function, fixed | first | lists)
            checked += 1
    assert checked > 100


def _refused(name: str, function: Any, given: dict[str, Any]) -> None:
    shapes = [f"{argument} of shape {np.shape(x)}" for argument, x in given.items() if np.ndim(x)]
    with pytest.raises(ValueError, match=r"; give arrays that broadcast.*[^.]\.$") as caught:
        function(**given)
    said = str(caught.value)
    assert said.startswith(f"{name} has "), said
    assert all(shape in said for shape in shapes), said
