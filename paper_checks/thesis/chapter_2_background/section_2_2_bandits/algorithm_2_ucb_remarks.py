"""Claims about the remarks around UCB: the confidence bound of a mean, and the proof sketch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, needs_repair, points, refuted, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import binomial_law

from .centred_laws import Finite, normal_tail

BITS = 120


@pair(
    "thesis.alg2.width",
    r"Let $X_1,\dots,X_T$ be independent 1-subgaussian with mean $\mu$. Then $\hat\mu_T-\mu="
    r"\sum_{t\le T}(X_t-\mu)/n$ is $1/\sqrt T$-subgaussian, $\mathbb P(\hat\mu_T-\mu\ge\varepsilon)"
    r"\le e^{-T\varepsilon^2/2}$, and with probability $1-\delta$: "
    r"$\mu\le\hat\mu_T+\sqrt{2\log(1/\delta)/T}$.",
    r"Let $X_1,\dots,X_T$ be independent with mean $\mu$ and $X_t-\mu$ 1-subgaussian. Then "
    r"$\mu\le\hat\mu_T+\sqrt{2\log(1/\delta)/T}$ with probability at least $1-\delta$, and so "
    r"$\mu\ge\hat\mu_T-\sqrt{2\log(1/\delta)/T}$.",
    recorded="holds-with-repair",
    subjects={
        "centred": (False, True),
        "terms": (lambda n, horizon: n, lambda n, horizon: horizon),
    },
    doubts=("D19",),
    title="the confidence bound of a mean, behind (2.9)",
    repaired_title="the confidence bound of a mean, behind (2.9), for centred variables",
    kind="derivation",
    mutants={
        "1 in place of 2": {"width": lambda log, pulls: (log / pulls).sqrt()},
        "the width of a pull more": {"width": lambda log, pulls: (2 * log / (pulls + 1)).sqrt()},
    },
)
def confidence_width(
    centred: bool,
    terms: Callable[[int, int], int],
    width: Callable[[arb, int], arb] = lambda log, pulls: (2 * log / pulls).sqrt(),
) -> Verdict:
    """What is 1-subgaussian, and exact probabilities of failure for normal laws and fair signs.

    `terms` is the divisor of a sum of T terms, from the undefined n and T.
    """
    signs = Finite.signs()
    law = (
        signs if centred else Finite("1 + a fair sign", {x + 1: p for x, p in signs.masses.items()})
    )
    with working_precision(BITS):
        moment, bound = law.moment(Fraction(1)), ball(Fraction(1, 2)).exp()
        if moment > bound or terms(1, 2) != 2:
            return needs_repair(
                "A 1-subgaussian variable has mean 0, so the hypothesis must be about X_t - mu; "
                "the average divides by T, not by the undefined n; and the bound holds with "
                "probability at least 1 - delta.",
                f"X = 1 + a fair sign has mean 1 and E e^X = {moment.str(6)} > e^(1/2) = "
                f"{bound.str(6)}, although X - 1 is 1-subgaussian; T = 2, n = 1: the sum of X_t - "
                "mu is twice the difference of the averages.",
                covered="One law, points.",
                not_covered="The bound itself: claim thesis.alg2.width.repaired.",
            )
        deltas = [Fraction(1), *(Fraction(1, 2**k) for k in (1, 3, 7, 20)), Fraction(1, 10**12)]
        for pulls, delta in product((1, 2, 5, 20, 64), deltas):
            radius = width(-ball(delta).log(), pulls)
            heads = enumerate(binomial_law(pulls, Fraction(1, 2)))
            # at equality, as for delta = 2^-T, a ball cannot decide: counted as a failure
            failing = sum((p for k, p in heads if not 2 * k - pulls < pulls * radius), Fraction(0))
            of_signs = failing <= delta
            require(of_signs, "It fails too often for signs.", T=pulls, delta=delta, often=failing)
            often = normal_tail(radius * arb(pulls).sqrt())
            normal = at_most(often, ball(delta))
            require(
                normal, "It fails too often for normal laws.", T=pulls, delta=delta, often=often
            )
    return points(
        "The mean exceeds the bound with probability at most delta, exactly computed for normal "
        "variables and for fair signs; the other side is that of -X.",
        covered="T = 1, 2, 5, 20, 64 and delta from 1 to 1e-12, normal variables and fair signs.",
        not_covered="General laws: Lemmas 2.21 and 2.22.",
    )


@dataclass(frozen=True)
class Sketch:
    """The numbers of the proof sketch after Theorem 2.23.

    delta = 1/T^power; the width is sqrt(factor log(1/delta) / N); the good event fails with
    probability at most lost(K, T, delta); the integral of t^(-1/2) is root sqrt(T).
    """

    power: int
    factor: int
    lost: Callable[[int, int, Fraction], Fraction]
    root: int


AS_PRINTED = Sketch(1, 4, lambda arms, horizon, delta: delta, 1)
MEANT = Sketch(2, 2, lambda arms, horizon, delta: 2 * arms * horizon * delta, 2)


def sketch_faults(sketch: Sketch) -> list[str]:
    """What is wrong in a sketch, each with its witness."""
    import sympy

    faults = []
    gap, pulls, log, time, horizon = sympy.symbols("D n L t T", positive=True)
    needed = sympy.solve(2 * sympy.sqrt(2 * sketch.power * log / pulls) - gap, pulls)[0]
    share = sympy.simplify(needed * gap / log * gap)
    if share != 16:
        faults.append(f"delta = 1/T^{sketch.power} gives {share} log(T)/gap, not 16 log(T)/gap")
    if sketch.factor != 2:
        faults.append(f"the bonus of (2.9) is sqrt(2 log(1/delta)/N), not with {sketch.factor}")
    area = sympy.integrate(1 / sympy.sqrt(time), (time, 0, horizon))
    if sympy.simplify(area - sketch.root * sympy.sqrt(horizon)) != 0:
        faults.append(f"the integral of t^(-1/2) up to T is {area}")
    arms = rounds = 20
    delta = Fraction(1, rounds**sketch.power)
    with working_precision(BITS):
        # each arm was pulled once, independently: so often no bound of one side fails
        good = (1 - normal_tail((-2 * ball(delta).log()).sqrt())) ** arms
        claimed = 1 - sketch.lost(arms, rounds, delta)
        if good < ball(claimed):
            faults.append(
                f"with 20 normal arms, T = 20 and delta = {delta} all bounds of one side hold with "
                f"probability {good.str(6)} < {claimed}"
            )
    return faults


@pair(
    "thesis.alg2.sketch",
    r"Proof sketch of (2.10): the good event, that all means are well estimated, has probability "
    r"$1-\delta$; $n_a$ satisfies $2\sqrt{2\log(1/\delta)/n_a}\le\Delta_a$; with $\delta=1/T$ this "
    r"gives (2.10); the width is $\sqrt{4\log(1/\delta)/N_a(t-1)}$, and "
    r"$\sum_t1/\sqrt t\approx\int_t1/\sqrt t\,dt=\sqrt T$.",
    r"With $\delta=1/T^2$: $2\sqrt{2\log(1/\delta)/n_a}=\Delta_a$ at $n_a=16\log T/\Delta_a^2$; "
    r"all bounds of both sides hold with probability at least $1-2KT\delta$; the width is "
    r"$\sqrt{2\log(1/\delta)/N}$; $\sum_tN_{a_t}(t)^{-1/2}\le2\sqrt{KT}$.",
    recorded="fails",
    subjects={"sketch": (AS_PRINTED, MEANT)},
    doubts=("D19",),
    title="proof sketch after Theorem 2.23",
    repaired_title="proof sketch after Theorem 2.23, with the numbers of the theorem",
    kind="proof sketch",
    mutants={
        "delta = 1/T": {"sketch": replace(MEANT, power=1)},
        "a bad event of probability delta": {"sketch": replace(MEANT, lost=AS_PRINTED.lost)},
        "root T": {"sketch": replace(MEANT, root=1)},
        "4 in the width": {"sketch": replace(MEANT, factor=4)},
    },
)
def proof_sketch(sketch: Sketch) -> Verdict:
    """Four numbers against the index, the theorem and an exact probability; sums of widths."""
    faults = sketch_faults(sketch)
    if faults:
        return refuted(
            "The theorem has delta = 1/T^2, and the sketch other numbers: the probability of the "
            "good event needs a union over arms and rounds, the confidence is 1/T, the width has "
            "4 for 2 (4 log T with delta = 1/T^2), and an integral lacks a factor 2. A bound by "
            "the sum of widths also meets N = 0 in the first K rounds.",
            "; ".join(faults) + ".",
        )
    with working_precision(BITS):
        partial = [arb(0)]
        for n in range(1, 61):
            partial.append(partial[-1] + 1 / arb(n).sqrt())
        for horizon in (1, 2, 3, 10, 60):
            for first in range(horizon + 1):
                total = partial[first] + partial[horizon - first]
                obeys = at_most(total, sketch.root * arb(2 * horizon).sqrt())
                require(obeys, "The sum of widths is larger.", T=horizon, first=first, sum=total)
    return points(
        "delta = 1/T^2 gives the 16 of the theorem, the union bound covers a case in which the "
        "printed probability is wrong, and widths sum to at most 2 sqrt(K T).",
        covered="Two identities, one exact probability with 20 arms, up to 60 rounds of two arms.",
        not_covered="More arms: sqrt is concave, so equal shares have the largest sum.",
    )
