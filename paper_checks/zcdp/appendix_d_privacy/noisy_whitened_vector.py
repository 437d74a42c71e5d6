"""Claims about the privacy of one phase of AdaC-GOPE: the printed noise, and the measured one."""

from fractions import Fraction
from banditproof.algorithms import AdaCGOPE, RewardList, Silent, play
from banditproof.algorithms.curators.whitening import whitening
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.designs import g_value
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian

LINES = ((1, 0), (0, 1), ("0.6", "0.6"))


def spent(share: Fraction, optimal: bool) -> Sides:
    """What a reward costs in one phase, exactly, for several designs and lengths."""
    sides, rows = Sides(), [[Fraction(x) for x in row] for row in LINES]
    designs = [[1, 1, 0]] if optimal else [[1, 1, 0], [1, 1, 1], [7, 1, 2]]
    for weights in designs:
        total = sum(weights)
        value = g_value(rows, [Fraction(w, total) for w in weights])
        for plays in (1, 50):
            square = value / (plays * total)
            # with an exact design c = n plays, and 2 d / (rho c) is 2 g^2 / rho
            loss = exact(Gaussian(sigma_squared=share * 2 * square / Fraction(1, 3)).loss(1).rho)
            sides.at_most(4 * square * loss, Fraction(1, 3), "It costs more.", w=weights, n=plays)
    return sides


@checks("zcdp.instD.gope")
@mutant("sharper: 99 % of the variance", share=Fraction(99, 100))
def printed_noise(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The cost of one reward with an exact design: it is rho where c pi(a) is a whole number."""
    return proof.verdict(sharpness=spent(share, optimal=True).sharpness)


@checks("zcdp.fix.gope.noise")
@mutant("sharper: 99 % of the variance", share=Fraction(99, 100))
def measured_noise(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The cost of one reward for three designs, exactly, and the weights of releases."""
    policy = AdaCGOPE(LINES, rho="1/3", delta="0.5")
    plan = policy.plan(policy.start())
    played = play(policy, RewardList([1] * plan.plays), plan.plays, Silent())
    moves: dict[int, float] = {}
    for release in played.ledger.releases:
        for time, weight in release.rewards.items():
            moves[time] = moves.get(time, 0.0) + weight**2
    need(max(moves.values()) <= 1, "A reward weighs more than 1.")
    need(whitening(policy.action_set.counts(plan.parts)).leverage > 0, "There is no leverage.")
    return proof.verdict(sharpness=spent(share, optimal=False).sharpness)
