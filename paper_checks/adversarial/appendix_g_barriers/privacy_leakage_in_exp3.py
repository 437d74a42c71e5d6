"""Claims about Appendix G.1: EXP3 ends at opposite arms after one changed loss."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice, repeat
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, proved, require
from banditproof.theory import Enclosure
from banditproof.theory.adversarial.exp3_leak import (
    alternating,
    leak_loss,
    leak_per_round,
    leak_probabilities,
    mirror_gap,
    summed_leak_loss,
)
from banditproof.theory.adversarial.exp3_paths import odds_along, odds_law
from banditproof.theory.balls import ball, working_precision

HUNDREDTH = Fraction(1, 100)
RATES = ((Fraction(1), Fraction(1, 2)), (Fraction(1, 10), Fraction(9, 10)), (HUNDREDTH, HUNDREDTH))
Loss = Callable[[Fraction, Fraction, int], Enclosure]


@checks("adv.secG1.mirror")
@mutant("no shift", shift=0)
def mirror(shift: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The proof; both recursions in balls."""
    for eta, gamma in RATES:
        rounds = range(1, 30)
        ahead = leak_probabilities(eta, gamma, [t + shift for t in rounds])
        second = leak_probabilities(eta, gamma, rounds, neighbour=True)
        for t, (left, right) in enumerate(zip(ahead, second, strict=True), start=1):
            apart = abs(right - (1 - left))
            require(apart <= Fraction(1, 10**9), "The runs are no mirror.", eta=eta, t=t, gap=apart)
        widest = mirror_gap(eta, gamma, 40)
        require(widest <= Fraction(1, 10**50), "The runs are no mirror.", eta=eta, gap=widest)
    return proof.verdict()


@checks("adv.secG1.mirror.total")
@mutant("odd and even exchanged", closed=lambda eta, g, t: leak_loss(eta, g, t + 1))
def telescoped(closed: Loss = leak_loss, proof: Proof = WRITTEN) -> Verdict:
    """The proof; the sum, round by round, in balls."""
    for eta, gamma in RATES:
        for rounds in (1, 2, 7, 40):
            apart = abs(summed_leak_loss(eta, gamma, rounds) - closed(eta, gamma, rounds))
            require(apart <= Fraction(1, 10**6), "The sum differs.", T=rounds, gap=apart)
    return proof.verdict()


@checks("adv.secG1.limit")
@mutant("sharper: a limit of 1", limit=Fraction(1))
def opposite_limits(limit: Fraction = 1 - HUNDREDTH / 2, proof: Proof = WRITTEN) -> Verdict:
    """The proof, with a rate; both curves after 700 rounds in balls."""
    sides = Sides()
    (first,) = leak_probabilities(HUNDREDTH, HUNDREDTH, [701])
    (second,) = leak_probabilities(HUNDREDTH, HUNDREDTH, [700], neighbour=True)
    sides.at_most(limit - Fraction(1, 10**9), first, "The limit differs.", t=701)
    sides.at_most(second, 1 - limit + Fraction(1, 10**9), "The limit differs.", t=700)
    return proof.verdict(sharpness=sides.sharpness)


def late_ratios(gammas: tuple[Fraction, ...]) -> list[Enclosure]:
    """P_t(2) / P'_t(2) late in a game for each mixing."""
    ratios = []
    for gamma, late in zip(gammas, (750, 900), strict=True):
        (first,) = leak_probabilities(HUNDREDTH, gamma, [late + 1])
        (second,) = leak_probabilities(HUNDREDTH, gamma, [late], neighbour=True)
        ratios.append(first / second)
    return ratios


@checks("adv.secG1.grows")
@mutant("sharper: above the limit", share=Fraction(21, 10))
@mutant("a fixed mixing", gammas=(HUNDREDTH, HUNDREDTH))
def grows_with_the_horizon(
    gammas: tuple[Fraction, ...] = (HUNDREDTH, HUNDREDTH**2),
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The proof; the ratio late in two games, the second one longer and with less mixing."""
    sides, ratios = Sides(), late_ratios(gammas)
    for gamma, ratio in zip(gammas, ratios, strict=True):
        sides.at_most(share * (1 / gamma - 1), ratio, "The loss is smaller.", gamma=gamma)
    require(ratios[1] >= 2 * ratios[0], "The loss of the longer game is no larger.", gammas=gammas)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.secG1.saturates")
@mutant("sharper: 2/gamma - 1.1", less=Fraction(11, 10))
@mutant("a limit of 2/gamma", less=Fraction(0))
def saturates_at_a_fixed_rate(less: Fraction = Fraction(1)) -> Verdict:
    """The ratio late in two games, which comes close to 2/gamma - 1 from below."""
    gammas, sides, near = (HUNDREDTH, HUNDREDTH**2), Sides(), Fraction(1, 10**9)
    for gamma, ratio in zip(gammas, late_ratios(gammas), strict=True):
        limit = 2 / gamma - less
        sides.at_most(ratio, limit + near, "It is above the bound.", gamma=gamma)
        require(ratio >= limit - near, "The limit is not reached.", gamma=gamma)
    return points(sharpness=sides.sharpness)


@checks("adv.secG1.linear")
@mutant("alternating only", alternating_rounds=2)
@mutant("sharper: above log(2/gamma - 1)", rate=Fraction(53, 10))
def linear_loss(rate: Fraction = Fraction(5), alternating_rounds: int = 700) -> Verdict:
    """The ratio of each of 1000 rounds of arm 2, in balls."""
    sides, more = Sides(), repeat((2, Fraction(1)), 1000)
    paths = [list(alternating(alternating_rounds, neighbour)) for neighbour in (False, True)]
    last = list(more)
    with working_precision(128):
        least = ball(rate).exp()
        runs = zip(
            *(odds_along(HUNDREDTH, HUNDREDTH, path + last[:-1]) for path in paths), strict=True
        )
        for n, (x, y) in enumerate(islice(runs, alternating_rounds, None), start=1):
            ratio = odds_law(x, HUNDREDTH)[1] / odds_law(y, HUNDREDTH)[1]
            sides.at_most(least, ratio, "A round adds less.", n=n)
    return proved(universal=None, sharpness=sides.sharpness)


@checks("adv.secG1.chain.differ")
@mutant("the other arm is played first", first_arm=2)
def differ_for_ever(first_arm: int = 1) -> Verdict:
    """Losses that differ only in the arm that is not played first."""
    first, second = ((1, 0), (1, 1)), ((1, 1), (1, 1))
    seen = [
        tuple(losses[t][arm - 1] for t, arm in enumerate((first_arm, 2)))
        for losses in (first, second)
    ]
    require(
        seen[0] != seen[1],
        "The changed loss is that of an arm that is not played: both runs see the same losses and "
        "coincide for ever. Also, where l_2(I_2) = 0 both estimates of round 2 are 0.",
        l_1="(1, 0)",
        l_1_of_the_second_run="(1, 1)",
        I_1=first_arm,
        seen=seen[0],
    )
    return proved()


@checks("adv.secG1.chain.ratio")
@mutant("after three rounds", rounds=3)
def weights_for_probabilities(rounds: int = 600) -> Verdict:
    """The sum of the estimates of arm 2 in both runs, in balls."""
    logs = []
    with working_precision(200):
        for neighbour in (False, True):
            path = list(alternating(rounds, neighbour))
            odds = odds_along(HUNDREDTH, HUNDREDTH, path)
            laws = [odds_law(x, HUNDREDTH)[1] for x in odds][:rounds]
            total = sum(
                (loss.numerator / p for (arm, loss), p in zip(path, laws, strict=True) if arm == 2),
                start=laws[0] * 0,
            )
            logs.append(-total / 100)
        of_weights = Enclosure.of(logs[0] - logs[1])
    most = leak_per_round(HUNDREDTH)
    require(
        of_weights <= most + 7,
        "The normalisers do not cancel, and the mixing bounds the ratio of probabilities, while "
        "that of the weights has no bound: their logarithms after some rounds.",
        eta=HUNDREDTH,
        gamma=HUNDREDTH,
        t=rounds + 1,
        log_ratio_of_weights=of_weights,
        log_ratio_of_probabilities_at_most=most,
    )
    return proved(universal=None)
