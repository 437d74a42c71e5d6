"""The proofs of Theorem 4.8 and of what it says of the product of couplings, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Step,
    Textbook,
)
from banditproof.theory.balls import ball, enclose

from .finite_channels import KL


def randomised_response() -> Iterator[Instance]:
    """One bit, 0 against 1 with probability t, through a response of ratio e^eps = 99."""
    share = Fraction(99, 100)
    for t in (Fraction(1, 4), Fraction(1)):
        seen = share - t * (2 * share - 1)
        kl = enclose(partial(KL, (seen, 1 - seen), (share, 1 - share)), 20)
        eps = enclose(lambda: ball(99).log(), 20)
        yield {"div": kl, "eps": eps, "t": t, "total": t, "ham": t, "low": t, "d": t}


MAXIMAL_PAIR = (
    "apart in [0,1], t in [0,1], left in [0,1], right in [0,1], one in [0,1], two in [0,1]"
)


def maximal_pair(first: int, pair: str, uses: int) -> tuple[Step, Step, Step]:
    """What Proposition 4.7 says of a pair that a step draws from a maximal coupling."""
    says = (
        f"{pair} differ with the probability that is the total variation of their laws,",
        "the first has its law",
        "and the second has its law.",
    )
    formulas = ("apart == t", "left == one", "right == two")
    found = [
        OnClaim(
            first + n, text, formula, claim="thesis.prop4.7", of_step=(4, 2, 3)[n], uses=(uses,)
        )
        for n, (text, formula) in enumerate(zip(says, formulas, strict=True))
    ]
    return found[0], found[1], found[2]


COUPLING = Proof(
    "thesis.thm4.8.coupling",
    where=f"{MAXIMAL_PAIR}, ones in [0,1], others in [0,1], masses in [0,1], products in [0,1], "
    "bend in [0,1], mean in [0,inf), total in [0,inf), variance in [0,inf), spread in [0,inf), "
    "second in [0,inf)",
    steps=(
        Given(
            1,
            r"The pairs $(D_i,D'_i)$ are independent, each of the law $c_\infty^i$, a maximal "
            r"coupling of $p_{1,i}$ and $p_{2,i}$, which differ by $t_i$ in total variation.",
        ),
        *maximal_pair(2, "$D_i$ and $D'_i$", 1),
        Textbook(
            5,
            r"So $D$ has the law $\bigotimes_ip_{1,i}$,",
            "ones == masses",
            fact="textbook.elementary-probability:parts of pairs",
            over=("left",),
            hypotheses={"independent pairs": 1, "the law of the part of each": 3},
            instance={"x": "ones", "y": "masses", "X": "left", "P": "one"},
        ),
        Textbook(
            6,
            r"and $D'$ has the law $\bigotimes_ip_{2,i}$: it is a coupling of the products.",
            "others == products",
            fact="textbook.elementary-probability:parts of pairs",
            over=("right",),
            hypotheses={"independent pairs": 1, "the law of the part of each": 4},
            instance={"x": "others", "y": "products", "X": "right", "P": "two"},
        ),
        Given(
            7,
            r"$d_{\mathrm{Ham}}(D,D')$ is the sum of the bits $1(D_i\ne D'_i)$. Such a bit has "
            r"variance $\Pr[D_i\ne D'_i](1-\Pr[D_i\ne D'_i])^2+(1-\Pr[D_i\ne D'_i])"
            r"\Pr[D_i\ne D'_i]^2$.",
            "bend == apart*(1 - apart)**2 + (1 - apart)*apart**2",
        ),
        Inequality(
            8,
            r"That is $t_i(1-t_i)$.",
            "bend == t*(1 - t)",
            uses=(2, 7),
        ),
        Textbook(
            9,
            r"The bits are independent, as functions of the pairs. Means add: $\mathbb E[d]="
            r"\sum_it_i$.",
            "mean == total",
            fact="textbook.elementary-probability:independent terms",
            over=("apart", "bend"),
            hypotheses={"independent terms": 1, "the mean of each": 2, "the variance of each": 8},
            instance={
                "mean": "mean",
                "first": "total",
                "variance": "variance",
                "second": "spread",
                "X": "apart",
                "M": "t",
                "Y": "bend",
                "U": "t*(1 - t)",
            },
        ),
        Textbook(
            10,
            r"Variances add: $\mathrm{Var}[d]=\sum_it_i(1-t_i)$.",
            "variance == spread",
            fact="textbook.elementary-probability:independent terms",
            over=("apart", "bend"),
            hypotheses={"independent terms": 1, "the mean of each": 2, "the variance of each": 8},
            instance={
                "mean": "mean",
                "first": "total",
                "variance": "variance",
                "second": "spread",
                "X": "apart",
                "M": "t",
                "Y": "bend",
                "U": "t*(1 - t)",
            },
        ),
        Textbook(
            11,
            r"$\mathbb E[d^2]=\mathrm{Var}[d]+\mathbb E[d]^2$.",
            "second == variance + mean**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "variance", "mean": "mean"},
        ),
        Inequality(
            12,
            r"$\mathbb E[d^2]=(\sum_it_i)^2+\sum_it_i(1-t_i)$.",
            "second == total**2 + spread",
            uses=(9, 10, 11),
        ),
    ),
    parts=(2, 5, 6, 9),
)
PURE = Proof(
    "thesis.thm4.8",
    where="eps in [0,inf), div in [0,inf), low in [0,inf), ham in [0,inf), total in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\mathcal M$ is $\varepsilon$-DP, so Theorem 4.6 holds with the least "
            r"$\mathbb E\,d_{\mathrm{Ham}}$ of a coupling.",
            "div <= eps*low",
            claim="thesis.thm4.6",
            of_step=5,
        ),
        OnClaim(
            2,
            r"The product of maximal couplings is a coupling, and has $\mathbb E\,"
            r"d_{\mathrm{Ham}}=\sum_it_i$.",
            "ham == total",
            claim="thesis.thm4.8.coupling",
            of_step=9,
            instance={"mean": "ham"},
        ),
        Textbook(
            3,
            r"So the least is at most that.",
            "low <= ham",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 2},
            instance={"low": "low", "v": "ham"},
        ),
        Inequality(
            4,
            r"$D_{\mathrm{KL}}(M_1\|M_2)\le\varepsilon\sum_it_i$.",
            "div <= eps*total",
            uses=(2,),
            weights={1: "1", 3: "eps"},
        ),
    ),
    instances=randomised_response,
)
CONCENTRATED = Proof(
    "thesis.thm4.8.zcdp",
    where="rho in [0,inf), div in [0,inf), low in [0,inf), square in [0,inf), total in [0,inf), "
    "spread in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\mathcal M$ is $\rho$-zCDP, so Theorem 4.6 holds with the least "
            r"$\mathbb E\,d_{\mathrm{Ham}}^2$ of a coupling.",
            "div <= rho*low",
            claim="thesis.thm4.6",
            of_step=10,
            instance={"divz": "div", "lows": "low"},
        ),
        OnClaim(
            2,
            r"The product of maximal couplings is a coupling, and has $\mathbb E\,"
            r"d_{\mathrm{Ham}}^2=(\sum_it_i)^2+\sum_it_i(1-t_i)$.",
            "square == total**2 + spread",
            claim="thesis.thm4.8.coupling",
            of_step=12,
            instance={"second": "square"},
        ),
        Textbook(
            3,
            r"So the least is at most that.",
            "low <= square",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 2},
            instance={"low": "low", "v": "square"},
        ),
        Inequality(
            4,
            r"$D_{\mathrm{KL}}(M_1\|M_2)\le\rho(\sum_it_i)^2+\rho\sum_it_i(1-t_i)$.",
            "div <= rho*total**2 + rho*spread",
            uses=(2,),
            weights={1: "1", 3: "rho"},
        ),
    ),
)
NEIGHBOURS = Proof(
    "thesis.sec4.2.1.neighbouring",
    where="eps in [0,inf), div in [0,inf), d in [0,inf), total in [0,inf)",
    steps=(
        Given(1, r"Call $\sum_it_i$ the distance $d$ of the two random datasets.", "d == total"),
        OnClaim(
            2,
            r"Theorem 4.8: $D_{\mathrm{KL}}(M_1\|M_2)\le\varepsilon\sum_it_i$.",
            "div <= eps*total",
            claim="thesis.thm4.8",
            of_step=4,
        ),
        Inequality(
            3,
            r"It is the bound $\varepsilon d$ of Corollary 4.5 at this distance.",
            "div <= eps*d",
            uses=(1, 2),
        ),
    ),
    instances=randomised_response,
)
MAXIMAL = Proof(
    "thesis.prop4.7",
    where=MAXIMAL_PAIR,
    steps=(
        Given(
            1,
            r"Two laws on one $\sigma$-algebra, for which $\{X_1\ne X_2\}$ is an event, as in "
            "standard Borel spaces.",
        ),
        Textbook(
            2,
            r"They have a coupling, so that $X_1\in A$ has the probability $\mathcal P_1(A)$",
            "left == one",
            fact="textbook.maximal-coupling",
            instance={"left": "left", "p": "one"},
            hypotheses={"{X != Y} is an event": 1},
        ),
        Textbook(
            3,
            r"and $X_2\in A$ the probability $\mathcal P_2(A)$,",
            "right == two",
            fact="textbook.maximal-coupling",
            instance={"right": "right", "q": "two"},
            hypotheses={"{X != Y} is an event": 1},
        ),
        Textbook(
            4,
            r"with $\Pr[X_1\ne X_2]=\mathrm{TV}(\mathcal P_1\|\mathcal P_2)$.",
            "apart == t",
            fact="textbook.maximal-coupling",
            instance={"apart": "apart", "t": "t"},
            hypotheses={"{X != Y} is an event": 1},
        ),
    ),
    parts=(2, 3),
)
