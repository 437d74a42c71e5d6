"""The proofs about the mean of a random part of the rows, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)


def enumerated_games() -> Iterator[Instance]:
    """Leakages and powers of the enumerated games of n and of k rows."""
    from .exact_sub_sampling import game, worlds

    level = Fraction(1, 8)
    for place, (_, _, _, kept, rows) in enumerate(worlds()):
        whole, part = (game(place, of_a_part) for of_a_part in (True, False))
        leakages = {"xi": whole.exact_total_variation(), "xik": part.exact_total_variation()}
        powers = {"high": whole.exact_power(level), "f": 1 - part.exact_power(level)}
        yield {"rho": Fraction(kept, rows), "alpha": level, **leakages, **powers}


EXACT = Proof(
    "thesis.fix.sub.exact",
    instances=enumerated_games,
    where="rho in (0,1], p in [0,1], q in [0,1], r in [0,1], xi in [0,1], xik in [0,1]",
    parts=(4, 6),
    steps=(
        Given(
            1,
            r"Which rows are kept depends on neither the data nor the place of the target: of "
            r"$n$ rows a given one is among the $k$ with probability $\rho=k/n$.",
        ),
        Given(
            2,
            r"If $b=0$, the kept rows are $k$ independent draws, and $q=p^{\mathrm{out}}(E)$ is the"
            r" chance of $E$ in the game of $k$ rows. If $b=1$ and the target is not kept, they "
            "are that as well.",
        ),
        Given(
            3,
            r"If $b=1$ and the target is kept, it stands at each place among the kept ones alike, "
            r"and the others are independent draws: $r=p^{\mathrm{in}}(E)$ for $k$ rows.",
        ),
        Textbook(
            4,
            r"So for $b=1$ the chance of $E$, or of a guess, is $p=(1-\rho)q+\rho r$.",
            "p == (1-rho)*q + rho*r",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 1},
            instance={"p": "p", "q": "(1-rho)*q + rho*r"},
            uses=(2, 3),
        ),
        Identity(5, r"$p-q=\rho(r-q)$ for each event.", "p - q == rho*(r - q)", uses=(4,)),
        Textbook(
            6,
            r"The suprema over the events: $\xi_n=\rho\,\xi_k$.",
            "xi == rho*xik",
            fact="textbook.bounds-of-sets:scaled",
            hypotheses={"m >= 0": "rho >= 0", "X is m times Y for each index": 5},
            instance={"x": "xi", "m": "rho", "y": "xik", "X": "p - q", "Y": "r - q"},
            over=("p", "q", "r"),
        ),
        Inequality(7, r"Hence $\xi_n\le\rho$, whatever the law.", "xi <= rho", uses=(6,)),
    ),
)

POWER = Proof(
    "thesis.fix.sub.exact.power",
    instances=enumerated_games,
    where="rho in (0,1], p in [0,1], a in [0,1], r in [0,1], alpha in [0,1], f in [0,1], "
    "high in [0,1], low in [0,1], t in [0,1], y in [0,1], c in [0,1]",
    steps=(
        OnClaim(
            1,
            r"A test of size $a$ and power $r$ in the game of $k$ rows has the same size in that "
            r"of $n$ rows, and the power $p$.",
            "p == (1-rho)*a + rho*r",
            claim="thesis.fix.sub.exact",
            of_step=4,
            instance={"q": "a"},
        ),
        Given(2, r"Its size is at most $\alpha$.", "a <= alpha"),
        Given(
            3,
            r"At level $\alpha$ no test of $k$ rows misses with a probability below $f$: "
            r"$P_k=1-f$.",
            "r <= 1 - f",
        ),
        Inequality(
            4,
            "So the power is at most this.",
            "p <= (1-rho)*alpha + rho*(1-f)",
            uses=(1,),
            weights={2: "1-rho", 3: "rho"},
        ),
        Textbook(
            5,
            r"Some test of $k$ rows, of size $t\le\alpha$, misses with this probability.",
            "y == f",
            fact="textbook.neyman-pearson",
            instance={"y": "y", "f": "f", "x": "t", "a": "alpha"},
        ),
        Given(
            6,
            r"A coin of chance $c$ turns its 'out' into 'in', so that the size is $\alpha$.",
            "alpha == t + c*(1-t)",
        ),
        OnClaim(
            7,
            "The power of this test.",
            "low == (1-rho)*(t + c*(1-t)) + rho*((1-y) + c*y)",
            claim="thesis.fix.sub.exact",
            of_step=4,
            instance={"p": "low", "q": "t + c*(1-t)", "r": "(1-y) + c*y"},
        ),
        Inequality(
            8,
            r"It is at least $(1-\rho)\alpha+\rho P_k(\alpha)$.",
            "low >= (1-rho)*alpha + rho*(1-f)",
            uses=(5, 6, 7),
        ),
        Textbook(
            9,
            r"The largest power: $P_n(\alpha)=(1-\rho)\alpha+\rho P_k(\alpha)$.",
            "high == (1-rho)*alpha + rho*(1-f)",
            fact="textbook.bounds-of-sets:attained",
            hypotheses={"c is an upper bound": 4, "the member v is at least c": 8},
            instance={"high": "high", "c": "(1-rho)*alpha + rho*(1-f)", "X": "p", "v": "low"},
            over=("p", "a", "r"),
        ),
    ),
)

LIMIT = Proof(
    "thesis.fix.sub.limit",
    where="rho in (0,1], m in [0,inf), xi in [0,1], xik in [0,1], lim in [0,1], limk in [0,1]",
    steps=(
        OnClaim(
            1,
            r"For each $n$: $\xi_n=\rho\,\xi_k$.",
            "xi == rho*xik",
            claim="thesis.fix.sub.exact",
            of_step=6,
        ),
        Given(
            2,
            r"The score of $k=\rho n$ rows is $\frac1k\sum_j(z_j-\mu_j)^2/\sigma_j^2\to m^*/\rho$, "
            r"and Corollary 6.4 holds for them: $\xi_k\to\mathrm{leak}(m^*/\rho)$, here $\ell$.",
            "limk == erf(sqrt(m/rho/8))",
        ),
        Textbook(
            3,
            r"So $\xi_n$ tends to $\rho\,\ell$,",
            "lim == 0 + rho*limk",
            fact="textbook.limits:affine",
            hypotheses={"x_n = c + b y_n for all n": 1, "y_n tends to y": 2},
            instance={"x": "lim", "c": "0", "b": "rho", "y": "limk", "X": "xi", "Y": "xik"},
            over=("xi", "xik"),
        ),
        Identity(
            4,
            r"which is $\rho\,\mathrm{leak}(m^*/\rho)$.",
            "lim == rho*erf(sqrt(m/rho/8))",
            uses=(2, 3),
        ),
    ),
)

POWER_LIMIT = Proof(
    "thesis.fix.sub.limit.power",
    where="rho in (0,1], alpha in [0,1], m in [0,inf), q in (-inf,inf), high in [0,1], f in [0,1], "
    "lim in [0,1], limk in [0,1]",
    steps=(
        OnClaim(
            1,
            r"For each $n$: $P_n(\alpha)=(1-\rho)\alpha+\rho P_k(\alpha)$.",
            "high == (1-rho)*alpha + rho*(1-f)",
            claim="thesis.fix.sub.exact.power",
            of_step=9,
        ),
        Given(
            2,
            r"By Corollary 6.4 for $k$ rows $P_k(\alpha)\to\Phi(q+\sqrt{m^*/\rho})$, "
            r"$q=\Phi^{-1}(\alpha)$; here $\ell$.",
            "limk == normal_cdf(q + sqrt(m/rho))",
        ),
        Textbook(
            3,
            r"So $P_n(\alpha)$ tends to $(1-\rho)\alpha+\rho\,\ell$,",
            "lim == (1-rho)*alpha + rho*limk",
            fact="textbook.limits:affine",
            hypotheses={"x_n = c + b y_n for all n": 1, "y_n tends to y": 2},
            instance={"x": "lim", "c": "(1-rho)*alpha", "b": "rho", "y": "limk"}
            | {"X": "high", "Y": "1-f"},
            over=("high", "f"),
        ),
        Identity(
            4,
            "which is this number.",
            "lim == (1-rho)*alpha + rho*normal_cdf(q + sqrt(m/rho))",
            uses=(2, 3),
        ),
    ),
)

SLOPE = "r*(exp(-r**2*x**2) - exp(-x**2))*2/sqrt(pi)"
"""The slope of erf(r x) - r erf(x)."""


def slope_of_the_difference() -> str:
    """It is the derivative, and the difference vanishes at 0."""
    return slope_is("erf(r*x) - r*erf(x)", SLOPE, at_zero="0")


def shares_and_scores() -> Iterator[Instance]:
    """Shares of the rows, and scores."""
    for r, v, w in ((1, 1, 1), ("9/10", "1/10", 2), ("1/2", 2, "1/2")):
        yield {"r": r, "v": v, "w": w}


ORDER = Proof(
    "thesis.fix.sub.limit.order",
    instances=shares_and_scores,
    where="r in (0,1], v in [0,inf), w in [0,inf), x in [0,inf)",
    parts=(4, 6),
    steps=(
        Inequality(
            1,
            r"The exponential increases, and $\rho\le1$.",
            "exp(-x**2) <= exp(-r**2*x**2)",
            monotone=("exp", "-r**2*x**2", "-x**2"),
            rest="x**2*(1-r)*(1+r)",
        ),
        Computed(
            2,
            r"The slope of $\mathrm{erf}(\rho x)-\rho\,\mathrm{erf}(x)$ is $\rho$ times the "
            r"difference of these, times $2/\sqrt\pi$, and it is 0 at $x=0$.",
            by=slope_of_the_difference,
        ),
        Inequality(3, "It is at least 0.", f"{SLOPE} >= 0", weights={1: "r*2/sqrt(pi)"}),
        Textbook(
            4,
            r"So $\rho\,\mathrm{erf}(v)\le\mathrm{erf}(\rho v)$; with $v=\sqrt{m/(8\rho)}$ it is "
            r"$\rho\,\mathrm{leak}(m/\rho)\le\mathrm{leak}(\rho m)$.",
            "0 <= erf(r*v) - r*erf(v)",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 2, "S is at least 0": 3},
            instance={"x": "0", "y": "erf(r*v) - r*erf(v)", "S": SLOPE},
            over=("x",),
        ),
        Inequality(
            5,
            r"The root increases: $\sqrt{\rho m/8}\le\sqrt{m/8}$, here with $w=m/8$.",
            "sqrt(r*w) <= sqrt(w)",
            monotone=("root2", "w", "r*w"),
            rest="(1-r)*w",
        ),
        Inequality(
            6,
            r"So $\mathrm{leak}(\rho m)\le\mathrm{leak}(m)$: sub-sampling does not add leakage.",
            "erf(sqrt(r*w)) <= erf(sqrt(w))",
            monotone=("erf", "sqrt(w)", "sqrt(r*w)"),
            weights={5: "1"},
        ),
        Parts(7, "Both.", uses=(4, 6)),
    ),
)
