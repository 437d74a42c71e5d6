"""What is declared is read off a policy without playing it; every way around is a reason."""

import builtins
import collections
import copy
import fractions
import functools
import gc
import inspect
import math
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from types import FunctionType

import numpy as np
import pytest
from numpy.ctypeslib import as_array

from banditproof.algorithms import (
    DPIMED,
    POLICIES,
    Curator,
    DeclaredSums,
    DeclaredVectors,
    RewardList,
    RewardSpace,
    coarse_numbers,
)
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.randomness import Drawing, Sampled
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, NoNoise
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.declaration import (
    NotConstant,
    constant_noise,
    declaration_of,
    is_known_noise,
)
from banditproof.verify.audit.plain_code import not_plain
from banditproof.verify.audit.price import price
from banditproof.verify.audit.untouched_engine import changed_engine

SCALE = 2
TABLE = {"scale": 2}


def made(**methods):
    """DP-IMED with other methods or attributes."""
    return type("Mine", (DPIMED,), methods)(arms=2, eps=1)


LITERAL = {"adac-ucb-printed", "dp-ucb-printed"}
"""Printed boxes: one has noise that differs from state to state, one too little noise."""


@pytest.mark.parametrize("name", POLICIES)
def test_the_parts_of_every_built_in_policy_are_declared_and_within_its_budget(name):
    policy = built_in(name, ZCDP("1/8"), 2)
    found = declaration_of(policy)
    if policy.budget == PureDP(math.inf):
        assert found.parts in (None, DeclaredSums(NoNoise()))
    elif name not in LITERAL:
        assert found.complete
        assert price(found.parts, policy.rewards, policy.budget).allowed
        if type(policy.curator) is Curator:
            assert found.parts == DeclaredSums(constant_noise(policy))


def reads_the_state(self, state, pull):
    return Laplace(1 if len(state) < 9 else 2)


def reads_the_pull(self, state, pull):
    return Laplace(2) if pull.arm == 0 else NoNoise()


def reads_a_dictionary(self, state, pull):
    return Laplace(TABLE["scale"])


def calls_a_function(self, state, pull):
    return Laplace(len("ab"))


def keeps_count(self, state, pull):
    self.__dict__["n"] = 1
    return Laplace(2)


def has_a_default(self, state, pull, seen=[]):  # noqa: B006
    return Laplace(2)


def loops(self, state, pull):
    for _ in range(3):
        pass
    return Laplace(2)


def assigns(self, state, pull):
    scale = 2
    return Laplace(scale)


def calls_a_method(self, state, pull):
    return self.schedule.noise()


@pytest.mark.parametrize(
    "method",
    [
        *(reads_the_state, reads_the_pull, reads_a_dictionary, calls_a_function, keeps_count),
        *(has_a_default, loops, assigns, calls_a_method),
    ],
    ids=lambda method: method.__name__,
)
def test_noise_that_may_change_is_not_constant(method):
    with pytest.raises(NotConstant):
        constant_noise(made(mechanism=method))


def of_the_module(self, state, pull):
    return Laplace(SCALE)


def of_a_field(self, state, pull):
    """A docstring does no harm."""
    if self.noise is None:
        return Laplace(1 / exact(self.eps))
    return self.noise


def of_a_formula(self, state, pull):
    return Laplace(max(math.sqrt(2) / float(self.eps), Fraction(1, 3)))


def of_a_constructor(self, state, pull):
    return Gaussian.of_sigma(3)


@pytest.mark.parametrize(
    ("method", "noise"),
    [
        (of_the_module, Laplace(2)),
        (of_a_field, Laplace(1)),
        (of_a_formula, Laplace(max(math.sqrt(2), Fraction(1, 3)))),
        (of_a_constructor, Gaussian.of_sigma(3)),
    ],
)
def test_noise_of_numbers_alone_is_constant(method, noise):
    assert constant_noise(made(mechanism=method)) == noise


def test_a_wrapped_or_computed_mechanism_is_not_read():
    assert_missing(made(mechanism=staticmethod(lambda *_: Laplace(1))), "may change")
    assert_missing(made(mechanism=property(lambda self: lambda *_: Laplace(1))), "may change")

    class Property(DPIMED):
        @property
        def noise(self):
            return Laplace(1)

        def __init__(self):
            object.__setattr__(self, "arms", 2)
            object.__setattr__(self, "eps", 1)

        mechanism = of_a_field

    with pytest.raises(NotConstant, match="computed"):
        constant_noise(Property())


def test_a_field_of_an_open_class_may_change():
    @dataclass
    class Open(Policy):
        arms: int = 2
        eps: float = 1
        noise: object = None
        name = "open"
        mechanism = of_a_field

        budget = None

        def start(self):
            return ()

        def decide(self, state, t, randomness):
            return None

        def learn(self, state, pull, released):
            return state

    with pytest.raises(NotConstant, match="frozen"):
        constant_noise(Open())


class Whisper(Laplace):
    """Samples a tenth of what it declares."""

    def sample(self, rng):
        return super().sample(rng) / 10


def test_a_mechanism_of_ones_own_is_not_known():
    assert not is_known_noise(Whisper(1))
    tampered = Laplace(1)
    object.__setattr__(tampered, "sample", lambda rng: 0)
    assert not is_known_noise(tampered)
    assert_missing(DPIMED(arms=2, eps=1, noise=Whisper(1)), "Whisper")
    assert_missing(made(curator=DeclaredSums(Whisper(1))), "not one of this library's")


def assert_missing(policy, words):
    found = declaration_of(policy)
    assert not found.complete
    assert any(words in reason for reason in found.missing), found.missing


class OwnCurator(Curator):
    pass


@dataclass(frozen=True)
class OwnSums(DeclaredSums):
    pass


class Meddling(DPIMED):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


def tampered(curator):
    object.__setattr__(curator, "release", lambda *_: None)
    return curator


@dataclass(frozen=True)
class Chosen(DPIMED):
    """The curator is a field of each policy."""

    curator: Curator = field(default_factory=lambda: DeclaredSums(Laplace(1)))


def test_the_curator_must_be_a_declared_one_as_it_is():
    assert declaration_of(made(curator=DeclaredSums(Laplace(3)))).parts == DeclaredSums(Laplace(3))
    assert declaration_of(Chosen(arms=2)).complete
    assert_missing(made(curator=OwnCurator()), "OwnCurator is code of its own")
    assert_missing(made(curator=OwnSums(Laplace(1))), "OwnSums is code of its own")
    assert_missing(made(curator=property(lambda self: Curator())), "property is code of its own")
    assert_missing(made(curator=tampered(Curator())), "code of its own")
    assert_missing(made(curator=tampered(DeclaredSums(Laplace(1)))), "code of its own")


def test_the_engine_must_clip_the_rewards_of_the_policy():
    assert_missing(made(clips_rewards=False), "not clipped")
    assert_missing(made(clips_rewards=property(lambda self: True)), "not clipped")
    assert_missing(made(rewards=property(lambda self: RewardSpace())), "RewardSpace")
    assert_missing(made(rewards=type("Mine", (RewardSpace,), {})()), "RewardSpace")
    assert declaration_of(made(rewards=RewardSpace.of("0:5"))).rewards.width == 5
    assert_missing(Meddling(arms=2, eps=1), "__getattribute__")


def frames(self, state, t, randomness):
    return sys._getframe(1).f_locals["held"]


def collector(self, state, t, randomness):
    return gc.get_objects()


def stack(self, state, t, randomness):
    return inspect.stack()


def by_string(self, state, t, randomness):
    return getattr(state, "f_back")  # noqa: B009


def in_a_lambda(self, state, t, randomness):
    return max((0, 1), key=lambda arm: gc.get_referrers(arm))


def by_a_helper(self, state, t, randomness):
    return _helper(state)


def _helper(state):
    return sys._current_frames()


def sets_fields(self, state, t, randomness):
    object.__setattr__(self, "eps", 10)


def opens_closures(self, state, t, randomness):
    return randomness.noise.__closure__


def by_a_built_name(self, state, t, randomness):
    return getattr(state, "".join(("f_", "back")))


def by_an_exception(self, state, t, randomness):
    try:
        return state.nothing
    except AttributeError as failure:
        return failure.__traceback__


def by_a_file(self, state, t, randomness):
    return open("/proc/self/mem", "rb")


def by_a_pattern(self, state, t, randomness):
    match randomness.noise:
        case object(__closure__=cells):
            return cells


def by_a_wrapper(self, state, t, randomness):
    return functools.update_wrapper(self, randomness.noise, ("__closure__",))


def by_memory(self, state, t, randomness):
    return as_array(state)


@pytest.mark.parametrize(
    "decide",
    [
        *(by_a_pattern, by_a_wrapper, by_memory),
        *(by_a_built_name, by_an_exception, by_a_file),
        *(frames, collector, stack, by_string, in_a_lambda, by_a_helper),
        *(sets_fields, opens_closures),
    ],
    ids=lambda function: function.__name__,
)
def test_code_that_could_reach_more_is_not_judged_by_its_construction(decide):
    found = declaration_of(made(decide=decide))
    assert 1 <= len(found.missing) <= 3
    steps = (" uses ", " changes ", " matches ")
    assert all(any(step in reason for step in steps) for reason in found.missing)


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

    assert not_plain([made(decide=decide)]) == []


def test_an_engine_that_was_replaced_is_noticed(monkeypatch):
    assert changed_engine() == []

    def read(self, held, arm, reward):
        TABLE["seen"] = reward
        return held

    monkeypatch.setattr(Curator, "read", read)
    assert changed_engine() == ["banditproof.algorithms.curators.curator.Curator.read"]
    assert_missing(DPIMED(arms=2), "Curator.read of the engine was replaced")


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


@pytest.mark.parametrize(
    ("home", "name"),
    [
        (math, "isfinite"),
        (builtins, "next"),
        (np.linalg, "norm"),
        (coarse_numbers, "step_of"),
        (RewardList, "reward"),
    ],
)
def test_whatever_the_engine_borrows_is_compared(home, name, monkeypatch):
    old = getattr(home, name)
    monkeypatch.setattr(home, name, lambda *given: old(*given))
    found = changed_engine()
    monkeypatch.undo()
    assert [one.split(".")[-1] for one in found] == [name]
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


def test_numbers_that_floats_round_badly_are_refused():
    noise = Gaussian(sigma_squared=1)
    for norm in ("1e-101", "1e101"):
        with pytest.raises(ValueError, match="from 1e-100 to 1e100"):
            DeclaredVectors(noise, norm=norm)
    with pytest.raises(ValueError, match="floats round badly"):
        DeclaredVectors(noise, actions=(("7e-324", 0),))
    with pytest.raises(ValueError, match="values that begin and end there"):
        RewardSpace(Fraction(0), Fraction(1), (Fraction(1, 2),))
