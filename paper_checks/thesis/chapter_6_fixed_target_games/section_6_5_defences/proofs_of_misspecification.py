"""The proofs about an adversary who scores with another point than the target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banditproof.paper_checks.models.symbolic_identities import require_zero
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

if TYPE_CHECKING:
    import sympy as sp

BUMP = "normal_cdf(x + h) + normal_cdf(h - x)"
BUMP_SLOPE = "(exp(-(x-h)**2/2) - exp(-(x+h)**2/2))/sqrt(2*pi)"
"""Minus the slope of the bump in x."""


def cdf(x: sp.Expr) -> sp.Expr:
    """The normal probability below x, by symbols."""
    import sympy as sp

    return (1 + sp.erf(x / sp.sqrt(2))) / 2


def slope_of_the_bump() -> str:
    """The derivative of the two normal probabilities in x."""
    return slope_is(f"-({BUMP})", BUMP_SLOPE)


def advantage_as_a_sum() -> str:
    """Phi is odd about 1/2."""
    import sympy as sp

    h, y = sp.symbols("h y", real=True)

    bump = cdf(y + h) + cdf(h - y) - 1
    require_zero(advantage=cdf(h - y) - cdf(-h - y) - bump, mirror=bump - bump.subs(y, -y))
    return "symbolically"


def thresholds() -> Iterator[Instance]:
    """Distances of the laws and of thresholds from the middle, in deviations."""
    for h, y in ((1, 0), ("1/2", 1), (2, "1/3")):
        yield {"h": h, "y": y}


MIDDLE, BESIDE = "-2*normal_cdf(h)", "-(normal_cdf(y + h) + normal_cdf(h - y))"
"""What the advantages in the middle and beside it take off."""
BEST = Proof(
    "thesis.fix.mis",
    instances=thresholds,
    where="h in [0,inf), x in [0,inf), y in [0,inf)",
    parts=(4, 5, 6),
    steps=(
        Inequality(
            1,
            r"$|x-h|\le|x+h|$ for $x,h\ge0$.",
            "exp(-(x+h)**2/2) <= exp(-(x-h)**2/2)",
            monotone=("exp", "-(x-h)**2/2", "-(x+h)**2/2"),
            rest="2*x*h",
        ),
        Computed(
            2,
            r"Minus the slope of $\Phi(x+h)+\Phi(h-x)$ in $x$.",
            by=slope_of_the_bump,
        ),
        Inequality(3, "It is at least 0.", f"{BUMP_SLOPE} >= 0", weights={1: "1/sqrt(2*pi)"}),
        Textbook(
            4,
            r"Two normal laws of one variance, a distance of $2h$ deviations apart: a threshold $y$"
            r" deviations off the middle has no larger advantage than the middle.",
            f"{MIDDLE} <= {BESIDE}",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 2, "S is at least 0": 3},
            instance={"x": MIDDLE, "y": BESIDE, "S": BUMP_SLOPE},
            over=("x",),
        ),
        Computed(
            5,
            r"The advantage of the threshold, $\Phi(h-y)-\Phi(-h-y)$, is that sum less 1, the same "
            "on both sides of the middle.",
            by=advantage_as_a_sum,
        ),
        Identity(
            6,
            r"In the middle it is $2\Phi(h)-1=\mathrm{leak}(4h^2)$.",
            "2*normal_cdf(h) - 1 == erf(h/sqrt(2))",
        ),
        Parts(7, "The largest advantage, and where.", uses=(4, 5, 6)),
    ),
)

AT_ZERO = "normal_cdf(s/2) + normal_cdf(ms/s - s/2) - 1"
"""The advantage at the threshold 0, with s the root of m_t."""


def advantage_at_zero_as_a_sum() -> str:
    """P(score > 0) under both laws, and the printed difference."""
    import sympy as sp

    s = sp.symbols("s", positive=True)
    ms = sp.symbols("ms", real=True)

    total = cdf(s / 2) + cdf(ms / s - s / 2) - 1
    both = cdf((ms - s**2 / 2) / s) - cdf(-(s**2) / 2 / s)
    require_zero(laws=both - total, formula=cdf(s / 2) - cdf(s / 2 - ms / s) - total)
    return "symbolically"


ZERO = Proof(
    "thesis.fix.mis.zero",
    where="s in (0,inf), ms in (-inf,inf)",
    parts=(1, 3, 4, 6, 8),
    steps=(
        Computed(
            1,
            r"With $s=\sqrt{m_t}$ the score is above 0 with the probability "
            r"$\Phi((m_s-m_t/2)/s)$ under $H_1$ and $\Phi(-s/2)$ under $H_0$. The difference is "
            r"the formula, and $\Phi(s/2)+\Phi(m_s/s-s/2)-1$.",
            by=advantage_at_zero_as_a_sum,
        ),
        Inequality(
            2,
            r"The error function increases, and $m_s\le0$.",
            "erf((ms/s - s/2)/sqrt(2)) <= erf(-s/2/sqrt(2))",
            where="ms <= 0",
            monotone=("erf", "-s/2/sqrt(2)", "(ms/s - s/2)/sqrt(2)"),
            rest="-ms/s/sqrt(2)",
        ),
        Inequality(
            3,
            r"So for $m_s\le0$ the advantage is at most 0.",
            f"{AT_ZERO} <= 0",
            where="ms <= 0",
            weights={2: "1/2"},
        ),
        Identity(
            4,
            r"For $m_s=m_t=s^2$ it is the best one.",
            "normal_cdf(s/2) + normal_cdf(s**2/s - s/2) - 1 == 2*normal_cdf(s/2) - 1",
        ),
        OnClaim(
            5,
            r"For $m_s\ge m_t$ the threshold 0 is $(m_s-m_t)/(2s)$ deviations off the middle, "
            r"$h=m_s/(2s)$.",
            "-2*normal_cdf(ms/(2*s)) <= -(normal_cdf((ms - s**2)/(2*s) + ms/(2*s)) "
            "+ normal_cdf(ms/(2*s) - (ms - s**2)/(2*s)))",
            where="ms >= s**2",
            claim="thesis.fix.mis",
            of_step=4,
            instance={"h": "ms/(2*s)", "y": "(ms - s**2)/(2*s)"},
        ),
        Inequality(
            6,
            r"The arguments are $m_s/s-s/2$ and $s/2$: the best advantage is not smaller.",
            f"{AT_ZERO} <= 2*normal_cdf(ms/(2*s)) - 1",
            where="ms >= s**2",
            weights={5: "1"},
        ),
        OnClaim(
            7,
            r"For $0\le m_s\le m_t$ it is $(m_t-m_s)/(2s)$ deviations off.",
            "-2*normal_cdf(ms/(2*s)) <= -(normal_cdf((s**2 - ms)/(2*s) + ms/(2*s)) "
            "+ normal_cdf(ms/(2*s) - (s**2 - ms)/(2*s)))",
            where="ms >= 0, ms <= s**2",
            claim="thesis.fix.mis",
            of_step=4,
            instance={"h": "ms/(2*s)", "y": "(s**2 - ms)/(2*s)"},
        ),
        Inequality(
            8,
            "Likewise; and for smaller $m_s$ the advantage is not positive.",
            f"{AT_ZERO} <= 2*normal_cdf(ms/(2*s)) - 1",
            where="ms >= 0, ms <= s**2",
            weights={7: "1"},
        ),
        Parts(9, "The formula, its sign, and its largest value.", uses=(1, 3, 4, 6, 8)),
    ),
)

ADVANTAGE = Proof(
    "thesis.thm6.7.advantage.repaired",
    where="a in [0,inf), mt in (0,inf), h in [0,inf), y in [0,inf), adv in [0,1]",
    parts=(5,),
    steps=(
        Given(
            1,
            r"Where (a) and (b) hold with the variance $m^{\mathrm{targ}}$, the limit laws are "
            r"$a=|m^{\mathrm{scal}}|$ apart and have the deviation $\sqrt{m^{\mathrm{targ}}}$: "
            "half of the distance is $h$ deviations.",
            "h == a/(2*sqrt(mt))",
        ),
        OnClaim(
            2,
            r"A threshold $y$ deviations off the middle has no larger advantage than the middle.",
            f"{MIDDLE} <= {BESIDE}",
            claim="thesis.fix.mis",
            of_step=4,
        ),
        OnClaim(
            3,
            r"In the middle it is $\mathrm{leak}(4h^2)$.",
            "2*normal_cdf(h) - 1 == erf(h/sqrt(2))",
            claim="thesis.fix.mis",
            of_step=6,
        ),
        Given(4, "The advantage in the middle.", "adv == 2*normal_cdf(h) - 1"),
        Identity(
            5,
            r"It is the printed formula.",
            "adv == 2*normal_cdf(a/(2*sqrt(mt))) - 1",
            uses=(1, 4),
        ),
        Parts(
            6,
            r"The formula, which is $\mathrm{leak}(m_{scal}^2/m_{targ})$, the largest one.",
            uses=(2, 3, 5),
        ),
    ),
)


def formulas_for_the_target() -> str:
    """Theorem 6.7 with all scores m, and (6.2)."""
    import sympy as sp

    m = sp.symbols("m", positive=True)

    best = 2 * cdf(m / (2 * sp.sqrt(m))) - 1
    require_zero(optimal=best - cdf(sp.sqrt(m) / 2) + cdf(-sp.sqrt(m) / 2))
    return "symbolically"


KNOWN = Proof(
    "thesis.thm6.7.known.repaired",
    where="m in (0,inf), adv in [0,1], xi in [0,1]",
    parts=(1, 2),
    steps=(
        OnClaim(
            1,
            r"For $z^{\mathrm{targ}}=z^*$ both $m^{\mathrm{scal}}$ and $m^{\mathrm{targ}}$ are "
            r"$m=m^*>0$; the largest advantage of a threshold on the score.",
            "adv == 2*normal_cdf(m/(2*sqrt(m))) - 1",
            claim="thesis.thm6.7.advantage.repaired",
            of_step=5,
            instance={"a": "m", "mt": "m"},
        ),
        OnClaim(
            2,
            "The leakage, which is the advantage of the best adversary, has the limit",
            "xi == normal_cdf(sqrt(m)/2) - normal_cdf(-sqrt(m)/2)",
            claim="thesis.cor6.4.repaired",
            of_step=6,
            instance={"s": "sqrt(m)"},
        ),
        Computed(3, "Both are one number.", by=formulas_for_the_target),
        Parts(4, "The printed formula, which is the optimal one.", uses=(1, 2, 3)),
    ),
)
