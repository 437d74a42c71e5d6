"""Claims of the text of Sections 5.1 and 5.2 around Lemma 11."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from flint import arb

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision

HEDGE = r"Exponential weights with all losses in $[0,1]$ observed: "
ARMS = r"EXP3 on $\ell_t=(\frac12,1)$, $K=2$: "


@claim(
    "adv.sec5.1.loss",
    HEDGE + r"the privacy loss of each round is at most $2\eta$.",
    recorded="holds",
    stated=True,
    title="the loss of a round of exponential weights",
)
def loss_of_a_round(proof: Proof = written_proof("adv.sec5.1.loss")) -> Verdict:
    """Factors of the weights and of their sum."""
    return proof.verdict(
        "A factor of e^eta for a weight, and one for the sum, which is approached by arms of "
        "little weight."
    )


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


@pair(
    "adv.sec5.1.privacy",
    HEDGE
    + r"with $\eta=\frac\epsilon{\sqrt T}$ advanced composition gives $(\epsilon,\delta)$-DP.",
    HEDGE
    + r"with $\eta=\frac\epsilon{\sqrt T}\le\frac12$ they are $(\epsilon\sqrt{8\log\frac1\delta}+"
    r"8\epsilon^2,\delta)$-DP for every $\delta\in(0,1)$.",
    recorded="holds-with-repair",
    subjects={"risk": (Fraction(1, 10), None)},
    stated=True,
    title="the privacy of exponential weights",
    repaired_title="the privacy of exponential weights, with its factor",
    printed_mutants={"delta = 0.2": {"risk": Fraction(1, 5)}},
)
def privacy_of_exponential_weights(
    risk: Fraction | None, proof: Proof = written_proof("adv.sec5.1.privacy.repaired")
) -> Verdict:
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
    return proof.verdict(
        "Constants and the logarithm of delta are suppressed in the text: at eps = 1 and delta = "
        "1e-6 the first parameter is 18.5 here, and 24.2 by Lemma 15."
    )


def least_regret(arms: int, rounds: int, eps: Fraction) -> arb:
    """A lower bound of the regret of exponential weights on the losses (0, 1, ..., 1).

    While (K-1) e^(-eta t) >= 1 the best arm has probability 1/2 at most: for log(K-1)/eta rounds.
    """
    slow = ball(arms - 1).log() * ball(rounds).sqrt() / ball(eps)
    return slow.min(ball(rounds)) / 2


@pair(
    "adv.sec5.1.regret",
    HEDGE
    + r"with $\eta=\frac\epsilon{\sqrt T}$ the expected regret is $O(\sqrt{T\log K}/\epsilon)$.",
    HEDGE
    + r"with $\eta=\frac\epsilon{\sqrt T}$ the expected regret is at most $\frac{\sqrt T\log K}"
    r"\epsilon+\frac{\epsilon\sqrt T}2$.",
    recorded="holds-with-repair",
    subjects={"power": (Fraction(1, 2), Fraction(1))},
    stated=True,
    reading="a constant that does not depend on T, K and eps; here 10",
    title="the regret of exponential weights at that rate",
    repaired_title="the regret of exponential weights at that rate, with log K",
    printed_mutants={"power 0.9": {"power": Fraction(9, 10)}},
)
def regret_of_exponential_weights(
    power: Fraction, proof: Proof = written_proof("adv.sec5.1.regret.repaired")
) -> Verdict:
    """10^300 arms and 10^6 rounds at eps = 1: constant losses (0, 1, ..., 1)."""
    arms, rounds, eps = 10**300, 10**6, Fraction(1)
    with working_precision(80):
        least = least_regret(arms, rounds, eps)
        most = ball(rounds).sqrt() * ball(arms).log() ** ball(power) / ball(eps)
        require_or_repair(
            at_most(least, 10 * most),
            "The weights need log(K)/eta rounds to find the best of K arms.",
            K="10^300",
            T=rounds,
            eps=eps,
            regret_at_least=least,
            ten_times_the_bound=10 * most,
        )
    return proof.verdict("The usual bound log(K)/eta + eta T/2 at this rate.")


whole(
    "adv.sec5.1",
    HEDGE
    + r"the privacy loss of each round is at most $2\eta$; with $\eta=\frac\epsilon{\sqrt T}$ "
    r"advanced composition gives $(\epsilon,\delta)$-DP, with regret $O(\sqrt{T\log K}/\epsilon)$.",
    parts=("adv.sec5.1.loss", "adv.sec5.1.privacy", "adv.sec5.1.regret"),
    kind="remark",
)


@claim(
    "adv.sec5.2.intuition.pulls",
    r"On $\ell_t=(\frac12,1)$ an algorithm with regret $R$ plays arm 2 at most $O(R)$ times; in "
    r"the "
    r"mean exactly $2R$ times.",
    recorded="holds",
    stated=True,
    title="pulls of the worse arm",
)
def pulls_of_the_worse_arm(proof: Proof = written_proof("adv.sec5.2.intuition.pulls")) -> Verdict:
    """Regret is linear in the pulls."""
    return proof.verdict("A pull of arm 2 costs 1/2, one of arm 1 nothing.")


@claim(
    "adv.sec5.2.intuition.slow",
    ARMS + r"on every path $P_t(2)>\frac14$ during the first $\frac1{4\eta}$ updates, for every "
    r"$\gamma\in(0,1]$.",
    recorded="holds",
    kind="derived",
    title="how slowly EXP3 drops an arm",
)
def slow_drop(proof: Proof = written_proof("adv.sec5.2.intuition.slow")) -> Verdict:
    """An induction over the updates."""
    return proof.verdict("While P_t(2) > 1/4, an update moves the log-odds by at most 4 eta.")


@claim(
    "adv.sec5.2.intuition.drop",
    ARMS + r"the probability of arm 2 drops to $O(\frac RT)$ in $O(\log T)$ steps.",
    recorded="fails",
    stated=True,
    reading="eta = 1/sqrt(T), constants of 10: within 10 log T steps to at most 1/4",
    repaired_by="adv.sec5.2.intuition.slow",
    title="EXP3 drops an arm in log T steps",
    mutants={"a short game": {"horizon": 10**4}},
)
def fast_drop(horizon: int = 10**8) -> Verdict:
    """1/(4 eta) rounds against 10 log T."""
    with working_precision(80):
        kept = ball(horizon).sqrt() / 4
        require(
            at_most(kept, 10 * ball(horizon).log()),
            "On every path P_t(2) is above 1/4 for 1/(4 eta) rounds. The text itself has "
            "log(1/gamma)"
            "/eta steps later on.",
            T=horizon,
            rounds_above_a_quarter=kept,
            ten_log_T=10 * ball(horizon).log(),
        )
    return proved("So short a game does not refute it.", covered="One game.", universal=None)


@claim(
    "adv.sec5.2.intuition.notice",
    r"An $\epsilon$-DP algorithm must pull arm 2 at least $\frac1\epsilon$ times to notice that "
    r"its "
    r"loss has dropped; the lower bound is for algorithms that drop its probability to about "
    r"$\frac "
    r"RT$ within $o(\frac TR)$ steps.",
    recorded="not-mechanical",
    stated=True,
    title="what has to be noticed",
)
def notice() -> Verdict:
    """What can be checked is the core inequality of Lemma 11."""
    return not_mechanical(
        "To notice is not defined. What is meant is (2) of the proof of Lemma 11, with at most p "
        "pulls probabilities of events differ by a factor of at most e^(eps p): "
        "adv.lem11.inequality."
    )


whole(
    "adv.sec5.2.intuition",
    r"On $\ell_t=(\frac12,1)$ an algorithm with regret $R$ plays arm 2 $O(R)$ times; EXP3 drops "
    r"its "
    r"probability to $O(\frac RT)$ in $O(\log T)$ steps; an $\epsilon$-DP algorithm needs $\frac1"
    r"\epsilon$ pulls to notice that it became better.",
    parts=(
        "adv.sec5.2.intuition.pulls",
        "adv.sec5.2.intuition.drop",
        "adv.sec5.2.intuition.notice",
    ),
    kind="informal claims",
)


@pair(
    "adv.sec5.2.additive",
    r"An $\epsilon$-DP algorithm, $\epsilon\le1$, whose regret bound separates $T$ and $\epsilon$ "
    r"additively has no $\gamma\in[0,\frac12]$ with (1), (2), $\tau=o(\sqrt{T/\epsilon})$ and $p\le"
    r"\gamma(T-\tau)$.",
    r"The same with $p=\frac u\epsilon$ for a fixed $u\in(0,\log2)$.",
    recorded="holds-with-repair",
    subjects={"u": (None, Fraction(3, 8))},
    stated=True,
    reading="as a consequence of Lemma 11, against bounds sqrt(T) + 1/eps up to logarithms",
    refutation_rests_on=("adv.lem11.bound",),
    stated_proof=("adv.lem11.order",),
    title="no additive separation inside the class",
    repaired_title="no additive separation inside the class for p = u/eps",
    mutants={"p = 1/eps": {"u": Fraction(1)}},
)
def no_additive_separation(
    u: Fraction | None, proof: Proof = written_proof("adv.sec5.2.additive.repaired")
) -> Verdict:
    """The bound of Lemma 11 with tau = 0 against sqrt(T) + 1/eps, for eps = T^(-1/2)."""
    with working_precision(80):
        for exponent in (16, 24, 32):
            horizon, eps = 10**exponent, Fraction(1, 10 ** (exponent // 2))
            p = Fraction(1) if u is None else u / eps
            root = ball(p * horizon / 16) * (1 - ball(eps * p).exp() / 2)
            additive = ball(horizon).sqrt() + ball(1 / eps)
            require_or_repair(
                root >= additive**2,
                "With p = 1 the conditions force only sqrt(T/32), which contradicts no additive "
                "bound.",
                T=f"10^{exponent}",
                eps=eps,
                p=p,
                square_of_the_bound=root,
                square_of_sqrt_T_plus_1_over_eps=additive**2,
            )
    return proof.verdict(
        "At eps = 1/sqrt(T) a bound A (sqrt(T) + 1/eps) needs a factor A of the order T^(1/4), "
        "which no power of logarithms is.",
        instances="T = 1e16, 1e24 and 1e32 at eps = 1/sqrt(T), u = 3/8 and tau = 0.",
    )
