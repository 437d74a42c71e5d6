"""Code is read wherever Python could run it, and an engine that was replaced is noticed."""

import builtins
import collections
import copy
import fractions
import math
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from types import FunctionType
import numpy as np
import pytest
from altered_policies import altered
from banditproof.algorithms import DPIMED, Curator, RewardList, coarse_numbers
from banditproof.algorithms.randomness import Drawing, Sampled
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit.declaration import declaration_of
from banditproof.verify.audit.plain_code import not_plain
from banditproof.verify.audit.untouched_engine import changed_engine

SEEN = []


class Pointing(DPIMED):
    """Numpy would read memory wherever such an object says."""

    __array_interface__ = {"data": (0, True)}  # noqa: RUF012


def test_special_methods_that_only_python_or_numpy_read_are_not_plain():
    assert not_plain([Pointing(arms=2, eps=1)]) == ["Pointing defines __array_interface__"]


def test_code_that_only_computes_names_none():
    import numpy as np

    def decide(self, state, t, randomness):
        totals = np.stack([np.asarray([t]), np.asarray([1])])
        return copy.copy(int(totals.sum()))

    assert not_plain([altered(decide=decide)]) == []


def test_an_engine_that_was_replaced_is_noticed(monkeypatch):
    assert changed_engine() == []

    monkeypatch.setattr(
        Curator, "read", lambda self, held, arm, reward: SEEN.append(reward) or held
    )
    assert changed_engine() == ["banditproof.algorithms.curators.curator.Curator.read"]
    missing = declaration_of(DPIMED(arms=2)).missing
    assert any("Curator.read of the engine was replaced" in reason for reason in missing)


def test_replacing_a_function_by_another_object_is_noticed(monkeypatch):
    from banditproof.algorithms.engines import per_step

    monkeypatch.setattr(per_step, "play", 3)
    monkeypatch.setattr(Laplace, "sample", property(lambda self: lambda rng: 0))
    assert changed_engine() == [
        "banditproof.algorithms.engines.per_step.play",
        "banditproof.theory.mechanisms.laplace.Laplace.sample",
    ]


def reached():
    """Code that looks into its callers."""
    frame = sys._getframe()
    return frame.f_back.f_locals


class MadeAnew:
    def __new__(cls):
        return reached()


@dataclass
class WithFactory:
    value: object = field(default_factory=reached)


class WithMake:
    def _make(self):
        return reached()


def written(name, body):
    names = {"__builtins__": builtins}
    exec(f"def {name}(self, other=None):\n import sys\n return {body}\n", names)
    return names[name]


@dataclass(eq=False)
class Equal:
    value: int = 0
    __eq__ = written("__eq__", "sys._getframe()")


@pytest.mark.parametrize(
    "code",
    [
        lambda: MadeAnew(),
        lambda: WithFactory().value,
        lambda: WithMake()._make(),
        lambda: Equal() == 3,
        FunctionType(reached.__code__, vars(fractions)),
    ],
    ids=["__new__", "default_factory", "_make", "generated __eq__", "globals of a module"],
)
def test_code_in_places_that_python_fills_is_read(code):
    assert not_plain([code])


PLANTED = {
    math: lambda: math.planted(),
    np: lambda: np.planted(),
    fractions: lambda: fractions.planted(),
    Fraction: lambda: Fraction(1).planted(),
}


@pytest.mark.parametrize("home", PLANTED, ids=lambda home: home.__name__)
def test_what_was_put_into_an_installed_module_is_read(home, monkeypatch):
    assert not_plain([PLANTED[home]]) == []
    monkeypatch.setattr(home, "planted", reached, raising=False)
    assert not_plain([PLANTED[home]])


class NamesModule:
    _sys = 0

    def decide(self):
        return collections._sys.setprofile(None)


def test_a_private_name_of_a_class_does_not_open_a_module():
    assert not_plain([NamesModule()]) == ["The code uses the module sys"]


def test_a_replaced_builtin_function_is_read(monkeypatch):
    monkeypatch.setattr(builtins, "callable", lambda x: reached())
    assert not_plain([lambda: callable(3)])


BORROWED = [
    *((math, "isfinite"), (builtins, "next"), (np.linalg, "norm")),
    *((coarse_numbers, "step_of"), (RewardList, "reward")),
]


@pytest.mark.parametrize(("home", "name"), BORROWED)
def test_whatever_the_engine_borrows_is_compared(home, name, monkeypatch):
    old = getattr(home, name)
    monkeypatch.setattr(home, name, lambda *given: old(*given))
    result = changed_engine()
    monkeypatch.undo()
    assert [item.split(".")[-1] for item in result] == [name]
    assert changed_engine() == []


class CopiesTheSource:
    """Says that it is a mechanism of this library, and copies the generator that it is given."""

    __module__ = "banditproof.theory.mechanisms.gaussian"

    def sample(self, rng):
        return copy.deepcopy(rng)


def test_no_decision_gets_a_copy_of_the_generator():
    hooked = Gaussian(sigma_squared=1)
    object.__setattr__(hooked, "sample", copy.deepcopy)
    chance = Drawing(Sampled(1))
    for noise in (CopiesTheSource(), hooked):
        with pytest.raises(ValueError, match="not a mechanism of this library"):
            chance.noise(noise)
    assert isinstance(chance.noise(Gaussian(sigma_squared=1)), float)
