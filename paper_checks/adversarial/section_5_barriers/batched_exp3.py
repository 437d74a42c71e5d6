"""Claims about the end of Section 5.2: the regret of EXP3 and of its batched variants."""

from fractions import Fraction
from flint import arb
from banditproof.theory.adversarial.exp3_paths import odds_along, odds_law
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade
from ...checking import WRITTEN, Proof, Verdict, checks, mutant
from ...verdicts.along import Along, no_multiple_helps, prover_shows
from ...verdicts.vocabulary import (
    at_most,
    needs_repair,
    proved,
    require,
    require_or_repair,
    showing,
)


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


def mean_factor(eta: Fraction, gamma: Fraction, x: arb) -> arb:
    """What multiplies the odds e^x of arm 2 in a round on the losses (1/2, 1), in the mean."""
    first, second = odds_law(x, gamma)
    rate = ball(eta)
    return first * (rate / (2 * first)).exp() + second * (-rate / second).exp()


def no_window(power: Fraction) -> Along:
    """With gamma = T^-power and eps = eta = T^(-1/2) the regret is of a smaller order."""
    return prover_shows(
        f"T**(1 - {power})/4 + log(2)*sqrt(T) + 5/4*sqrt(T) <= 3*T**(-1/4)*sqrt(T*sqrt(T))",
        "T in [1, inf)",
        "the regret at eta = eps = T^(-1/2) and this gamma is at most 3 T^(-1/4) sqrt(T/eps), and "
        "the window of p/gamma rounds is longer than T for each p >= 1",
    )


@checks("adv.sec5.2.exp3.pulls", subjects={"most": (None, Fraction(1, 4))})
@mutant("a window that ends before T", "print", power=Fraction(2, 5))
@mutant("sharper: a faster drop", drop=Fraction(2, 3))
def second_condition(
    most: Fraction | None,
    power: Fraction = Fraction(2),
    drop: Fraction = Fraction(1, 8),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Rates T^-power for gamma and T^(-1/2) for eta and eps; the fall of the odds under the repair.

    `most` is the largest eta/gamma of which something is said, without a bound in the print.
    """
    for exponent in (20, 40, 80):
        horizon, eps = ball(10) ** exponent, Fraction(1, 10 ** (exponent // 2))
        mixing = horizon ** ball(-power)
        longest = mixing * horizon
        if most is None or (ball(eps) <= ball(most) * mixing and 1 / ball(eps) <= longest):
            with showing(lambda: no_window(power)):
                require_or_repair(
                    1 / ball(eps) <= longest,
                    "The window of p/gamma rounds ends after T.",
                    Grade.OUTLINED,
                    T=f"10^{exponent}",
                    gamma=f"T^-{power}",
                    eta_and_eps=eps,
                    p=1 / eps,
                    gamma_T=longest,
                )
    with working_precision(96):
        for eta, gamma in ((Fraction(1, 50), Fraction(2, 25)), (Fraction(1, 8), Fraction(1, 2))):
            for x in range(-20, 10):
                fall = (-ball(drop * eta)).exp()
                odds = mean_factor(eta, gamma, ball(x))
                require(odds <= fall, "The odds fall more slowly.", eta=eta, gamma=gamma, x=x)
    return proof.verdict()


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
