"""The bound without privacy, (3), and what Section 2 says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory import Enclosure, certify, exact, kl, privacy_threshold, regret_coefficient
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import ZERO
from banditproof.theory.lower_bounds import lai_robbins_coefficient

Means = tuple[Fraction, ...]
Divergence = Callable[[Fraction, Fraction], Enclosure]
INSTANCES = (("0.75", "0.5", "0.25"), ("0.75", "0.7", "0.7", "0.7", "0.7"), ("0.8", "0", "0.8"))

lai_robbins = partial(certify, lai_robbins_coefficient, digits=25)
bernoulli_kl: Divergence = partial(certify, kl, digits=25)


def _kl_inf(mean: Fraction, best: Fraction) -> Enclosure:
    """inf { kl(mean, q) : q > best } from its definition: kl increases in q above the mean."""
    above = best + (1 - best) / 10**15
    return Enclosure.of(*(certify(kl, mean, q, digits=25) for q in (best, above)))


def _summed(means: Means, divergence: Divergence) -> Enclosure:
    """Sum of gap / divergence over the suboptimal arms, 0 at a best mean of 1."""
    best = max(means)
    return sum(((best - x) / divergence(x, best) for x in means if x < best < 1), ZERO)


SUM = Proof(
    "bern.eq3",
    where="k in [0,inf), x in [0,inf), gap in (0,inf), term in [0,inf), bound in [0,inf), "
    "low in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is consistent over $\mathcal E=\mathcal M_1\times\dots\times\mathcal M_K$, "
            r"whose "
            r"laws have finite means. For an arm with a gap let $k=\mathrm{KL}_{\inf}$ and "
            r"$x=\liminf"
            r"\mathbb E[N_a(T)]/\log T$. If $k$ is infinite, its term is 0; if $x$ is, nothing is "
            r"to be "
            "shown for it.",
        ),
        Textbook(
            2,
            r"Lai and Robbins: $1\le kx$; so $k>0$ where $x$ is finite.",
            "1 <= k*x",
            fact="textbook.lai-robbins:product",
            hypotheses={
                "the policy is consistent": 1,
                "the class is a product of sets of laws of finite mean": 1,
            },
            instance={"k": "k", "x": "x"},
        ),
        Given(3, r"The term of arm $a$ is $t$, with $tk=\Delta_a$.", "term*k == gap"),
        Inequality(
            4,
            r"So $\Delta_ax\ge t$.",
            "gap*x >= term",
            uses=(3,),
            weights={2: "term"},
            rest="x*(gap - term*k)",
        ),
        OnClaim(
            5,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E[N_a(T)]$.",
            claim="bern.eq2",
        ),
        Textbook(
            6,
            r"So $\liminf\mathrm{Reg}_T/\log T$ is at least the sum of the terms.",
            "bound <= low",
            fact="textbook.bounds-of-sets:sum of lower limits",
            hypotheses={"the sum": 5, "each lower limit is >= its bound": 4},
            instance={"bound": "bound", "low": "low", "X": "gap*x", "Y": "term"},
            over=("gap", "x", "term", "k"),
        ),
    ),
)


@checks(
    "bern.eq3",
    mutants={
        "sharper: twice the term": {"proof": SUM.changed(4, formula="gap*x >= 2*term")},
        "arguments of kl exchanged": {
            "coefficient": lambda means: _summed(means, lambda x, y: certify(kl, y, x))
        },
        "Pinsker in place of kl": {
            "coefficient": lambda means: _summed(means, lambda x, y: Enclosure.of(2 * (y - x) ** 2))
        },
        "sharper: coefficient 1 % larger": {
            "coefficient": lambda means: lai_robbins(means) * Fraction(101, 100)
        },
    },
)
def lower_bound_without_privacy(
    coefficient: Callable[..., Enclosure] = lai_robbins, proof: Proof = SUM
) -> Verdict:
    """The Bernoulli coefficient from the definition of KL_inf, and as the limit of d_eps."""
    for texts in INSTANCES:
        means = tuple(map(exact, texts))
        found, defined = coefficient(means), _summed(means, _kl_inf)
        finding = "The coefficient is not the sum over KL_inf."
        require(0 in found - defined, finding, means=means, found=found, defined=defined)
        threshold = max(certify(privacy_threshold, x, max(means)).upper for x in means if x > 0)
        private, near = (
            certify(regret_coefficient, means, eps, digits=25)
            for eps in (2 * threshold + 100, Fraction(1, 2))
        )
        limit = 0 in private - found and near.lo >= found.lo
        finding = "The private coefficient does not fall to this one as eps grows."
        require(limit, finding, means=means, private=private, at_one_half=near, found=found)
    at_one = coefficient((Fraction(1), Fraction(1, 2)))
    finding = "At a best mean of 1 no better law exists, so KL_inf is infinite."
    require(at_one.hi == 0, finding, means="(1, 1/2)", coefficient=at_one)
    return proof.verdict(
        "It is the theorem of Lai and Robbins for each suboptimal arm, with (2) and the limes "
        "inferior of a sum.",
        instances="The Bernoulli coefficient of three instances from the definition, and its "
        "limits, in balls.",
    )


def _suboptimal() -> Iterator[tuple[Fraction, Fraction]]:
    for x, y in (("0", "1/2"), ("1/4", "3/4"), ("7/10", "3/4"), ("1/100", "99/100")):
        yield Fraction(x), Fraction(y)


KL_INF = Proof(
    "bern.sec2.klinf",
    where="x in [0,1], y in (0,1), low in [0,inf)",
    steps=(
        Inequality(
            1,
            r"Where $\mu_a=x<y$, $\mathrm{kl}(x,\cdot)$ rises on $(y,1)$, and is infinite at 1,",
            "kl(x,y) <= kl(x,q)",
            where="q in (0,1), x <= y, y <= q",
        ),
        Textbook(
            2,
            r"so $\mathrm{kl}(x,\mu^\star)$ is at most the infimum over the laws of mean "
            r"$q>y=\mu^\star$:",
            "kl(x,y) <= low",
            where="x <= y",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 1},
            instance={"low": "low", "c": "kl(x,y)", "X": "kl(x,q)"},
            over=("q",),
            which="y <= q",
        ),
        Given(3, r"Each $q\in(y,1)$ is the mean of a better law."),
        Textbook(
            4,
            r"The infimum is at most $\mathrm{kl}(x,q)$,",
            "low <= kl(x,q)",
            where="q in (0,1), y < q",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 3},
            instance={"low": "low", "v": "kl(x,q)"},
        ),
        Inequality(
            5,
            r"which is at most $r=\log\frac{1-y}{1-q}$ above $\mathrm{kl}(x,y)$,",
            "kl(x,q) - kl(x,y) <= log((1-y)/(1-q))",
            where="q in (0,1), x <= y, y <= q",
        ),
        Inequality(
            6,
            r"and at $q=1-(1-y)e^{-r}$, for any $r>0$, this is $r$.",
            "low <= kl(x,y) + r",
            where="r in (0,inf), x <= y",
            at={4: {"q": "1 - (1-y)*exp(-r)"}, 5: {"q": "1 - (1-y)*exp(-r)"}},
            weights={4: "1", 5: "1"},
        ),
        Textbook(
            7,
            r"So it is at most $\mathrm{kl}(\mu_a,\mu^\star)$.",
            "low <= kl(x,y)",
            where="x <= y",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={"x is at most y + r for every r > 0": 6},
            instance={"x": "low", "y": "kl(x,y)", "r": "r"},
            over=("r",),
        ),
        Parts(8, r"At $\mu^\star=1$ no law is better, and both sides are infinite.", uses=(2, 7)),
    ),
)


@checks(
    "bern.sec2.klinf",
    mutants={
        "sharper: the infimum is 1 % more": {
            "proof": KL_INF.changed(2, formula="101/100*kl(x,y) <= low")
        },
        "arguments exchanged": {"divergence": lambda x, y: certify(kl, y, x, digits=25)},
        "sharper: 1 % more": {"divergence": lambda x, y: bernoulli_kl(x, y) * Fraction(101, 100)},
        "1 % less": {"divergence": lambda x, y: bernoulli_kl(x, y) * Fraction(99, 100)},
    },
)
def kl_inf_of_bernoulli(divergence: Divergence = bernoulli_kl, proof: Proof = KL_INF) -> Verdict:
    """kl(x, q) has the slope (q - x)/(q (1 - q)) > 0 above x, and is continuous up to q < 1."""
    for mean, best in _suboptimal():
        stated, defined = divergence(mean, best), _kl_inf(mean, best)
        finding = "kl is not the infimum over better means."
        require(0 in stated - defined, finding, mean=mean, best=best, kl=stated, infimum=defined)
        laws = ((mean, best), (1 - mean, 1 - best))
        with working_precision(128):
            logs = (ball(a) * ball(a / b).log() for a, b in laws if a > 0)
            entropy = Enclosure.of(sum(logs, arb(0)))
        finding = "kl is not the relative entropy of the two laws."
        require(0 in stated - entropy, finding, mean=mean, best=best, kl=stated, entropy=entropy)
    at_one = certify(kl, Fraction(1, 2), 1)
    require(at_one.lo > 10**6, "kl(1/2, 1) is finite.", kl=at_one)
    return proof.verdict(
        "kl grows and is continuous in its second mean, so the infimum over q > mu_star is kl("
        "mu_a, mu_star); at mu_star = 1 both are infinite.",
        instances="Four pairs of means in balls.",
        beyond="A best arm of mean 1: the infimum over no law is infinite, and kl(1, 1) = 0; "
        "(3) sums over suboptimal arms only.",
    )


@checks(
    "bern.sec2.tight",
    mutants={
        "Pinsker's constant": {"divergence": lambda x, y: Enclosure.of(2 * (y - x) ** 2)},
        "sharper: 1 % lower constant": {
            "divergence": lambda x, y: bernoulli_kl(x, y) * Fraction(101, 100)
        },
    },
)
def attained(divergence: Divergence = bernoulli_kl) -> Verdict:
    """The constant of the two upper bounds, sum of gap/kl(mu_a, mu_star), is that of (3)."""
    for texts in INSTANCES:
        means = tuple(map(exact, texts))
        upper, lower = _summed(means, divergence), lai_robbins(means)
        require(0 in upper - lower, "The constants differ.", means=means, upper=upper, lower=lower)
    return cited(
        "Theorems of Cappe et al. (2013) and of Honda and Takemura (2015), with the constant of "
        "(3).",
        covered="That their constant is that of (3), for three instances in balls.",
        not_covered="The two upper bounds themselves, and the other classes.",
    )
