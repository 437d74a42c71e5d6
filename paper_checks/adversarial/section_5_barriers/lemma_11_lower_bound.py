"""Claims about Definition E of the events and Lemma 11: its core inequality, bound and order."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.along_by_algebra import numbers_show
from banditproof.paper_checks.verdicts.vocabulary import (
    need,
    points,
    proved,
    require,
    require_or_repair,
    showing,
)
from banditproof.theory.balls import ball, working_precision

Losses = tuple[int, ...]
"""The loss of arm 2 in each round, 0 or 1; that of arm 1 is always 1/2."""
Law = dict[tuple[int, ...], Fraction]
"""The probability of each sequence of arms."""
Arms = Callable[[tuple[int, ...]], int]
"""The next arm, from the answers so far."""


def few_pulls(arms: tuple[int, ...], p: int, window: int, start: int) -> bool:
    """Whether arm 2 is played at most p times in the rounds of the window after round `start`."""
    return arms[start : start + window].count(2) <= p


def answering(choose: Arms, losses: Losses, ratio: Fraction) -> Law:
    """The law of a policy that asks after each round, by randomised response, if the loss is 0.

    The ratio is e^eps: an answer is true with probability ratio/(1 + ratio).
    """
    law: Law = {}
    for answers in product((0, 1), repeat=len(losses)):
        arms, mass = [], Fraction(1)
        for t, answer in enumerate(answers):
            arms.append(choose(answers[:t]))
            true = answer == (arms[-1] == 2 and losses[t] == 0)
            mass *= (ratio if true else 1) / (1 + ratio)
        law[tuple(arms)] = law.get(tuple(arms), Fraction(0)) + mass
    return law


def one_probe(
    losses: Losses, ratio: Fraction, before: tuple[int, ...] = (1,), probes: int | None = None
) -> Law:
    """The law of a policy that plays arm 2 once, at a random round, and then decides.

    It begins with the arms `before`. One of the next rounds, `probes` of them or all but the last
    one, is that of the probe: it asks by randomised response whether that loss was 0, and after the
    answer yes it plays arm 2 to the end. The rounds between are those of arm 1.
    """
    horizon, start, law = len(losses), len(before), {}
    number = horizon - start - 1 if probes is None else probes
    for wait in range(number):
        for yes in (False, True):
            true = yes == (losses[start + wait] == 0)
            later = (2 if yes else 1,) * (horizon - start - wait - 1)
            chance = (ratio if true else 1) / (1 + ratio) / number
            law[before + (1,) * wait + (2,) + later] = chance
    return law


def outside(law: Law, p: int, window: int, start: int) -> Fraction:
    """The probability of the complement of E^p."""
    return sum((q for arms, q in law.items() if not few_pulls(arms, p, window, start)), Fraction(0))


def changed(horizon: int, rounds: tuple[int, ...]) -> Losses:
    """l^S: arm 2 has loss 0 in the rounds of S, else 1."""
    return tuple(0 if t in rounds else 1 for t in range(1, horizon + 1))


def some_trees(number: int, horizon: int) -> Iterator[Arms]:
    """Random decision trees over the answers, with a fixed seed."""
    draws = random.Random(11)
    for _ in range(number):
        tree = {
            answers: draws.choice((1, 2))
            for t in range(horizon)
            for answers in product((0, 1), repeat=t)
        }
        yield tree.__getitem__


@checks("adv.defE.events")
@mutant("fewer than p", at_most_p=lambda n, p: n < p)
def two_events(at_most_p: Callable[[int, int], bool] = lambda n, p: n <= p) -> Verdict:
    """All sequences of at most 8 rounds."""
    for horizon in range(1, 9):
        for p in range(1, horizon + 1):
            for arms in product((1, 2), repeat=horizon):
                pulls = arms.count(2)
                both = pulls >= p and at_most_p(pulls, p)
                require(both == (pulls == p), "The events meet elsewhere.", arms=arms, p=p)
    return points()


@checks("adv.defE.trivial")
@mutant("an arm that is chosen half of the time", chance=Fraction(1, 2))
def condition_one_is_trivial(chance: Fraction = Fraction(1, 4)) -> Verdict:
    """Arm 2 in all rounds with a fixed chance, else never: 0-DP, as no loss is read."""
    horizon = 8
    law = {(1,) * horizon: 1 - chance, (2,) * horizon: chance}
    regret = sum((q * arms.count(2) for arms, q in law.items()), Fraction(0)) / 2
    played = sum((q for arms, q in law.items() if 2 in arms), Fraction(0))
    along = partial(
        numbers_show,
        "gamma > 0 and T",
        f"arm 2 is played gamma T times or more with probability {played} at most, that of playing "
        "it",
        less=[(2 * played, 1)],
    )
    for factor in (Fraction(1), Fraction(1, 100), Fraction(1, 10**6)):
        gamma = factor * regret / horizon
        mass = sum((q for arms, q in law.items() if arms.count(2) >= gamma * horizon), Fraction(0))
        with showing(along):
            require(
                mass >= Fraction(1, 2),
                "A mean of 2R pulls says nothing of the median: with probability 3/4 arm 2 is "
                "never "
                "played, and condition (1) fails for every gamma > 0.",
                T=horizon,
                R=regret,
                gamma=gamma,
                probability_of_E_gamma=mass,
            )
    return proved()


@checks("adv.lem11.inequality")
@mutant("sharper: p - 1 pulls", seen=-1)
def core_inequality(seen: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """The proof; exact laws of policies that decide by randomised response."""
    sides, ratio = Sides(), Fraction(3, 2)
    for window in (3, 8):
        before, after = (
            one_probe(changed(window + 1, s), ratio) for s in ((), tuple(range(2, window + 2)))
        )
        sides.at_most(
            outside(after, 1, window, 1),
            ratio ** (1 + seen) * outside(before, 1, window, 1),
            "The inequality is false.",
            policy="one probe",
            p=1,
            window=window,
        )
    for choose in some_trees(12, 5):
        plain, fallen = (answering(choose, item, ratio) for item in ((1,) * 5, (1, 0, 0, 0, 0)))
        for p in (1, 2):
            most = ratio ** (p + seen) * outside(plain, p, 4, 1)
            sides.at_most(outside(fallen, p, 4, 1), most, "The inequality is false.", p=p)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem11.exchange")
@mutant("one round for the probe", probes=1)
@mutant("arm 2 is not played before tau", before=(1, 1, 1))
def fixed_sets(
    probes: int = 11, before: tuple[int, ...] = (2, 2, 2), ratio: Fraction = Fraction(3, 2)
) -> Verdict:
    """One probe at a random round, after tau rounds of arm 2: no fixed S foresees it."""
    p, tau, window, horizon = 1, len(before), 12, 27
    gamma = Fraction(p, window)
    need(2 * gamma * tau <= p <= gamma * (horizon - tau) / 2, "Lemma 11 asks for other numbers.")

    def law(rounds: tuple[int, ...]) -> Law:
        return one_probe(changed(horizon, rounds), ratio, before, probes)

    plain = law(())
    often = sum((q for arms, q in plain.items() if arms.count(2) >= gamma * horizon), Fraction(0))
    few = 1 - outside(plain, p, window, tau)
    need(often >= Fraction(1, 2), "Condition (1) fails.")
    need(few >= Fraction(1, 2), "Condition (2) fails.")
    left = outside(law(tuple(range(tau + 1, horizon + 1))), p, window, tau)
    sets = [(), *((s,) for s in range(tau + 1, horizon + 1))]
    right = max(outside(law(s), p, window, tau) for s in sets)
    require(
        left <= right,
        "A policy plays arm 2 for tau rounds, and once more at a random round, asks by randomised "
        "response if the loss was 0, and after a yes plays arm 2 to the end. Under l' the probe "
        "always sees 0; a fixed set of one round meets the probe only by chance.",
        exp_eps=ratio,
        T=horizon,
        p=p,
        tau=tau,
        gamma=gamma,
        rounds_of_the_probe=f"{tau + 1} to {tau + probes}",
        probability_of_E_gamma=often,
        probability_of_E_p=few,
        left=left,
        sup_over_S=right,
    )
    return proved()


def factor(eps: Fraction, p: int) -> arb:
    """1 - e^(eps p)/2."""
    return 1 - ball(eps * p).exp() / 2


@checks("adv.lem11.bound", subjects={"largest": (Fraction(1), Fraction(69, 100))})
@mutant("a small eps", "print", largest=Fraction(1, 2))
def regret_of_the_class(largest: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """The root at the largest eps that is admitted, for p = 1; the proof."""
    with working_precision(80):
        below = factor(largest, 1)
        finding = "For eps > log 2 and every p >= 1 the root is that of a negative number."
        require_or_repair(below >= 0, finding, eps=largest, p=1, factor=below)
    return proof.verdict()


@checks("adv.lem11.order", subjects={"u": (None, Fraction(3, 8))})
@mutant("p = 1/eps", u=Fraction(1))
def order_of_the_bound(u: Fraction | None, proof: Proof = WRITTEN) -> Verdict:
    """Uniform play at eps = T^-3; sqrt(p (1 - e^(eps p)/2)/16) beside a multiple of eps^(-1/2)."""
    if u is None:
        horizon = 10**4
        often = Fraction(2**horizon + comb(horizon, horizon // 2), 2 ** (horizon + 1))
        seldom = [few_pulls(arms, 1, 2, 0) for arms in product((1, 2), repeat=2)]
        need(2 * often >= 1, "Uniform play does not meet (1)")
        need(2 * sum(seldom) >= len(seldom), "Uniform play does not meet (2)")
        regret, order = Fraction(horizon, 2), horizon**2  # sqrt(T/eps)
        with showing(
            lambda: prover_shows(
                "T/2 < c*sqrt(T/e)",
                "c in (0, inf), T in [1, inf), e in (0, inf), e < 4*c**2/T",
                "the regret, at most T/2, is below c sqrt(T/eps), e = eps",
            )
        ):
            require_or_repair(
                regret >= Fraction(order, 10**4),
                "Nothing keeps eps away from 0: uniform play is eps-DP for every eps and meets "
                "both "
                "conditions with gamma = 1/2, p = 1 and tau = 0. With p = 1 the displayed bound is "
                "below sqrt(T/32) for every eps; whether the regret is of this order for eps >= "
                "1/T "
                "is open.",
                T=horizon,
                eps=Fraction(1, horizon**3),
                regret_at_most=regret,
                root_of_T_over_eps=order,
            )
    else:
        with working_precision(80):
            for exponent in (4, 8, 16):
                eps = Fraction(1, 10**exponent)
                p = int(u / eps)
                value = ball(eps * p / 16) * factor(eps, p)
                case: dict[str, Any] = {"eps": eps, "p": p, "square_of_bound_eps_over_T": value}
                require(value >= ball(Fraction(1, 10**4)), "The bound is smaller.", **case)
    return proof.verdict()


@checks("adv.lem11.constant")
@mutant("sharper: a thousandth less", share=Fraction(999, 1000))
@mutant("another digit", digits=("0.374823", "0.374824"))
def best_constant(
    share: Fraction = Fraction(1),
    digits: tuple[str, str] = ("0.374822528183", "0.374822528184"),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The root by its sign change, and the value there in balls."""
    sides, low, high = Sides(), Fraction(digits[0]), Fraction(digits[1])
    with working_precision(120):
        require((1 + ball(low)) * ball(low).exp() < 2, "s is below it.", s=low)
        require((1 + ball(high)) * ball(high).exp() > 2, "s is above it.", s=high)
        s = ball(low).union(ball(high))
        largest = s * s / (1 + s)
        sides.at_most(
            ball(low) * (1 - ball(low).exp() / 2),
            (largest + ball(Fraction(1, 10**9))) * ball(share),
            "The maximum is larger.",
            u=low,
        )
        constant = largest.sqrt() / 4
        require(
            abs(constant - ball(Fraction("0.0799175891794775"))) < ball(Fraction(1, 10**11)),
            "Digits.",
        )
    return proof.verdict(sharpness=sides.sharpness)
