"""The proofs about the noisy mean, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)
from banditproof.theory.membership import Column, ColumnData, noisy_mean, noisy_mean_gdp

ORDER_OF_TERMS = "textbook.nonnegative-series:order"


def coin_score(gamma: Fraction) -> Fraction:
    """The score of two noisy columns of mean 1/10000 and eight rows, with the target 1."""
    column = Column.bernoulli(Fraction(1, 10_000), target=1, count=2)
    return noisy_mean(ColumnData.of(8, [column]), gamma).value


def more_and_less_noise() -> Iterator[Instance]:
    """The scores for two deviations of the noise that are near to each other."""
    for g in (Fraction(1, 2), Fraction(3)):
        yield {"mg": coin_score(g), "mh": coin_score(g * Fraction(1001, 1000))}


def opposite_rows() -> Iterator[Instance]:
    """A row of ones for one of zeros moves the mean of eight rows by one deviation of its noise."""
    gamma = Fraction(1, 2)
    mu_squared = noisy_mean_gdp(8, [gamma], [2])
    yield {"dist": 1, "mu2": mu_squared, "m": coin_score(gamma)}


DECREASE = Proof(
    "thesis.thm6.5.decrease",
    instances=more_and_less_noise,
    where="x in (-inf,inf), s in (0,inf), g in [0,inf), h in [0,inf), mg in [0,inf), "
    "mh in [0,inf), low in [0,1], high in [0,1]",
    parts=(3, 5),
    steps=(
        Given(1, r"The variance of the noise of each column is not smaller.", "g <= h"),
        Inequality(
            2,
            r"The term of each column does not grow, $x=z^*_j-\mu_j$.",
            "x**2/(s+h) <= x**2/(s+g)",
            weights={1: "x**2/((s+g)*(s+h))"},
        ),
        Textbook(
            3,
            r"Neither does their sum, nor the score of the limit.",
            "mh <= mg",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={"x": "mh", "y": "mg", "X": "x**2/(s+h)", "Y": "x**2/(s+g)"},
            over=("x", "s", "g", "h"),
        ),
        Given(
            4,
            r"The mean with more noise is that with less, plus independent noise: a kernel of it "
            "that does not depend on the target.",
        ),
        Textbook(
            5,
            r"So the leakage does not grow, for each $n$.",
            "low <= high",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 4},
            instance={"after": "low", "before": "high"},
        ),
        Parts(6, "The score and the leakage.", uses=(3, 5)),
    ),
)

GDP = Proof(
    "thesis.fix.noise.gdp",
    instances=opposite_rows,
    where="x in [-1,1], z in [-1,1], s in [0,inf), g in (0,inf), n in [1,inf), a in (1,inf), "
    "dist in [0,inf), mu2 in [0,inf), m in [0,inf), q in (-inf,inf), least in [0,1], "
    "miss in [0,1]",
    parts=(4, 9, 11),
    steps=(
        Given(
            1,
            r"For two rows in $[0,1]^d$ column $j$ of the means differs by $x/n$, and the noise has"
            r" the variance $\gamma_j^2/n$. In units of its deviation the noise is normal of "
            "variance 1.",
        ),
        Inequality(
            2,
            r"There the square of the difference is at most $1/(n\gamma_j^2)$.",
            "n*(x/n)**2/g**2 <= 1/(n*g**2)",
            rest="(1-x)*(1+x)/(n*g**2)",
        ),
        Textbook(
            3,
            r"The squared distance is at most $\mu^2=\frac1n\sum_j1/\gamma_j^2$.",
            "dist**2 <= mu2",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={"x": "dist**2", "y": "mu2", "X": "n*(x/n)**2/g**2", "Y": "1/(n*g**2)"},
            over=("x", "g"),
        ),
        Inequality(
            4,
            r"For each order $a$ the Renyi divergence $a\,\mathrm{dist}^2/2$ is at most $a\mu^2/2$:"
            r" the mean is $\mu^2/2$-zCDP.",
            "a*dist**2/2 <= a*mu2/2",
            weights={3: "a/2"},
        ),
        Given(
            5,
            r"The likelihood ratio of two such means grows along the line through their centres. "
            r"Its test of level $\alpha$ has the threshold $q=\Phi^{-1}(1-\alpha)$, and misses "
            "with the probability",
            "miss == normal_cdf(q - dist)",
        ),
        Textbook(
            6,
            "No test of this level misses less.",
            "miss == least",
            fact="textbook.neyman-pearson",
            instance={"y": "miss", "f": "least", "x": "1 - normal_cdf(q)"}
            | {"a": "1 - normal_cdf(q)"},
        ),
        Inequality(
            7,
            "The distance is at most",
            "sqrt(dist**2) <= sqrt(mu2)",
            monotone=("root2", "mu2", "dist**2"),
            weights={3: "1"},
        ),
        Inequality(
            8,
            "The error function increases.",
            "erf((q - sqrt(mu2))/sqrt(2)) <= erf((q - dist)/sqrt(2))",
            monotone=("erf", "(q - dist)/sqrt(2)", "(q - sqrt(mu2))/sqrt(2)"),
            weights={7: "1/sqrt(2)"},
        ),
        Inequality(
            9,
            r"So each test of level $\alpha$ misses with at least the probability of the trade-off "
            r"of $\mathcal N(0,1)$ and $\mathcal N(\mu,1)$: the mean is $\mu$-GDP.",
            "least >= normal_cdf(q - sqrt(mu2))",
            uses=(5, 6),
            weights={8: "1/2"},
        ),
        Inequality(
            10,
            r"A target and a mean in $[0,1]$ have $z=z^*_j-\mu_j\in[-1,1]$.",
            "z**2/(s + g**2)/n <= 1/(n*g**2)",
            rest="(g**2*(1-z)*(1+z) + s)/(n*g**2*(s + g**2))",
        ),
        Textbook(
            11,
            r"So $m_\gamma\le\mu^2$.",
            "m <= mu2",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 10},
            instance={"x": "m", "y": "mu2", "X": "z**2/(s + g**2)/n", "Y": "1/(n*g**2)"},
            over=("z", "s", "g"),
        ),
        Parts(12, "The privacy, and the score.", uses=(4, 9, 11)),
    ),
)

SUM_OF_NOISE = Proof(
    "thesis.ftm.alg.noise-mech.rows",
    where="n in [1,inf), w in [0,inf)",
    steps=(
        Given(1, r"$N_1,\dots,N_n$ are independent of law $\mathcal N(0,\gamma_j^2)$."),
        Given(
            2,
            r"$\frac1n\sum_iN_i=\frac{1}{\sqrt n}\sum_i\frac1{\sqrt n}N_i$; the squared factors "
            r"sum to $w=n(1/\sqrt n)^2$.",
            "w == n*(1/sqrt(n))**2",
        ),
        Identity(3, "They sum to 1.", "w == 1", uses=(2,)),
        Textbook(
            4,
            r"So $\frac1n\sum_i(Z_i+N_i)$ has the law of $\hat\mu_n+N/\sqrt n$.",
            fact="textbook.elementary-probability:normal sum",
            hypotheses={
                "independent draws of N(0, 1)": 1,
                "the squared factors sum to 1": 3,
            },
            instance={"w": "w"},
        ),
    ),
)

REPLACED = Proof(
    "thesis.thm6.5.replacement.repaired",
    where="s in [0,inf), g in [0,inf), n in [2,inf), e in (-inf,inf), v in [0,inf), "
    "total in [0,inf)",
    parts=(3,),
    steps=(
        Given(
            1,
            r"Under $H_1$ a column of the release is $z^*_j/n$ plus $n-1$ rows over $n$, each of "
            r"variance $s/n^2$, $s=\sigma_j^2$, plus noise of variance $g/n$, $g=\gamma_j^2$; all "
            "are independent.",
        ),
        Textbook(
            2,
            "The variances add up to",
            "total == (n-1)*(s/n**2) + g/n",
            fact="textbook.elementary-probability:independent terms",
            hypotheses={
                "independent terms": 1,
                "the mean of each": "e == e",
                "the variance of each": "v == v",
            },
            instance={"X": "e", "M": "e", "Y": "v", "U": "v", "variance": "total"}
            | {"second": "(n-1)*(s/n**2) + g/n"},
            over=("e", "v"),
        ),
        Identity(3, "This is the stated one.", "total == ((n-1)/n*s + g)/n", uses=(2,)),
        Identity(
            4,
            r"The printed one is smaller by $g/n^2$, which vanishes beside $1/n$.",
            "total - (n-1)/n**2*(s+g) == g/n**2",
            uses=(2,),
        ),
    ),
)
