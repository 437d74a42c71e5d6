"""Claims about the end of Section 5.2: the regret of EXP3 and of its batched variants."""

from fractions import Fraction
from flint import arb
from banditproof.theory.adversarial.exp3_paths import odds_along, odds_law
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from ...checking import WRITTEN, Proof, Verdict, checks, mutant, undecided
from ...verdicts.along import no_multiple_helps
from ...verdicts.vocabulary import at_most, needs_repair, proved, require, require_or_repair


@checks("adv.sec5.2.exp3.regret", subjects={"share": (Fraction(1), Fraction(1, 32))})
@mutant("a quarter of it", "print", share=Fraction(1, 4))
def regret_on_two_losses(share: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """The upper bound at gamma = 2 eta = 1/50 and T = 10^5 against the print."""
    eta, gamma, horizon = Fraction(1, 100), Fraction(1, 50), 10**5
    with working_precision(80):
        most = ball(gamma * horizon / 4 + 5 * eta * horizon / 4) + ball(2).log() / ball(eta)
        printed = ball(share * (gamma * horizon + 1 / eta))
        require_or_repair(
            at_most(printed, most),
            "Mixing costs gamma T/4, and the drop of the arm about log(2)/eta: the constants are "
            "missing.",
            Grade.OUTLINED,
            eta=eta,
            gamma=gamma,
            T=horizon,
            kappa=1,
            printed=printed,
            regret_at_most=most,
        )
    return proof.verdict()


@checks("adv.sec5.2.exp3.pulls")
def second_condition() -> Verdict:
    """What the printed argument leaves open."""
    return undecided(
        "The probability of arm 2 after the drop is of the order gamma, so that p/2 pulls are due "
        "in p/gamma rounds; but the window ends after T for gamma below 1/(eps T), where the "
        "condition says nothing, and the drop of batched EXP3 is not bounded here."
    )


@checks("adv.sec5.2.exp3.yields")
@mutant("p = 3/(8 eps)", u=Fraction(3, 8))
def lemma_at_one_over_eps(u: Fraction = Fraction(1)) -> Verdict:
    """The factor 1 - e^u/2."""
    with working_precision(80):
        value = 1 - ball(u).exp() / 2
    if value < 0:
        shown = "the bound is the root of a negative number, for every T and eps"
        return needs_repair(along=no_multiple_helps(value, shown), eps_p=u, factor=value)
    return proved(universal=None)


def log_ratio(eta: Fraction, gamma: Fraction, batches: int, loss: Fraction) -> arb:
    """Of the actions 2, 1, ..., 1 after the mean loss of the first batch, and after losses 0."""
    total, even = arb(0), ball(Fraction(1, 2))
    path = [(2, loss), *[(1, Fraction(0))] * (batches - 1)]
    for t, x in enumerate(odds_along(eta, gamma, path)):
        if t < batches:
            total += (odds_law(x, gamma)[1 if t == 0 else 0] / even).log()
    return total


@checks("adv.sec5.2.exp3.plain")
@mutant("another mean loss", loss=Fraction(1))
def least_regret_without_noise(loss: Fraction = Fraction(1, 3), proof: Proof = WRITTEN) -> Verdict:
    """The proof; the ratio of its actions along the recursion, for batches of 3 rounds."""
    with working_precision(96):
        for eta, gamma in ((Fraction(1, 5), Fraction(1, 10)), (Fraction(2), Fraction(1, 2))):
            later = ball(1 - gamma) / (1 + (-2 * ball(eta / 3)).exp()) + ball(gamma / 2)
            apart = abs(log_ratio(eta, gamma, 8, loss) - 7 * (2 * later).log())
            require(apart < ball(Fraction(1, 10**20)), "The ratio differs.", eta=eta, apart=apart)
    return proof.verdict()
