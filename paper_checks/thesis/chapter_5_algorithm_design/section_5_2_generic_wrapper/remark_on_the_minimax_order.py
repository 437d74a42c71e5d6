"""Claims about Section 5.2: the order of the regret without the gaps, and a sum of bonuses."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require
from banditproof.theory.balls import working_precision


@claim(
    "thesis.rem.minimax.order",
    r"AdaP-UCB and AdaP-KLUCB have a regret of $O\big(\sqrt{KT\log T}+\frac{K\log T}"
    r"\varepsilon\big)$ without the gaps.",
    recorded="holds",
    stated=True,
    reading="constants of $\\beta>3$ alone, $T\\ge2$; coins for AdaP-KLUCB",
    stated_proof=("thesis.thmC.7", "thesis.remC.8"),
    title="order of the regret without the gaps",
)
def order_without_the_gaps(proof: Proof = written_proof("thesis.rem.minimax.order")) -> Verdict:
    """The sum of the gaps, cut at T, is of the first order."""
    return proof.verdict(
        "Theorem C.7 and Remark C.8, with min(sum gap, T) <= sqrt(K T) for the sum of the gaps."
    )


def summed_bonuses(horizon: int) -> arb:
    """The sum of 2 log(t)/t over 2 <= t <= T: private bonuses at eps = 1 with N = t."""
    return sum((2 * arb(t).log() / t for t in range(2, horizon + 1)), arb(0))


@claim(
    "thesis.rem.minimax.sum.square",
    r"$\sum_{t=2}^T\frac{2\log t}t\ge\frac12\log(T)^2$ for $T\ge2$, which is above $C\log T$ for "
    r"every $C\ge0$ and $T>e^{2C}$.",
    recorded="holds",
    title="the sum of the private bonuses is of the order of the squared logarithm",
    mutants={"sharper: 20 log T": {"least": lambda log: 20 * log}},
)
def sums_of_bonuses_from_below(
    least: Callable[[arb], arb] = lambda log: log**2 / 2,
    proof: Proof = written_proof("thesis.rem.minimax.sum.square"),
) -> Verdict:
    """By induction over the horizon, and the sums themselves at some horizons."""
    sides = Sides()
    with working_precision(64):
        for horizon in (2, 3, 100, 10_000):
            low, sums = least(arb(horizon).log()), summed_bonuses(horizon)
            sides.at_most(low, sums, "The sum is smaller.", T=horizon)
    return proof.verdict(
        "A step of log(n)^2/2 is at most the next term of the sum.",
        instances="The sums at T = 2, 3, 100 and 10^4.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.rem.minimax.sum",
    r"The sum of the private bonuses is about $\sum_t\frac{2\log t}{\varepsilon N_{a_t}(t-1)}$; "
    r"with $N_{a_t}(t-1)\approx t$ and $\sum_t\frac1t\approx\log T$ it is of the order $\frac{\log "
    r"T}\varepsilon$.",
    recorded="fails",
    stated=True,
    title="the sum of the private bonuses",
    kind="proof step",
    rests_on=("thesis.rem.minimax.sum.square",),
    mutants={"without the logarithm": {"power": 0}},
)
def sum_of_the_private_bonuses(power: int = 1) -> Verdict:
    """The quotient by log T has no bound: thesis.rem.minimax.sum.square, for all T."""
    with working_precision(64):
        for horizon in (100, 10_000):
            found = summed_bonuses(horizon) / arb(horizon).log() ** power
            found = found if power else arb(2)
            require(
                at_most(found, arb(5)),
                "The factor log t is lost: the sum is at least log(T)^2/2 for every T "
                "(thesis.rem.minimax.sum.square), and log(T)/eps comes from stopping at a fixed "
                "width.",
                T=horizon,
                sum_over_log_T=found,
                log_T=arb(horizon).log(),
            )
    return proved("The sum over log T is bounded.", covered="T = 100 and 10^4.")


whole(
    "thesis.rem.minimax",
    r"The minimax order $O(\sqrt{KT\log T}+\frac{K\log T}\varepsilon)$ of both algorithms, and an "
    "intuition for its second term.",
    ("thesis.rem.minimax.order", "thesis.rem.minimax.sum"),
    title="regret without the gaps, and a sum of bonuses",
)
