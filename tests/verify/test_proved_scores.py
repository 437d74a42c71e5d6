"""Choices of phased policies are those of exact scores, also where scores in floats are wrong."""

import math
from dataclasses import replace
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from flint import arb
from banditproof.algorithms import (
    DPIMED,
    AdaCUCB,
    AdaCUCBPrinted,
    AdaPUCB,
    LeaderDPKLUCB,
    make_policy,
)
from banditproof.algorithms.regret import dp_imed, imed
from banditproof.algorithms.regret.phased_index import is_proved
from banditproof.algorithms.regret.proved_index import (
    OneArm,
    divergence_root,
    floor_of,
    lead_of_second,
    private_divergence,
)
from banditproof.theory.balls import working_precision
from banditproof.verify.exact_laws import phased_choices
from banditproof.verify.exact_laws.phased_choices import CHOICES, Known, chances

PHASES = ((1, 1), (2, 3), (4, 2), (4, 4))


def planes(name, eps="0.75", phases=PHASES):
    """The policy with ties for the first arm, and its known sums after some phases."""
    budget = {} if name == "ucb-episodes" else {"eps": eps, "rho": "0.5", "alpha": 2}
    policy = replace(make_policy(name, 2, horizon=2000, **budget), ties="first")
    behind = policy.schedule.batch if policy.forgets else policy.schedule.pulls
    for pair in phases:
        pulls = [behind(number - 1) for number in pair]
        beyond = 6.0 * (hasattr(policy, "eps") or hasattr(policy, "rho"))  # of the noise
        known = tuple(
            Known(m, n, np.arange(-beyond, n + beyond + 1))
            for m, n in zip(pair, pulls, strict=True)
        )
        yield policy, known, sum(policy.schedule.pulls(number - 1) for number in pair) + 1


def digits(x, y, eps):
    """d_eps by its definition, as the largest of three dual values, with 50 digits."""
    if x >= y:
        return mpmath.mpf(0)
    slope = -eps if x == 0 or y == 1 else mpmath.log(x * (1 - y) / (y * (1 - x)))
    slope = max(slope, -eps)
    return slope * x - mpmath.log(1 - y + y * mpmath.exp(slope))


def root(function, low):
    """Where an increasing function of [low, 1] passes 0, by bisection."""
    high = mpmath.mpf(1)
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (low, middle) if function(middle) > 0 else (middle, high)
    return high


def encloses(ball, number):
    """Whether a ball contains a number of 50 digits."""
    with working_precision(200):
        return ball.contains(arb(mpmath.nstr(number, 45)))


def mp(number):
    """The number with 50 digits."""
    number = Fraction(number)
    return mpmath.mpf(number.numerator) / number.denominator


def best_arms(policy, known, t):
    """Whether the first arm is best for each pair of sums, from scores with 50 digits."""
    eps, n = mp(policy.eps), [arm.pulls for arm in known]
    means = [[min(max(mp(int(k)) / arm.pulls, 0), 1) for k in arm.totals] for arm in known]
    if policy.name == "dp-imed":
        return [
            [
                n[0] * digits(x, y, eps) + mpmath.log(n[0]) - mpmath.mpf(10) ** -40
                <= n[1] * digits(y, x, eps) + mpmath.log(n[1])
                for y in means[1]
            ]
            for x in means[0]
        ]
    level = [mpmath.log(t) / m for m in n]
    first, second = (
        [root(lambda q, x=x, b=b: digits(x, q, eps) - b, x) for x in row]
        for row, b in zip(means, level, strict=True)
    )
    return [[x >= y - mpmath.mpf(10) ** -40 for y in second] for x in first]


@pytest.mark.parametrize("name", ["dp-imed", "dp-klucb"])
def test_choices_are_those_of_scores_with_fifty_digits(name) -> None:
    with mpmath.workdps(50):
        for policy, known, t in planes(name):
            first, second = chances(policy, known, t)
            assert (first == np.array(best_arms(policy, known, t))).all()
            assert (first + second == 1).all()


@pytest.mark.parametrize("name", sorted({*CHOICES} - {"dp-imed", "imed"}))
def test_wrong_floats_change_nothing(name, monkeypatch) -> None:
    whole = list(planes(name, phases=(*PHASES, (9, 8))))
    right = [chances(*plane) for plane in whole]
    index = CHOICES[name].index
    monkeypatch.setattr(CHOICES[name], "index", lambda *arm_and_time: -index(*arm_and_time))
    assert all(map(np.array_equal, right, (chances(*plane) for plane in whole)))
    # floats that are believed do change choices
    monkeypatch.setattr(phased_choices, "_proved_border", lambda guess, proved: np.array(guess))
    assert not all(map(np.array_equal, right, (chances(*plane) for plane in whole)))


@pytest.mark.parametrize(
    ("name", "place", "divergence"), [("dp-imed", dp_imed, "d_eps"), ("imed", imed, "kl")]
)
def test_a_wrong_divergence_in_floats_changes_nothing(name, place, divergence, monkeypatch) -> None:
    whole = list(planes(name, phases=(*PHASES, (9, 8))))
    right = [chances(*plane) for plane in whole]
    monkeypatch.setattr(place, divergence, lambda x, y, *eps: -3 * (x - y) ** 2)
    assert all(map(np.array_equal, right, (chances(*plane) for plane in whole)))
    monkeypatch.setattr(phased_choices, "_proved_border", lambda guess, proved: np.array(guess))
    assert not all(map(np.array_equal, right, (chances(*plane) for plane in whole)))


def signs(plane) -> list[tuple[float, int | None]]:
    """By how much the second arm leads in floats, and what balls say, for pairs of sums."""
    policy, (one, two), t = plane
    lead = policy.leads(one.record, two.record, t)
    proved = policy.proved_leads(one.record, two.record, t)
    pairs = [(i, j) for i in range(len(one.totals)) for j in range(len(two.totals))]
    rows, columns = np.array(pairs).T
    found = lead(rows, columns).tolist()
    (low, high), (least, most) = proved.between
    k, j = np.clip(one.totals, low, high), np.clip(two.totals, least, most)
    return [
        (lead, proved.sign(int(k[row]), int(j[column])))
        for lead, (row, column) in zip(found, pairs, strict=True)
    ]


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_an_index_in_floats_and_its_proof_agree(name, monkeypatch) -> None:
    """Away from ties. One more pull in the floats alone is noticed."""
    for plane in planes(name, phases=(*PHASES, (3, 5))):
        assert not [pair for pair in signs(plane) if abs(pair[0]) > 1e-9 and pair[1] == 0]
        assert not [
            pair for pair in signs(plane) if abs(pair[0]) > 1e-9 and pair[0] * (pair[1] or 0) < 0
        ]
    kind, leads = CHOICES[name], CHOICES[name].leads

    def wrong(policy, one, two, t):
        return leads(policy, one._replace(pulls=one.pulls + 1), two, t)

    monkeypatch.setattr(kind, "leads", wrong)
    assert any(
        lead * (sign or 0) < 0 and abs(lead) > 1e-9
        for plane in planes(name, phases=(*PHASES, (3, 5)))
        for lead, sign in signs(plane)
    )


def test_near_scores_are_distinguished_by_more_bits_and_equal_ones_stay_open() -> None:
    def arm(name, gap):
        return OneArm(
            lambda _: (name,), lambda _: arb(2).sqrt() + arb(10) ** -gap if gap else arb(2).sqrt()
        )

    assert lead_of_second(arm("a", 0), 0, arm("b", 200), 0) == 1
    assert lead_of_second(arm("a", 60), 0, arm("b", 0), 0) == -1
    assert lead_of_second(arm("a", 0), 0, arm("b", 0), 0) is None
    assert lead_of_second(arm("a", 0), 0, arm("a", 0), 0) == 0


def test_balls_contain_numbers_with_fifty_digits() -> None:
    with mpmath.workdps(50):
        for k, n, j, m, eps in (
            (0, 3, 2, 5, "1"),
            (1, 3, 2, 5, "1"),
            (2, 5, 5, 5, "3"),
            (1, 9, 8, 9, "2"),
        ):
            exact = digits(mp(Fraction(k, n)), mp(Fraction(j, m)), mp(eps))
            near = private_divergence(k, n, j, m, Fraction(eps))
            assert encloses(near, exact)
            assert float(near) == pytest.approx(float(exact), rel=1e-13)
        q = root(
            lambda q: mpmath.log(1 / (2 * q)) / 2 + mpmath.log(1 / (2 * (1 - q))) / 2 - 1, mp("1/2")
        )
        at = divergence_root(arb(1) / 2, arb(1), float(-mpmath.log(1 - q)))
        assert encloses(at, -mpmath.log(1 - q))
        assert float(at) == pytest.approx(float(-mpmath.log(1 - q)), rel=1e-7)
    assert floor_of(lambda: arb(8).log() / arb(2).log() - arb(10) ** -80) == 2
    assert math.floor(math.log(8) / math.log(2) - 1e-80) == 3


OURS = {"name": "ours", "__module__": "banditproof.algorithms.regret.ours"}


@pytest.mark.parametrize("base", [AdaPUCB, DPIMED, LeaderDPKLUCB, AdaCUCB])
def test_a_class_that_decides_otherwise_has_no_law_unless_it_proves_it_anew(base) -> None:
    def other(self, *given):
        raise NotImplementedError

    assert is_proved(type("Same", (base,), OURS))
    for name in ("index", "scores", "decide", "learn", "start", "mechanism"):
        assert not is_proved(type("Changed", (base,), {**OURS, name: other}))
    assert is_proved(type("Proved", (base,), {**OURS, "index": other, "proved_index": other}))
    assert not is_proved(type("Theirs", (base,), {"name": "theirs"}))
    assert not is_proved(AdaCUCBPrinted)
