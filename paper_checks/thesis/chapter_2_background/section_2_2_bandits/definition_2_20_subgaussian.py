"""Claims about subgaussian laws: Definition 2.20 and its comment, Lemmas 2.21 and 2.22."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import factorial
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, certified, proved, refuted, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import binomial_law
from banditproof.verify.evidence import Grade

from .centred_laws import PROBABILITIES, RATES, Finite, Normal, normal_tail

BITS = 200
HALF = Fraction(1, 2)
Bound = Callable[[Fraction, Fraction], Fraction]
"""The exponent of a bound on E exp(lambda X), from lambda and sigma."""


def gaussian_exponent(rate: Fraction, sigma: Fraction) -> Fraction:
    """lambda^2 sigma^2 / 2."""
    return (rate * sigma) ** 2 / 2


def _exceeds(law: Finite, sigma: Fraction, bound: Bound) -> bool:
    """Whether the moment of the law is certainly above the bound at some rate."""
    small = (law.mean / (law.variance + law.mean**2 + sigma**2), Fraction(1, 1000))
    return any(law.moment(r) > ball(bound(r, sigma)).exp() for r in (*small, *RATES))


@claim(
    "thesis.def2.20",
    r"$X$ is $\sigma$-subgaussian if $\mathbb E[\exp(\lambda X)]\le\exp(\lambda^2\sigma^2/2)$ for "
    r"all $\lambda\in\mathbb R$.",
    recorded="holds",
    mutants={
        "exponent without the half": {"bound": lambda rate, sigma: (rate * sigma) ** 2},
        "a quarter in the exponent": {"bound": lambda rate, sigma: (rate * sigma) ** 2 / 4},
        "positive rates only": {
            "bound": lambda rate, sigma: (rate * sigma) ** 2 / 2 if rate > 0 else 40 * abs(rate)
        },
    },
)
def subgaussian(bound: Bound = gaussian_exponent) -> Verdict:
    """Normal laws meet it with equality; a mean or a larger variance breaks it; signs obey."""
    with working_precision(BITS):
        for sigma, rate in product((Fraction(1, 3), Fraction(1), Fraction(5, 2)), RATES):
            same = bound(rate, sigma) == (rate * sigma) ** 2 / 2
            require(same, "N(0, sigma^2) has another exponent.", sigma=sigma, rate=rate)
        for mean, spread in product((Fraction(1, 100), Fraction(-1, 2)), (Fraction(1, 10), HALF)):
            law = Finite("shifted", {mean + spread: HALF, mean - spread: HALF})
            seen = _exceeds(law, Fraction(1), bound)
            require(seen, "A law with a mean seems to be 1-subgaussian.", mean=mean, spread=spread)
        for p in PROBABILITIES:
            law = Finite.centred_bernoulli(p)
            # its variance is a proxy below its deviation
            seen = _exceeds(law, law.variance, bound)
            require(seen, "A law seems to have a proxy below its deviation.", law=law.name)
        # cosh against exp(x^2 / 2), coefficient by coefficient: (2k)! >= 2^k k!
        ratios = [Fraction(factorial(2 * k), 2**k * factorial(k)) for k in range(60)]
        for k, (one, two) in enumerate(pairwise(ratios)):
            require(1 <= one <= two, "A coefficient of cosh is larger.", k=k)
        for rate in RATES:
            obeys = at_most(Finite.signs().moment(rate), ball(bound(rate, Fraction(1))).exp())
            require(obeys, "A fair sign is not 1-subgaussian.", rate=rate)
    return certified(
        "N(0, sigma^2) meets the definition with equality, fair signs are 1-subgaussian "
        "coefficient by coefficient, and laws with a mean, or with a variance above sigma^2, "
        "violate it. So '1-subgaussian with mean mu' must mean that X - mu is.",
        covered="Normal laws in rationals; 4 shifted laws and 7 Bernoulli laws with a proxy that "
        "is too small, each with a rate that violates; the first 60 coefficients of cosh.",
        not_covered="That every such law violates it: the Taylor polynomial at lambda = 0.",
    )


@claim(
    "thesis.def2.20.tails",
    r"The tails of a $\sigma$-subgaussian random variable decay approximately as fast as those of "
    r"a Gaussian with zero mean and the same variance.",
    recorded="fails",
    repaired_by="thesis.lem2.21",
    title="comment on subgaussian tails and the variance",
    kind="remark",
    mutants={"the proxy in place of the variance": {"variance": lambda law: Fraction(1, 4)}},
)
def tails_by_variance(variance: Callable[[Finite], Fraction] = lambda law: law.variance) -> Verdict:
    """A rare Bernoulli variable against the normal law of its variance."""
    law, level = Finite.centred_bernoulli(Fraction(1, 100)), Fraction(99, 100)
    with working_precision(BITS):
        normal = normal_tail(ball(level) / ball(variance(law)).sqrt())
        if not law.tail(level) > 10**6 * normal:
            return certified("The tails agree.", covered="One law.", not_covered="Other laws.")
        bound = ball(-2 * level**2).exp()
        return refuted(
            "The proxy sigma^2 governs the tail, and it can be far above the variance.",
            f"X = Ber(1/100) - 1/100 is 1/2-subgaussian with variance {law.variance}: P(X >= "
            f"99/100) = 1/100, but a normal law of this variance has only {normal.str(5)}, while "
            f"exp(-(99/100)^2 / (2/4)) = {bound.str(5)} bounds it.",
        )


def _examples() -> list[tuple[Finite | Normal, Fraction]]:
    """Laws with a proxy sigma."""
    law = binomial_law(6, HALF)
    sums = Finite("6 signs over 5", {Fraction(2 * k - 6, 5): p for k, p in enumerate(law)})
    return [
        *((Normal(s), s) for s in (Fraction(1, 3), Fraction(1), Fraction(4))),
        *((Finite.centred_bernoulli(p), HALF) for p in PROBABILITIES),
        (Finite.signs(Fraction(3)), Fraction(3)),
        (sums, HALF),  # sqrt(6) / 5 is below a half
    ]


@claim(
    "thesis.lem2.21",
    r"If $X$ is $\sigma$-subgaussian, then $\mathbb P(X\ge\varepsilon)\le"
    r"\exp(-\varepsilon^2/(2\sigma^2))$ for all $\varepsilon\ge0$; by Markov's inequality for "
    r"$\exp(\lambda X)$ with $\lambda=\varepsilon/\sigma^2$.",
    recorded="holds",
    mutants={
        "no half": {"exponent": lambda level, sigma: -((level / sigma) ** 2)},
        "two sides at once": {"tail": lambda law, x: law.tail(x) + (law.tail(x) if x > 0 else 0)},
        "lambda = epsilon / sigma": {"best_rate": lambda level, sigma: level / sigma},
    },
)
def chernoff(
    exponent: Bound = lambda level, sigma: -((level / sigma) ** 2) / 2,
    tail: Callable[[Finite | Normal, Fraction], arb] = lambda law, level: law.tail(level),
    best_rate: Bound = lambda level, sigma: level / sigma**2,
) -> Verdict:
    """Exact tails against the bound, and the two steps of the proof at the chosen rate."""
    levels = tuple(map(Fraction, ("0", "1/100", "1/2", "99/100", "1", "2", "3", "8")))
    with working_precision(BITS):
        for (law, sigma), level in product(_examples(), levels):
            case: dict[str, Any] = {"law": law.name, "sigma": sigma, "epsilon": level}
            above = tail(law, level)
            obeys = at_most(above, ball(exponent(level, sigma)).exp())
            require(obeys, "A tail is above the bound.", **case, tail=above)
            rate = best_rate(level, sigma)
            at, *others = (
                gaussian_exponent(r, sigma) - r * level
                for r in (rate, rate * HALF, rate * 9 / 10, rate * 11 / 10)
            )
            least = at == exponent(level, sigma) and at <= min(others)
            require(least, "The proof's rate does not give the bound.", Grade.PROVED, **case)
            markov = law.moment(rate) * ball(-rate * level).exp()
            require(at_most(law.tail(level), markov), "Markov's bound fails.", **case)
    return certified(
        "The rate epsilon / sigma^2 minimises lambda^2 sigma^2 / 2 - lambda epsilon at "
        "-epsilon^2 / (2 sigma^2), and exact tails obey. At epsilon = 0 the rate is 0 and the "
        "bound 1; for sigma = 0 (X = 0) the printed quotient is 0/0 at epsilon = 0.",
        covered="Exact tails of normal, Bernoulli and sign laws, and a sum of signs, at 8 levels.",
        not_covered="General laws, for which the proof is Markov's inequality.",
    )


Scale = Callable[[Fraction, Fraction], Fraction]
THIRDS = Finite("thirds", {Fraction(-1): Fraction(1, 3), HALF: Fraction(2, 3)})


@claim(
    "thesis.lem2.22",
    r"For independent $\sigma_1$- and $\sigma_2$-subgaussian $X_1,X_2$: (1) $cX_1$ is "
    r"$|c|\sigma_1$-subgaussian; (2) $X_1+X_2$ is $\sqrt{\sigma_1^2+\sigma_2^2}$-subgaussian; "
    r"(3) a centred $X\in[a,b]$ is $\frac{b-a}2$-subgaussian.",
    recorded="holds",
    mutants={
        "root of the factor": {"scale": lambda c, sigma_squared: abs(c) * sigma_squared},
        "larger of the two": {"total": max},
        "the same variable twice": {"add": lambda x, y: x.times(Fraction(2))},
        "a third of the length": {"width": lambda a, b: (b - a) / 3},
    },
)
def rules(
    scale: Scale = lambda c, sigma_squared: c * c * sigma_squared,
    total: Scale = lambda one, two: one + two,
    width: Scale = lambda a, b: (b - a) / 2,
    add: Callable[[Finite, Finite], Finite] = Finite.plus,
) -> Verdict:
    """Moments of finite laws in balls, at rates of both signs, against the three rules."""
    bernoulli = (Finite.centred_bernoulli(p) for p in PROBABILITIES)
    spans = [*bernoulli, THIRDS, Finite.signs(Fraction(2))]

    def proxy(law: Finite) -> Fraction:
        return width(min(law.masses), max(law.masses)) ** 2

    tried: list[tuple[str, Finite, Fraction]] = [("(3)", law, proxy(law)) for law in spans]
    for c, law in product((Fraction(-3), Fraction(-1, 4), Fraction(0), Fraction(5, 2)), spans):
        tried.append(("(1)", law.times(c), scale(c, proxy(law))))
    for one, two in product(spans[2:], repeat=2):
        if one is two or add is Finite.plus:
            tried.append(("(2)", add(one, two), total(proxy(one), proxy(two))))
    with working_precision(BITS):
        for (rule, law, squared), rate in product(tried, RATES):
            moment, bound = law.moment(rate), ball(rate**2 * squared / 2).exp()
            case: dict[str, Any] = {
                "rule": rule,
                "law": law.name,
                "sigma^2": squared,
                "lambda": rate,
            }
            require(at_most(moment, bound), "A rule is violated.", **case, moment=moment)
    return certified(
        "(1) is the definition at the rate c lambda, (2) multiplies two moments, and (3) is met "
        "by laws of two and three points; for laws of two points, the extreme ones, it is proved "
        "(claim thesis.lem2.22.bernoulli).",
        covered="Finite laws, scaled and added in pairs, at 12 rates from -40 to 40, in balls.",
        not_covered="(3) for general laws: exp is convex, so the law of two points on the ends of "
        "[a, b] has the largest moment.",
    )


@claim(
    "thesis.lem2.22.bernoulli",
    r"$\mathrm{Ber}(p)-p$ is $\frac12$-subgaussian for every $p\in[0,1]$.",
    recorded="holds",
    title="centred Bernoulli laws, and so all centred laws of two points",
    mutants={"proxy 1/5 in place of 1/4": {"proxy": Fraction(1, 5)}},
)
def bernoulli_is_subgaussian(proxy: Fraction = Fraction(1, 4)) -> Verdict:
    """The logarithm of the moment starts at 0 with slope 0; its curvature is 1/4 minus a square."""
    import sympy

    p, rate = sympy.Symbol("p", positive=True), sympy.Symbol("l", real=True)
    x = sympy.Symbol("x", positive=True)  # exp(l)
    moment = p * sympy.exp(rate * (1 - p)) + (1 - p) * sympy.exp(-rate * p)
    log = sympy.log(moment)
    starts = [sympy.simplify(sympy.diff(log, rate, k).subs(rate, 0)) for k in (0, 1)]
    # moment = exp(-p l) (p e^l + 1 - p), so the curvature is that of log(p e^l + 1 - p)
    same = sympy.simplify(moment - sympy.exp(-p * rate) * (p * sympy.exp(rate) + 1 - p))
    curvature = sympy.diff(sympy.log(p * sympy.exp(rate) + 1 - p), rate, 2)
    rational = sympy.together(curvature.subs(sympy.exp(rate), x))
    square = ((p * x - (1 - p)) / (2 * (p * x + 1 - p))) ** 2
    rest = sympy.simplify(sympy.Rational(proxy.numerator, proxy.denominator) - rational - square)
    identities = starts == [0, 0] and same == 0 and rest == 0
    require(identities, "The curvature is another one.", Grade.PROVED, proxy=proxy, rest=rest)
    return proved(
        "With L(l) = log E exp(l X): L(0) = L'(0) = 0 and L'' = 1/4 - ((p e^l - 1 + p) / "
        "(2 (p e^l + 1 - p)))^2 <= 1/4, an identity of rational functions; so L(l) <= l^2 / 8.",
        covered="All p in (0, 1) and all real l; at p = 0 and 1 the variable is 0.",
    )
