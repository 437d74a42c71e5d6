"""The proofs of Theorems 5.20 and 5.23, down to what they cite, and of g_1 and g_2."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

CONVERGED = (
    r"For each $r>0$ there is a random time of finite mean, after which all shares of pulls and "
    r"all private means are within the factors $1\pm r$ of their limits."
)


SHAPE = (
    r"With samples of at most a multiple of $\log(1/\delta)$ the threshold is its shape up to "
    r"$1+r$ for all small $\delta$. It rises as $\delta$ falls: what holds at a larger $n$, and so "
    r"a smaller $\delta$, holds at that $n$ for this $\delta$ too."
)


def _common(lemma: str, shape: str) -> tuple[OnClaim, ...]:
    return (
        OnClaim(1, r"Algorithm 10 is private.", claim="thesis.alg10.private"),
        OnClaim(2, r"A stop is seldom wrong.", claim=lemma),
        OnClaim(3, CONVERGED, claim="thesis.thm5.20.convergence"),
        OnClaim(4, SHAPE, claim=shape),
    )


def _passed(number: int, inside: tuple[int, ...]) -> OnClaim:
    return OnClaim(
        number,
        r"So with probability 1 it stops, and $\limsup\mathbb E[\tau]/\log(1/\delta)$ is at most "
        r"the constant $C$ of the $n$ from which on it does.",
        "high <= C",
        claim="thesis.thm5.20.passage",
        of_step=8,
        uses=inside,
    )


ADAP_TT = Proof(
    "thesis.thm5.20",
    where="high in [0,inf), C in (0,inf), T in (0,inf), D in (0,inf), e in (0,inf)",
    steps=(
        *_common("thesis.lem5.18.repaired", "thesis.rem5.19"),
        OnClaim(
            5,
            r"Then the cost of each arm reaches its threshold from $n=4T\log(1/\delta)X$ times "
            r"$(1+r)/(1-r)^3$ on, $T=T^*_{\mathrm{KL},\beta}$.",
            claim="thesis.thm5.20.condition",
            uses=(3, 4),
        ),
        _passed(6, (3, 5)),
        Given(7, r"With $\sigma=\frac12$ it is this.", "C == 4*T*(1 + sqrt(1 + D**2/(2*e**2/16)))"),
        Inequality(
            8,
            r"The bound of the theorem.",
            "high <= 4*T*(1 + sqrt(1 + 8*D**2/e**2))",
            uses=(7,),
            weights={6: "1"},
        ),
        Parts(9, "Privacy, correctness, and samples.", uses=(1, 2, 8)),
    ),
)
ADAP_TT_STAR = Proof(
    "thesis.thm5.23.limit",
    where="high in [0,inf), C in (0,inf), T in (0,inf), z in [1,inf), G in [1,10]",
    steps=(
        *_common("thesis.lem5.21.repaired", "thesis.rem5.22"),
        OnClaim(
            5,
            r"The cost of an arm with a gap of at most $3\varepsilon$ reaches its threshold from "
            r"$n=4T\log(1/\delta)G$ times $(1+r)/(1-r)^3$ on, where $G=g_1(\max\Delta_a/(\sigma^2"
            r"\varepsilon))$ over these arms; $T=T^*_{\mathrm{KL},\beta}$ if all gaps are such, "
            r"else $T=T^*_{\varepsilon,\beta}$.",
            claim="thesis.thm5.23.below",
            uses=(3, 4),
        ),
        OnClaim(
            6,
            r"That of an arm with a gap of at least $3\varepsilon$ from $n=48T\log(1/\delta)z$ "
            r"times $(1+r)^2/(1-r)^3$ on, $T=T^*_{\varepsilon,\beta}$, $z=g_2(3\varepsilon^2T\max("
            r"\beta,1-\beta)/2)$.",
            claim="thesis.thm5.23.above",
            uses=(3, 4),
        ),
        OnClaim(7, r"$g_1(12)\le10$, and $g_1$ rises.", claim="thesis.thm5.23.factors"),
        _passed(8, (3, 5, 6)),
        Given(9, r"If some gap is at least $3\varepsilon$, the larger of both counts.",
            "C == max(4*T*G, 48*T*z)", uses=(7,)),
        Inequality(10, r"As $4G\le40<48z$.", "high <= 48*T*z", uses=(9,), weights={8: "1"}),
        OnClaim(
            11,
            r"If none is, it is $4TG$.",
            "high <= 4*T*G",
            claim="thesis.thm5.20.passage",
            of_step=8,
            instance={"C": "4*T*G"},
            uses=(3, 5),
        ),
        Parts(12, "Privacy, correctness, and samples in both cases.", uses=(1, 2, 10, 11)),
    ),
)  # fmt: skip


@cache
def second_factor() -> str:
    """1 + 2/(sqrt(1 + 1/y) - 1) is (sqrt(y) + sqrt(y + 1))^2, and tends to 1 at 0."""
    import sympy as sp

    y = sp.symbols("y", positive=True)
    printed = 1 + 2 / (sp.sqrt(1 + 1 / y) - 1)
    squared = sp.expand((sp.sqrt(y) + sp.sqrt(y + 1)) ** 2)
    # 1/(q - 1) = (q + 1) y, as q^2 - 1 = 1/y
    rational = 1 + 2 * y * (sp.sqrt(1 + 1 / y) + 1)
    need(sp.simplify((sp.sqrt(1 + 1 / y) - 1) * (sp.sqrt(1 + 1 / y) + 1) * y) == 1, "No inverse")
    need(sp.simplify(rational - squared) == 0, "Another form of g_2", found=printed)
    need(sp.limit(squared, y, 0, "+") == 1, "Another limit")
    return "symbolically"


FACTORS = Proof(
    "thesis.thm5.23.factors",
    where="x in (0,inf), w in (0,inf), y in [0,inf), Y in [0,inf), g in [0,inf), "
    "G in [0,inf), h in [0,inf), o in [0,inf), q in (0,inf)",
    parts=(5, 9, 12),
    steps=(
        Given(1, r"Let $y\le Y$, and $x$ be in the set of $y$:", "y <= Y"),
        Given(2, r"it is below its bound.", "x**2 < x + y*sqrt(2)*sqrt(x) + y**2/4"),
        Inequality(
            3,
            r"The bound rises.",
            "x + y*sqrt(2)*sqrt(x) + y**2/4 <= x + Y*sqrt(2)*sqrt(x) + Y**2/4",
            weights={1: "sqrt(2)*sqrt(x) + (y+Y)/4"},
        ),
        Inequality(
            4,
            r"So $x$ is in the set of $Y$.",
            "x**2 < x + Y*sqrt(2)*sqrt(x) + Y**2/4",
            weights={2: "1", 3: "1"},
        ),
        Textbook(
            5,
            r"$g_1$ does not fall, on the whole of $[0,\infty)$.",
            "g <= G",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={"each member of the first set is one of the second": 4},
            instance={"x": "g", "y": "G"},
        ),
        Given(
            6,
            r"A member $x=w^2$ of the set at 12.",
            "w**4 < w**2 + 12*sqrt(2)*w + 36",
        ),
        Inequality(
            7,
            r"Its root is at most $\sqrt{10}$, as the difference of both sides is positive there.",
            "w <= sqrt(10)",
            weights={6: "1/((w + sqrt(10))*(w**2 + 9) - 12*sqrt(2))"},
            rest="(54 - 12*sqrt(20))/((w + sqrt(10))*(w**2 + 9) - 12*sqrt(2))",
            positive=("(w + sqrt(10))*(w**2 + 9) - 12*sqrt(2)",),
        ),
        Inequality(8, r"So it is at most 10.", "w**2 <= 10", weights={7: "w + sqrt(10)"}),
        Textbook(
            9,
            r"$g_1(12)\le10$.",
            "h <= 10",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 8},
            instance={"high": "h", "c": "10", "X": "w**2"},
            over=("w",),
        ),
        Given(10, r"A member of the set at 0.", "q**2 < q"),
        Inequality(11, r"It is at most 1.", "q <= 1",
            uses=(10,)),
        Textbook(
            12,
            r"$g_1(0)\le1$.",
            "o <= 1",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 11},
            instance={"high": "o", "c": "1", "X": "q"},
            over=("q",),
        ),
        Inequality(
            13,
            r"All numbers below 1 are members.",
            "(1-r)**2 < 1 - r",
            where="r in (0,1)",
        ),
        Textbook(
            14,
            r"So.",
            "1 - r <= o",
            where="r in (0,1)",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 13},
            instance={"v": "1-r", "high": "o"},
        ),
        Inequality(15, r"That is.", "1 <= o + r", where="r in (0,1)", weights={14: "1"}),
        Textbook(
            16,
            r"And not less.",
            "1 <= o",
            where="r in (0,1)",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={"x is at most y + r for every r > 0": 15},
            instance={"x": "1", "y": "o", "r": "r"},
            over=("r",),
        ),
        Computed(17, r"$g_2(y)=(\sqrt y+\sqrt{y+1})^2$, and it tends to 1.", by=second_factor),
        Inequality(
            18,
            r"$g_2$ rises.",
            "(sqrt(y) + sqrt(y+1))**2 <= (sqrt(Y) + sqrt(Y+1))**2",
            uses=(1,),
        ),
        Parts(19, "Both functions.", uses=(5, 9, 12, 16, 17, 18)),
    ),
)  # fmt: skip
