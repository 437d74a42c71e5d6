"""Claims about Section 5.2: the order of the regret without the gaps, and a sum of bonuses."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from banditproof.paper_checks.proofs import Given, Induction, Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require
from banditproof.theory.balls import working_precision

ORDER = Proof(
    "thesis.rem.minimax.order",
    where="b in (3,inf), eps in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), k in [0,inf), "
    "sum in [0,inf), reg in [0,inf), c in [0,inf), m in [0,inf), x in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"AdaP-UCB, for $k$ suboptimal arms, and with $c=16\beta$.",
            "reg <= 2*sqrt(2*b*K*T*L) + 16*b*L/eps*k + 3*b/(b-3)*sum",
            claim="thesis.thmC.7.sharper",
            of_step=16,
        ),
        OnClaim(
            2,
            r"AdaP-KLUCB, with another $c$.",
            "reg <= 2*sqrt(2*b*K*T*L) + 8*(1+b)*sqrt(b)/(sqrt(b)-1)*L/eps*k + 3*b/(b-3)*sum",
            claim="thesis.remC.8",
            of_step=16,
        ),
        Given(
            3,
            "Either of them:",
            "reg <= 2*sqrt(2*b*K*T*L) + c*L/eps*k + 3*b/(b-3)*sum",
            uses=(1, 2),
        ),
        Given(4, "There are at most $K$ suboptimal arms,", "k <= K"),
        Given(5, "with gaps of at most 1.", "sum <= K"),
        Given(6, "A round costs at most 1.", "reg <= T"),
        Given(7, r"$L=\log T$ and $T\ge2$.", "log(2) <= L"),
        Given(8, r"Let $m$ be the smaller one of $\sum_a\Delta_a$ and $T$.", "m == min(sum, T)"),
        Inequality(9, r"$m^2\le KT$,", "m**2 <= K*T", uses=(5, 8)),
        Inequality(10, r"so $m\le\sqrt{KTL/\log2}$.", "m <= sqrt(K*T*L/log(2))", uses=(7, 9)),
        Given(11, "Let $x$ be the sum of the other terms.", "x == 2*sqrt(2*b*K*T*L) + c*L/eps*k"),
        Inequality(
            12,
            "The regret is at most the bound and at most $T$, with a factor of at least 1:",
            "reg <= x + 3*b/(b-3)*sum",
            uses=(11,),
            weights={3: "1"},
        ),
        Inequality(13, "so $m$ will do.", "reg <= x + 3*b/(b-3)*m", uses=(6, 8, 12)),
        Inequality(
            14,
            r"$\mathrm{Reg}_T\le A\sqrt{KT\log T}+\frac{cK\log T}\varepsilon$ with $A$ of $\beta$.",
            "reg <= 2*sqrt(2*b*K*T*L) + 3*b/(b-3)*sqrt(K*T*L/log(2)) + c*K*L/eps",
            uses=(11,),
            weights={13: "1", 4: "c*L/eps", 10: "3*b/(b-3)"},
        ),
    ),
)


@checks(
    "thesis.rem.minimax.order",
    mutants={
        "gaps of any size": {"proof": ORDER.changed(5, formula="sum <= 9*K")},
        "sharper: no constant of the gaps": {
            "proof": ORDER.changed(14, formula="reg <= 2*sqrt(2*b*K*T*L) + c*K*L/eps")
        },
    },
)
def order_without_the_gaps(proof: Proof = ORDER) -> Verdict:
    """The sum of the gaps, cut at T, is of the first order."""
    return proof.verdict(
        "Theorem C.7 and Remark C.8, with min(sum gap, T) <= sqrt(K T) for the sum of the gaps."
    )


SQUARE = Proof(
    "thesis.rem.minimax.sum.square",
    where="n in [2,inf), T in [2,inf), s in [0,inf), C in [0,inf)",
    steps=(
        Inequality(1, r"A step of the logarithm is at most $\frac1n$.", "log(n+1) - log(n) <= 1/n"),
        Inequality(
            2,
            r"So that of half of its square is at most the next term.",
            "(log(n+1)**2 - log(n)**2)/2 <= 2*log(n+1)/(n+1)",
            weights={1: "(log(n+1) + log(n))/2"},
            rest="2*log(n+1)/(n+1) - (log(n+1) + log(n))/(2*n)",
        ),
        Induction(
            3,
            r"The sum $s$ over $2\le t\le n$ is at least $\frac12\log(n)^2$.",
            "s >= log(n)**2/2",
            variable="n",
            start="2",
            sequence="s",
            first="log(2)",
            following="s + 2*log(n+1)/(n+1)",
            weight="1",
            rest="2*log(n+1)/(n+1) - (log(n+1)**2 - log(n)**2)/2",
            uses=(2,),
        ),
        Inequality(
            4,
            r"That is more than $C\log T$ once $T>e^{2C}$.",
            "C*log(T) < log(T)**2/2",
            where="2*C < log(T)",
            rest="log(T)*(log(T) - 2*C)/2",
        ),
        Parts(5, "So no multiple of the logarithm is above all sums.", uses=(3, 4)),
    ),
)


def summed_bonuses(horizon: int) -> arb:
    """The sum of 2 log(t)/t over 2 <= t <= T: private bonuses at eps = 1 with N = t."""
    return sum((2 * arb(t).log() / t for t in range(2, horizon + 1)), arb(0))


@checks(
    "thesis.rem.minimax.sum.square",
    mutants={
        "sharper: twice the square": {"proof": SQUARE.changed(3, formula="s >= 2*log(n)**2")},
        "sharper: once T > e^C": {"proof": SQUARE.changed(4, where="C < log(T)")},
        "half of the bonus": {"proof": SQUARE.changed(3, following="s + log(n+1)/(2*(n+1))")},
        "sharper: 20 log T": {"least": lambda log: 20 * log},
    },
)
def sums_of_bonuses_from_below(
    least: Callable[[arb], arb] = lambda log: log**2 / 2, proof: Proof = SQUARE
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


@checks("thesis.rem.minimax.sum", mutants={"without the logarithm": {"power": 0}})
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
