"""Claims of the text of Sections 5.1 and 5.2 around Lemma 11."""

from fractions import Fraction
from math import comb
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import Along, prover_shows
from banditproof.paper_checks.verdicts.vocabulary import (
    at_most,
    proved,
    require,
    require_or_repair,
    showing,
)
from banditproof.theory.balls import ball, working_precision


def composed_delta(eps: Fraction, rounds: int) -> arb:
    """The largest P(E) - e^eps Q(E) of the actions after one changed loss, for two arms.

    The loss functions are (1,0) or (0,1) in round 1, and 0 later: all later actions are independent
    coins with the log-odds eta or -eta, where eta = eps/sqrt(T).
    """
    coins = rounds - 1
    odds = (ball(eps) / ball(rounds).sqrt()).exp()
    up, down = odds / (1 + odds), 1 / (1 + odds)
    total = arb(0)
    for heads in range(coins + 1):
        gain = up**heads * down ** (coins - heads)
        gain -= ball(eps).exp() * down**heads * up ** (coins - heads)
        if gain > 0:
            total += comb(coins, heads) * gain
    return total


@checks("adv.sec5.1.privacy", subjects={"risk": (Fraction(1, 10), None)})
@mutant("delta = 0.2", "print", risk=Fraction(1, 5))
def privacy_of_exponential_weights(risk: Fraction | None, proof: Proof = WRITTEN) -> Verdict:
    """The exact delta of one changed loss at eps = 1 and T = 101."""
    if risk is not None:
        with working_precision(100):
            delta = composed_delta(Fraction(1), 101)
            require_or_repair(
                at_most(delta, ball(risk)),
                "One changed loss moves the log-odds of all later rounds by 2 eta: the actions are "
                "not (1, delta)-DP.",
                eps=1,
                T=101,
                K=2,
                delta=risk,
                delta_of_the_actions=delta,
            )
    return proof.verdict()


def least_regret(arms: int, rounds: int, eps: Fraction) -> arb:
    """A lower bound of the regret of exponential weights on the losses (0, 1, ..., 1).

    While (K-1) e^(-eta t) >= 1 the best arm has probability 1/2 at most: for log(K-1)/eta rounds.
    """
    slow = ball(arms - 1).log() * ball(rounds).sqrt() / ball(eps)
    return slow.min(ball(rounds)) / 2


def more_arms_than_rounds() -> Along:
    """With 1 + e^sqrt(T) <= K <= 3 e^sqrt(T) arms the best one is not found in T rounds."""
    return prover_shows(
        "T/2 >= T**(1/4)/4*sqrt(T)*sqrt(sqrt(T) + log(3))",
        "T in [4, inf)",
        "the regret at eps = 1 of some K with 1 + e^sqrt(T) <= K <= 3 e^sqrt(T), which is at least "
        "T/2, is T^(1/4)/4 times sqrt(T log K)/eps or more: no constant serves for all T and K",
    )


@checks("adv.sec5.1.regret", subjects={"power": (Fraction(1, 2), Fraction(1))})
@mutant("power 0.9", "print", power=Fraction(9, 10))
def regret_of_exponential_weights(power: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """10^300 arms and 10^6 rounds at eps = 1: constant losses (0, 1, ..., 1)."""
    arms, rounds, eps = 10**300, 10**6, Fraction(1)
    with working_precision(80):
        least = least_regret(arms, rounds, eps)
        most = ball(rounds).sqrt() * ball(arms).log() ** ball(power) / ball(eps)
        with showing(more_arms_than_rounds):
            require_or_repair(
                at_most(least, 10 * most),
                "The weights need log(K)/eta rounds to find the best of K arms.",
                K="10^300",
                T=rounds,
                eps=eps,
                regret_at_least=least,
                ten_times_the_bound=10 * most,
            )
    return proof.verdict()


def slower_than_logarithms() -> Along:
    """The rounds above a quarter beside log T."""
    return prover_shows(
        "sqrt(T)/4 >= T**(1/4)/40*log(T)",
        "T in [2, inf)",
        "P_t(2) is above 1/4 for sqrt(T)/4 rounds, at least T^(1/4)/40 times log T: no constant "
        "before log T serves for all T",
    )


@checks("adv.sec5.2.intuition.drop")
@mutant("a short game", horizon=10**4)
def fast_drop(horizon: int = 10**8) -> Verdict:
    """1/(4 eta) rounds against 10 log T."""
    with working_precision(80):
        kept = ball(horizon).sqrt() / 4
        with showing(slower_than_logarithms):
            require(
                at_most(kept, 10 * ball(horizon).log()),
                "On every path P_t(2) is above 1/4 for 1/(4 eta) rounds. The text itself has "
                "log(1/gamma)"
                "/eta steps later on.",
                T=horizon,
                rounds_above_a_quarter=kept,
                ten_log_T=10 * ball(horizon).log(),
            )
    return proved(universal=None)


@checks("adv.sec5.2.additive", subjects={"u": (None, Fraction(3, 8))})
@mutant("p = 1/eps", u=Fraction(1))
def no_additive_separation(u: Fraction | None, proof: Proof = WRITTEN) -> Verdict:
    """The bound of Lemma 11 with tau = 0 against sqrt(T) + 1/eps, for eps = T^(-1/2)."""
    with working_precision(80):
        for exponent in (16, 24, 32):
            horizon, eps = 10**exponent, Fraction(1, 10 ** (exponent // 2))
            p = Fraction(1) if u is None else u / eps
            root = ball(p * horizon / 16) * (1 - ball(eps * p).exp() / 2)
            additive = ball(horizon).sqrt() + ball(1 / eps)
            with showing(
                lambda: prover_shows(
                    "T/16*(1 - exp(e)/2) <= (sqrt(T) + 1/e)**2",
                    "T in [1, inf), e in (0, 1]",
                    "the square of what p = 1 forces is below that of sqrt(T) + 1/eps, e = eps",
                )
            ):
                require_or_repair(
                    root >= additive**2,
                    "With p = 1 the conditions force only sqrt(T/32), which contradicts no "
                    "additive "
                    "bound.",
                    T=f"10^{exponent}",
                    eps=eps,
                    p=p,
                    square_of_the_bound=root,
                    square_of_sqrt_T_plus_1_over_eps=additive**2,
                )
    return proof.verdict()
