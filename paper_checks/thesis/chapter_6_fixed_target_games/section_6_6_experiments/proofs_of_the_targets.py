"""The proofs about the targets of the experiment, and about powers, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

ORDER_OF_TERMS = "textbook.nonnegative-series:order"


def all_targets() -> Iterator[Instance]:
    """The squared distances of all targets of one law."""
    from .targets_of_the_experiment import LAW, easy, hard, squared_distance

    ends = {"easy": squared_distance(LAW, easy(LAW)), "hard": squared_distance(LAW, hard(LAW))}
    for target in product((0, 1), repeat=len(LAW)):
        yield ends | {"other": squared_distance(LAW, target)}


EASIEST = Proof(
    "thesis.ftm.exp6.6.targets",
    instances=all_targets,
    where="p in (0,1/2], hard in [0,inf), other in [0,inf), easy in [0,inf), X in [0,inf)",
    parts=(4, 5),
    steps=(
        Inequality(
            1,
            r"With $p$ the smaller of $p_j$ and $1-p_j$ the term of a column is $(1-p)/p$ for the "
            r"rarer value and $p/(1-p)$ for the other one, which is not larger.",
            "p/(1-p) <= (1-p)/p",
        ),
        Given(2, "A target in {0, 1} has one of the two terms.", "X <= (1-p)/p"),
        Given(3, "Likewise from below.", "p/(1-p) <= X"),
        Textbook(
            4,
            r"The sums: no target in $\{0,1\}^d$ is farther than $z_{\mathrm{easy}}$,",
            "other <= easy",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={"x": "other", "y": "easy", "X": "X", "Y": "(1-p)/p"},
            over=("X", "p"),
        ),
        Textbook(
            5,
            r"and none nearer than $z_{\mathrm{hard}}$.",
            "hard <= other",
            fact=ORDER_OF_TERMS,
            hypotheses={"the sum": 1, "each term is <= its bound": 3},
            instance={"x": "hard", "y": "other", "X": "p/(1-p)", "Y": "X"},
            over=("X", "p"),
        ),
        Parts(6, "Both.", uses=(4, 5)),
    ),
)

MEDIUM = Proof(
    "thesis.ftm.exp6.6.medium.mean",
    where="p in (0,1)",
    steps=(
        Identity(
            1,
            r"In each column the mean of $(Z-p)^2/(p(1-p))$ over $Z\sim\mathrm{Bern}(p)$ is 1; so "
            r"the mean squared distance is $d$, and that of the leakage score $d/n=\tau$.",
            "p*((1-p)**2/(p*(1-p))) + (1-p)*(p**2/(p*(1-p))) == 1",
        ),
    ),
)

MORE_SCORE = Proof(
    "thesis.fig6.2.score",
    where="a in (-inf,inf), l in [0,inf), m in [0,inf)",
    steps=(
        Given(1, r"The score is not smaller.", "l <= m"),
        Inequality(
            2,
            "Its root is not.",
            "sqrt(l) <= sqrt(m)",
            monotone=("root2", "m", "l"),
            weights={1: "1"},
        ),
        Inequality(
            3,
            r"The error function increases; $a=\Phi^{-1}(\alpha)$.",
            "erf((a + sqrt(l))/sqrt(2)) <= erf((a + sqrt(m))/sqrt(2))",
            monotone=("erf", "(a + sqrt(m))/sqrt(2)", "(a + sqrt(l))/sqrt(2)"),
            weights={2: "1/sqrt(2)"},
        ),
        Inequality(
            4,
            r"At each level the power of the limit is not smaller.",
            "normal_cdf(a + sqrt(l)) <= normal_cdf(a + sqrt(m))",
            weights={3: "1/2"},
        ),
    ),
)


def shifted(
    number: int, end: str, shift: str, small: str, large: str, mean: str
) -> tuple[Step, ...]:
    """Three steps: how much larger the normal probability below end + shift is than below end."""
    least, ratio = (f"exp(-({shift})*({x}) - ({shift})**2/2)" for x in (end, "s"))
    return (
        Inequality(
            number,
            "Below this end, the standard normal law, moved down by the shift, has at least this "
            "multiple of its old density.",
            f"{least} <= 1*{ratio}",
            where=f"s <= {end}",
            monotone=("exp", ratio[4:-1], least[4:-1]),
            rest=f"({shift})*({end} - s)",
        ),
        Textbook(
            number + 1,
            "So has the mean of this ratio under the old law, given that it is below the end.",
            f"{least} <= 1*{mean}",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": number},
            instance={"x": least, "y": mean, "c": "1", "X": least, "Y": ratio},
            over=("s",),
            which=f"s <= {end}",
        ),
        Given(
            number + 2,
            "It is the quotient of the two probabilities of being there.",
            f"{mean} == {large}/{small}",
        ),
    )


CROSSING = Proof(
    "thesis.fig6.2.part.order",
    where="rho in (0,1), m in (0,inf), q in (-inf,inf), a in (0,inf), c in (0,inf), s in "
    "(-inf,inf), y in [0,inf), z in [0,inf), part in [0,1], A in (0,1), B in [0,1], F in (0,1)",
    parts=(8, 13),
    steps=(
        OnClaim(
            1,
            r"The power for the part in the limit, at the level $A=\Phi(q)$.",
            "part == (1-rho)*A + rho*normal_cdf(q + sqrt(m/rho))",
            claim="thesis.fix.sub.limit.power",
            of_step=4,
            instance={"lim": "part", "alpha": "A"},
        ),
        Given(
            2,
            r"Let $a=\sqrt{m^*}$ and $a+c=\sqrt{m^*/\rho}$; $F=\Phi(q+a)$ is the power for all "
            "rows, and",
            "B == normal_cdf(q + sqrt(m/rho))",
        ),
        *shifted(3, "q + a", "c", "F", "B", "y"),
        Given(6, "Small levels are those with", "1 <= rho*exp(-c*(q + a) - c**2/2)"),
        Inequality(7, "There", "1 <= rho*y", uses=(6,), weights={4: "rho", 6: "1"}),
        Inequality(
            8,
            "So sub-sampling adds power.",
            "F < part",
            uses=(1, 2, 5),
            weights={7: "F"},
            rest="(1-rho)*A",
        ),
        *shifted(9, "-q - a", "a", "(1-F)", "(1-A)", "z"),
        Given(12, "Large levels are those with", "1 <= (1-rho)*exp(-a*(-q - a) - a**2/2)"),
        Inequality(
            13,
            "There it takes power.",
            "part < F",
            uses=(1, 2, 11),
            weights={10: "(1-rho)*(1-F)", 12: "1-F"},
            rest="rho*(1-B)",
        ),
        Parts(14, "Where it helps, and where it harms.", uses=(8, 13)),
    ),
)
