"""What is declared is read off a policy without playing it; every way around is a reason."""

import functools
import gc
import inspect
import linecache
import math
import sys
from dataclasses import dataclass, field
from fractions import Fraction
import pytest
from altered_policies import Whisper, altered
from numpy.ctypeslib import as_array
from banditproof.algorithms import DPIMED, POLICIES, Curator, DeclaredSums, Policy, RewardSpace
from banditproof.theory import ZCDP, PureDP, exact
from banditproof.theory.mechanisms import Gaussian, Laplace, NoNoise
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.declaration import (
    NotConstant,
    constant_noise,
    declaration_of,
    is_known_noise,
)
from banditproof.verify.audit.price import price

SCALE = 2


TABLE = {"scale": 2}


LITERAL = {"adac-ucb-printed", "dp-ucb-printed"}


"""Printed boxes: one has noise that differs from state to state, one too little noise."""


@pytest.mark.parametrize("name", POLICIES)
def test_the_parts_of_every_built_in_policy_are_declared_and_within_its_budget(name):
    policy = built_in(name, ZCDP("1/8"), 2)
    declaration = declaration_of(policy)
    if policy.budget == PureDP(math.inf):
        assert declaration.parts in (None, DeclaredSums(NoNoise()))
    elif name not in LITERAL:
        assert declaration.complete
        assert price(declaration.parts, policy.rewards, policy.budget).allowed
        if type(policy.curator) is Curator:
            assert declaration.parts == DeclaredSums(constant_noise(policy))


def written_method(body, arguments="self, state, pull"):
    """A method whose source can be read, as that of a file."""
    lines = [f"def mechanism({arguments}):\n", *(f"    {line}\n" for line in body.split("\n"))]
    linecache.cache[body] = (0, None, lines, body)
    names = globals() | {"__name__": "written"}
    exec(compile("".join(lines), body, "exec"), names)
    return names["mechanism"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return Laplace(state)", "reads its argument state"),
        ("return Laplace(1 if len(state) < 9 else 2)", "reads len"),
        ("return Laplace(2) if pull.arm == 0 else NoNoise()", "reads pull.arm"),
        ("return Laplace(TABLE['scale'])", "does more than compute"),
        ("return Laplace(len('ab'))", "reads len"),
        ("self.__dict__['n'] = 1\nreturn Laplace(2)", "does more than compute"),
        ("for _ in range(3):\n    pass\nreturn Laplace(2)", "does more than compute"),
        ("scale = 2\nreturn Laplace(scale)", "does more than compute"),
        ("return self.schedule.noise()", "reads self.schedule.noise"),
    ],
)
def test_noise_that_may_change_is_not_constant(body, reason):
    with pytest.raises(NotConstant, match=reason):
        constant_noise(altered(mechanism=written_method(body)))


def test_a_method_with_a_default_is_not_constant():
    method = written_method("return Laplace(2)", "self, state, pull, seen=[]")
    with pytest.raises(NotConstant, match="variables of its own"):
        constant_noise(altered(mechanism=method))


def of_a_field(self, state, pull):
    """A docstring does no harm."""
    if self.noise is None:
        return Laplace(1 / exact(self.eps))
    return self.noise


@pytest.mark.parametrize(
    ("method", "noise"),
    [
        ("return Laplace(SCALE)", Laplace(2)),
        (of_a_field, Laplace(1)),
        (
            "return Laplace(max(math.sqrt(2) / float(self.eps), Fraction(1, 3)))",
            Laplace(max(math.sqrt(2), Fraction(1, 3))),
        ),
        ("return Gaussian.of_sigma(3)", Gaussian.of_sigma(3)),
    ],
    ids=["of the module", "of a field", "of a formula", "of a constructor"],
)
def test_noise_of_numbers_alone_is_constant(method, noise):
    if isinstance(method, str):  # written now, since other tests clear the cache of sources
        method = written_method(method)
    assert constant_noise(altered(mechanism=method)) == noise


def test_a_wrapped_or_computed_mechanism_is_not_read():
    assert_missing(altered(mechanism=staticmethod(lambda *_: Laplace(1))), "may change")
    assert_missing(altered(mechanism=property(lambda self: lambda *_: Laplace(1))), "may change")

    class Property(DPIMED):
        noise = property(lambda self: Laplace(1))
        mechanism = of_a_field

        def __init__(self):
            object.__setattr__(self, "arms", 2)
            object.__setattr__(self, "eps", 1)

    with pytest.raises(NotConstant, match="computed"):
        constant_noise(Property())


def test_a_field_of_an_open_class_may_change():
    @dataclass
    class Open(Policy):
        arms: int = 2
        eps: float = 1
        noise: object = None
        name, budget = "open", None
        mechanism = of_a_field
        start = decide = learn = None

    with pytest.raises(NotConstant, match="frozen"):
        constant_noise(Open())


def test_a_mechanism_of_ones_own_is_not_known():
    assert not is_known_noise(Whisper(1))
    tampered = Laplace(1)
    object.__setattr__(tampered, "sample", lambda rng: 0)
    assert not is_known_noise(tampered)
    assert_missing(DPIMED(arms=2, eps=1, noise=Whisper(1)), "Whisper")
    assert_missing(altered(curator=DeclaredSums(Whisper(1))), "not one of this library's")


def assert_missing(policy, words):
    declaration = declaration_of(policy)
    assert not declaration.complete
    assert any(words in reason for reason in declaration.missing), declaration.missing


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
    assert declaration_of(altered(curator=DeclaredSums(Laplace(3)))).parts == DeclaredSums(
        Laplace(3)
    )
    assert declaration_of(Chosen(arms=2)).complete
    own = type("OwnCurator", (Curator,), {}), type("OwnSums", (DeclaredSums,), {})
    assert_missing(altered(curator=own[0]()), "OwnCurator is code of its own")
    assert_missing(altered(curator=own[1](Laplace(1))), "OwnSums is code of its own")
    assert_missing(altered(curator=property(lambda self: Curator())), "property is code of its own")
    assert_missing(altered(curator=tampered(Curator())), "code of its own")
    assert_missing(altered(curator=tampered(DeclaredSums(Laplace(1)))), "code of its own")


def test_the_engine_must_clip_the_rewards_of_the_policy():
    assert_missing(altered(clips_rewards=False), "not clipped")
    assert_missing(altered(clips_rewards=property(lambda self: True)), "not clipped")
    assert_missing(altered(rewards=property(lambda self: RewardSpace())), "RewardSpace")
    assert_missing(altered(rewards=type("Mine", (RewardSpace,), {})()), "RewardSpace")
    assert declaration_of(altered(rewards=RewardSpace.of("0:5"))).rewards.width == 5
    assert_missing(Meddling(arms=2, eps=1), "__getattribute__")


def _helper(state):
    return sys._current_frames()


def by_an_exception(self, state, t, randomness):
    try:
        return state.nothing
    except AttributeError as failure:
        return failure.__traceback__


def by_a_pattern(self, state, t, randomness):
    match randomness.noise:
        case object(__closure__=cells):
            return cells


REACHING = {
    "frames": lambda self, state, t, randomness: sys._getframe(1).f_locals["held"],
    "collector": lambda self, state, t, randomness: gc.get_objects(),
    "stack": lambda self, state, t, randomness: inspect.stack(),
    "by string": lambda self, state, t, randomness: getattr(state, "f_back"),  # noqa: B009
    "in a lambda": lambda self, state, t, randomness: max(
        (0, 1), key=lambda arm: gc.get_referrers(arm)
    ),
    "by a helper": lambda self, state, t, randomness: _helper(state),
    "sets fields": lambda self, state, t, randomness: object.__setattr__(self, "eps", 10),
    "opens closures": lambda self, state, t, randomness: randomness.noise.__closure__,
    "by a built name": lambda self, state, t, randomness: getattr(state, "".join(("f_", "back"))),
    "by an exception": by_an_exception,
    "by a file": lambda self, state, t, randomness: open("/proc/self/mem"),  # noqa: SIM115
    "by a pattern": by_a_pattern,
    "by a wrapper": lambda self, state, t, randomness: functools.update_wrapper(
        self, randomness.noise, ("__closure__",)
    ),
    "by memory": lambda self, state, t, randomness: as_array(state),
}


@pytest.mark.parametrize("decide", REACHING.values(), ids=REACHING)
def test_code_that_could_reach_more_is_not_judged_by_its_construction(decide):
    declaration = declaration_of(altered(decide=decide))
    assert 1 <= len(declaration.missing) <= 3
    steps = (" uses ", " changes ", " matches ")
    assert all(any(step in reason for step in steps) for reason in declaration.missing)
