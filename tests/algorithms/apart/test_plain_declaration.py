"""A declaration is numbers alone: other messages are refused by one sentence, and run nothing."""

import json
import math
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
import numpy as np
import pytest
from case_tables import table
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.algorithms import (
    DPIMED,
    POLICIES,
    BoundedRows,
    DeclaredSums,
    DeclaredVectors,
    ExponentialChoice,
    FactorisedSums,
    GrowingNoise,
    NamedRelease,
    NamedReleases,
    NoisyMax,
    Pull,
    RandomisedRewards,
    RewardSpace,
    SparseVector,
)
from banditproof.algorithms.adversarial.private_learners import LEARNERS
from banditproof.algorithms.apart.declared_curators import CURATORS
from banditproof.algorithms.apart.plain_declaration import plain_declaration, rebuilt
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.prices.price import price
from banditproof.theory import ZCDP, PureDP
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    NoNoise,
)
from banditproof.verify.audit.built_in import built_in


def declaring(curator, **more):
    """A policy with a curator and other attributes."""
    return type("Plain", (DPIMED,), {"curator": curator, **more})(arms=2, eps=1)


def sent(policy):
    """The declaration of a policy after its way through a pipe."""
    return json.loads(json.dumps(plain_declaration(policy)))


GAUSS = Gaussian(sigma_squared="0.3")
CURATORS_OF_EACH_KIND = [
    *map(NoisySums, (Laplace(2), GAUSS, DiscreteLaplace("1/3"), IntegerLaplace(np.float32(0.1)))),
    DeclaredSums((Laplace(0.1), NoNoise()), (1, "0.5"), "1/3", (0, 1), 2, 3, "0.25", (-1, 9), True),
    DeclaredSums(DiscreteGaussian(sigma_squared=7), pooled=True),
    DeclaredVectors(GAUSS, ((1, 0.5), ("0.1", 0)), True),
    TreeVectors(Laplace(math.pi), 5, 3),
    BoundedRows(Laplace(1e-3), 4, Fraction(7, 3), True),
    WhitenedSums(((1.0, 0.0), (0.0, 0.5)), GAUSS),
    OpenVectors(),
    OpenVectors(GAUSS, 1),
    NamedReleases(
        (
            NamedRelease("sum", "x", (Laplace(2), GAUSS), share="0.5"),
            NamedRelease("above a half", ((0, 0), ("0.5", 1)), DiscreteLaplace("1/3")),
        ),
        clip=(0, 1),
        each_arm=True,
    ),
    FactorisedSums(((1,), (1, 0.5)), Laplace(3), ((1,), ("1/3", 2)), (1, 2)),
    GrowingNoise(GAUSS, "1.5"),
    RandomisedRewards(0.731, (0, 1), 2),
    NoisyMax(Laplace(2), ("x", "x**2", ((0, 0), (1, 1))), tells_value=True),
    ExponentialChoice("0.1"),
    SparseVector(Laplace(1), Laplace(2), 3, None, "x**2", "0.5", True, True, Laplace(4), True),
]


@pytest.mark.parametrize("curator", CURATORS_OF_EACH_KIND, ids=lambda one: type(one).__name__)
def test_each_curator_comes_back_with_the_same_numbers(curator):
    there = rebuilt(sent(declaring(curator, rewards=RewardSpace.of([0, "0.1", 1]))))
    again = rebuilt(sent(declaring(there.parts, rewards=there.rewards)))
    assert type(there.parts) is type(curator)
    assert there.rewards == RewardSpace.of([0, "0.1", 1])
    assert again.parts == there.parts
    for noise, kept in zip(curator.noises, there.parts.noises, strict=True):
        assert type(noise) is type(kept)
        assert noise == kept or noise.renyi(2) == kept.renyi(2)


def test_every_curator_and_law_is_tried():
    assert {type(one) for one in CURATORS_OF_EACH_KIND} == set(CURATORS)


@dataclass(frozen=True)
class Sly(Laplace):
    """A law of its own that calls itself one of the library's."""


Sly.__name__ = "Laplace"


class Own(Curator):
    """Code of its own."""


class Changing(DPIMED):
    """Its noise is a method."""

    def mechanism(self, state, pull):
        return Laplace(2)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (declaring(Own()), "The curator Own is code of its own, which can only be tried; declare"),
        (declaring(Curator(), declared_noise=None), "its method mechanism"),
        (Changing(arms=2, eps=1), "its method mechanism"),
        (declaring(NoisySums(Sly(2))), "no plain value"),
    ],
)
def test_what_is_no_plain_value_is_refused_beside_the_policy(policy, words):
    with pytest.raises(ValueError, match=words):
        plain_declaration(policy)


def altered(path, value):
    """The message of a policy with one place replaced."""
    message = place = sent(declaring(DeclaredSums(Laplace(2))))
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return message


class Loud(dict):
    """A look at its keys or values raises a TypeError."""

    __iter__ = __len__ = __eq__ = __hash__ = __contains__ = __getitem__ = None


WRONG = [
    (("arms",), True, "the number of arms is True"),
    (("arms",), 2.0, "an integer from 1 to 1000000"),
    (("arms",), 0, "an integer"),
    (("arms",), 10**400, "an integer of 1329 binary digits"),
    (("name",), "a\x1b[2J", "printable"),
    (("clips",), 1, "true or false"),
    (("dimension",), -1, "an integer"),
    (("told_advice",), True, "the number of experts"),
    (("rewards", "lo"), float("nan"), "a finite number"),
    (("rewards", "hi"), -1, "lo < hi"),
    (("rewards", "values"), [0, 0, 1], "in order"),
    (("rewards", "values"), [0, 2], "begin and end there"),
    (("curator",), "DeclaredSums", "the curator is 'DeclaredSums'"),
    (("curator", "kind"), "Curator", "one of NoisySums, DeclaredSums"),
    (("curator", "kind"), ["NoisySums"], "one of NoisySums"),
    (("curator", "center"), 10**400, "from 1e-100 to 1e100"),
    (("curator", "center"), float("inf"), "a finite number"),
    (("curator", "center"), 1e-200, "from 1e-100"),
    (("curator", "center"), True, "a finite number"),
    (("curator", "center"), {"ratio": [1, 0]}, "with d > 0"),
    (("curator", "center"), {"ratio": [1, True]}, "with d > 0"),
    (("curator", "center"), {"ratio": [2**1030 + 1, 2**1030]}, "1024 binary digits"),
    (("curator", "center"), {"ratio": [1, 2], "more": 1}, "the keys ratio"),
    (("curator", "mean"), None, "true or false"),
    (("curator", "clip"), [0], "a list of 2 to 2 entries"),
    (("curator", "clip"), [1, 0], "the smaller first"),
    (("curator", "copies"), 10**9, "an integer from 1 to 10000"),
    (("curator", "rate"), 0, "a probability"),
    (("curator", "weights"), [1] * 10_001, "a list of 1 to 10000 entries"),
    (("curator", "weights"), [], "a list of 1"),
    (("curator", "more"), 1, "a dictionary with the keys"),
    (("curator", "noise"), [], "a list of 1 to 16"),
    (("curator", "noise"), {"law": "Cauchy", "scale": 1}, "one of Laplace, Gaussian"),
    (("curator", "noise"), {"law": "Laplace", "scale": -1}, "not positive"),
    (("curator", "noise"), {"law": "Laplace", "scale": 1, "mean": float("nan")}, "the keys"),
    (("curator", "noise"), Loud(), "a Loud"),
]


@pytest.mark.parametrize(("path", "value", "words"), WRONG)
def test_one_sentence_says_what_would_be_right(path, value, words):
    with pytest.raises(ValueError, match=words):
        rebuilt(altered(path, value))


@pytest.mark.parametrize("name", [*POLICIES, *LEARNERS])
def test_every_built_in_policy_is_declared_but_for_two_printed_boxes(name):
    policy = built_in(name, ZCDP("1/8"))
    if name in ("adac-ucb-printed", "adac-gope-printed"):
        with pytest.raises(ValueError, match="its method mechanism"):
            plain_declaration(policy)
    else:
        noise = policy.mechanism(policy.start(), Pull(0, 1))
        assert rebuilt(sent(policy)).noise in (noise, None)


def test_vectors_are_those_of_the_arms():
    message = sent(declaring(DeclaredVectors(GAUSS, ((1, 0), (0, 1)))))
    with pytest.raises(ValueError, match="3 arms and 2 vectors"):
        rebuilt({**message, "arms": 3})


NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.floats(),
    st.integers(),
    st.builds(lambda n, d: {"ratio": [n, d]}, st.integers(-9, 9), st.integers(-1, 9)),
    st.sampled_from(
        [10**400, 10**4000, True, None, "1", "nan", [], {}, Loud(), np.float64(1), b""]
    ),
)
FIELDS = table(__file__, "fields")
PLACES = [
    (("arms",), NUMBERS),
    (("rewards", "values"), st.lists(NUMBERS, max_size=3)),
    (("dimension",), NUMBERS),
    *((("curator", name), st.one_of(NUMBERS, st.lists(NUMBERS, max_size=3))) for name in FIELDS),
]
LAWS = st.builds(
    lambda name, field, value: {"law": name, field: value},
    st.sampled_from(["Laplace", "Gaussian", "DiscreteLaplace", "DiscreteGaussian", "NoNoise"]),
    st.sampled_from(["scale", "sigma_squared", "ratio"]),
    NUMBERS,
)


@settings(max_examples=600)
@given(st.data(), st.integers(1, 4))
def test_any_message_is_priced_by_finite_numbers_or_refused_by_a_sentence(data, changes):
    message = sent(declaring(DeclaredSums(Laplace(2))))
    for _ in range(changes):
        (*path, last), values = data.draw(st.sampled_from([*PLACES, (("curator", "noise"), LAWS)]))
        place = message
        for key in path:
            place = place[key]
        place[last] = data.draw(values)
    declared = None
    with suppress(ValueError):
        declared = rebuilt(message)
    if declared is None:
        return
    cost = price(declared.parts, declared.rewards, PureDP(1))
    assert not math.isnan(float(cost.cost.lo))
    assert cost.cost.lo <= cost.cost.hi


@settings(max_examples=200)
@given(st.recursive(NUMBERS, lambda inner: st.one_of(
    st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=9), inner, max_size=9)),
    max_leaves=9))  # fmt: skip
def test_any_other_value_is_refused(message):
    with pytest.raises(ValueError, match="In a declaration the whole is"):
        rebuilt(message)
