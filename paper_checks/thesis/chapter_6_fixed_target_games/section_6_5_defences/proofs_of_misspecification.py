"""The proofs about an adversary who scores with another point than the target."""

from __future__ import annotations

from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.models.symbolic_slopes import slope_is
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

LINEAR = "textbook.elementary-probability:linear"
AT_EVERY = "X = c + b Z at every outcome"
MOMENTS = Proof(
    "thesis.fix.mis.moments",
    where="t in (-inf,inf), D in (-inf,inf), s in (0,inf), n in [1,inf), e0 in (-inf,inf), "
    "e1 in (-inf,inf), V1 in [0,inf), V0 in [0,inf), mean0 in (-inf,inf), mean1 in (-inf,inf), "
    "var0 in [0,inf), var1 in [0,inf), Z in (-inf,inf), Y in [0,inf)",
    parts=(5, 6, 9, 10),
    steps=(
        Given(
            1,
            r"A column of the mean less $\mu_j$: mean 0 and variance $\sigma_j^2/n$ under $H_0$.",
            "e0 == 0",
        ),
        Given(
            2,
            r"Under $H_1$ one row is $z^*_j$, which does not vary: mean $D/n$, $D=z^*_j-\mu_j$.",
            "e1 == D/n",
        ),
        Textbook(
            3,
            r"The term of the score is $\frac t{\sigma^2}(\hat\mu_j-\mu_j)-\frac{t^2}{2n\sigma^2}$,"
            r" $t=z^{\mathrm{targ}}_j-\mu_j$; its mean under $H_0$.",
            "mean0 == -t**2/(2*n*s) + (t/s)*e0",
            fact=LINEAR,
            hypotheses={
                AT_EVERY: "-t**2/(2*n*s) + (t/s)*Z == -t**2/(2*n*s) + (t/s)*Z",
            },
            instance={"x": "mean0", "z": "e0", "c": "-t**2/(2*n*s)", "b": "t/s"}
            | {"X": "-t**2/(2*n*s) + (t/s)*Z", "Z": "Z"},
            over=("Z",),
        ),
        Textbook(
            4,
            "And under $H_1$.",
            "mean1 == -t**2/(2*n*s) + (t/s)*e1",
            fact=LINEAR,
            hypotheses={
                AT_EVERY: "-t**2/(2*n*s) + (t/s)*Z == -t**2/(2*n*s) + (t/s)*Z",
            },
            instance={"x": "mean1", "z": "e1", "c": "-t**2/(2*n*s)", "b": "t/s"}
            | {"X": "-t**2/(2*n*s) + (t/s)*Z", "Z": "Z"},
            over=("Z",),
        ),
        Identity(
            5,
            r"Summed over the columns: $-m^{\mathrm{targ}}/2$ under $H_0$,",
            "mean0 == -(t**2/(n*s))/2",
            uses=(1, 3),
        ),
        Identity(
            6,
            r"and $m^{\mathrm{scal}}-m^{\mathrm{targ}}/2$ under $H_1$.",
            "mean1 == t*D/(n*s) - (t**2/(n*s))/2",
            uses=(2, 4),
        ),
        Given(
            7,
            r"The variances of the column: $\sigma^2/n$ under $H_0$, and of $n-1$ rows under "
            r"$H_1$: $\sigma^2(n-1)/n^2$.",
            "V0 == s/n",
        ),
        Given(8, r"The second one.", "V1 == s*(n-1)/n**2"),
        Textbook(
            9,
            r"The variance of the term, the mean of $(t/\sigma^2)^2$ times a square: "
            r"$t^2/(n\sigma^2)$ under $H_0$,",
            "var0 == 0 + (t/s)**2*(s/n)",
            fact=LINEAR,
            hypotheses={AT_EVERY: "(t/s)**2*Y == 0 + (t/s)**2*Y"},
            instance={"x": "var0", "z": "s/n", "c": "0", "b": "(t/s)**2"}
            | {"X": "(t/s)**2*Y", "Z": "Y"},
            over=("Y",),
            uses=(7,),
        ),
        Textbook(
            10,
            r"and $\frac{n-1}n$ of it under $H_1$: in the limit both are $m^{\mathrm{targ}}$.",
            "var1 == 0 + (t/s)**2*(s*(n-1)/n**2)",
            fact=LINEAR,
            hypotheses={AT_EVERY: "(t/s)**2*Y == 0 + (t/s)**2*Y"},
            instance={"x": "var1", "z": "s*(n-1)/n**2", "c": "0", "b": "(t/s)**2"}
            | {"X": "(t/s)**2*Y", "Z": "Y"},
            over=("Y",),
            uses=(8,),
        ),
        Parts(11, "The moments.", uses=(5, 6, 9, 10)),
    ),
)

BUMP = "normal_cdf(x + h) + normal_cdf(h - x)"
BUMP_SLOPE = "(exp(-(x-h)**2/2) - exp(-(x+h)**2/2))/sqrt(2*pi)"
"""Minus the slope of the bump in x."""


def slope_of_the_bump() -> str:
    """The derivative of the two normal probabilities in x."""
    return slope_is(f"-({BUMP})", BUMP_SLOPE)


def advantage_as_a_sum() -> str:
    """Phi is odd about 1/2."""
    import sympy as sp

    h, y = sp.symbols("h y", real=True)

    def cdf(x: sp.Expr) -> sp.Expr:
        return (1 + sp.erf(x / sp.sqrt(2))) / 2

    bump = cdf(y + h) + cdf(h - y) - 1
    require_zero(advantage=cdf(h - y) - cdf(-h - y) - bump, mirror=bump - bump.subs(y, -y))
    return "symbolically"


BEST = Proof(
    "thesis.fix.mis",
    where="h in [0,inf), x in [0,inf), y in [0,inf), c in [0,inf)",
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
            "-2*normal_cdf(h) <= -(normal_cdf(y + h) + normal_cdf(h - y))",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 2, "S is at least 0": 3},
            instance={"x": "-2*normal_cdf(h)", "S": BUMP_SLOPE}
            | {"y": "-(normal_cdf(y + h) + normal_cdf(h - y))"},
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

ADVANTAGE = Proof(
    "thesis.thm6.7.advantage.repaired",
    where="ms in (-inf,inf), mt in (0,inf), h in [0,inf), y in [0,inf), adv in [0,1]",
    parts=(5,),
    steps=(
        Given(
            1,
            r"Where (a) and (b) hold with the variance $m^{\mathrm{targ}}$, the limit laws are "
            r"$|m^{\mathrm{scal}}|$ apart and have the deviation $\sqrt{m^{\mathrm{targ}}}$: half "
            "of the distance is $h$ deviations.",
            "h == abs(ms)/(2*sqrt(mt))",
        ),
        OnClaim(
            2,
            r"A threshold $y$ deviations off the middle has no larger advantage than the middle.",
            "-2*normal_cdf(h) <= -(normal_cdf(y + h) + normal_cdf(h - y))",
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
            "adv == 2*normal_cdf(abs(ms)/(2*sqrt(mt))) - 1",
            uses=(1, 4),
        ),
        Parts(
            6,
            r"The formula, which is $\mathrm{leak}(m_{scal}^2/m_{targ})$, the largest one.",
            uses=(2, 3, 5),
        ),
    ),
)

NOT_NEGATIVE = Proof(
    "thesis.ftm.claim.suboptimality.order",
    where="ms in (-inf,inf), mt in (0,inf), mstar in [0,inf)",
    steps=(
        Textbook(
            1,
            r"In the inner product of $C_\sigma^{-1}$: "
            r"$(m^{\mathrm{scal}})^2\le m^{\mathrm{targ}}m^*$.",
            "ms**2 <= mt*mstar",
            fact="textbook.cauchy-schwarz",
            instance={"d": "ms", "x": "mt", "y": "mstar"},
        ),
        Inequality(
            2,
            "So the score of the attack is at most that of the target.",
            "ms**2/mt/8 <= mstar/8",
            weights={1: "1/(8*mt)"},
        ),
        Inequality(
            3,
            "Its root is.",
            "sqrt(ms**2/mt/8) <= sqrt(mstar/8)",
            uses=(2,),
            monotone=("root2", "mstar/8", "ms**2/mt/8"),
            weights={2: "1"},
        ),
        Inequality(
            4,
            r"So $\Delta\ge0$.",
            "erf(sqrt(ms**2/mt/8)) <= erf(sqrt(mstar/8))",
            uses=(3,),
            monotone=("erf", "sqrt(mstar/8)", "sqrt(ms**2/mt/8)"),
            weights={3: "1"},
        ),
    ),
)

TANGENT = "(1 - exp(-x**2))*2/sqrt(pi)"


def slope_of_the_tangent() -> str:
    """The derivative of 2 x / sqrt(pi) - erf(x)."""
    return slope_is("2*x/sqrt(pi) - erf(x)", TANGENT)


CRITERION = Proof(
    "thesis.ftm.claim.suboptimality.criterion.repaired",
    where="x in [0,inf), u in [0,inf), c in [0,1]",
    steps=(
        Inequality(1, "The exponential.", "exp(-x**2) <= 1"),
        Computed(
            2,
            r"The slope of $2x/\sqrt\pi-\mathrm{erf}(x)$.",
            by=slope_of_the_tangent,
        ),
        Inequality(3, "It is at least 0.", f"{TANGENT} >= 0", weights={1: "2/sqrt(pi)"}),
        Textbook(
            4,
            r"Between $cu$ and $u$, $c=|\cos\theta|$, $u=\sqrt{m^*/8}$.",
            "2*c*u/sqrt(pi) - erf(c*u) <= 2*u/sqrt(pi) - erf(u)",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 2, "S is at least 0": 3},
            instance={"x": "2*c*u/sqrt(pi) - erf(c*u)", "y": "2*u/sqrt(pi) - erf(u)"}
            | {"S": TANGENT},
            over=("x",),
        ),
        Inequality(
            5,
            r"The loss is $\mathrm{erf}(u)-\mathrm{erf}(cu)\le\sqrt{m^*/(2\pi)}\,(1-c)$.",
            "erf(u) - erf(c*u) <= 2*u*(1-c)/sqrt(pi)",
            weights={4: "1"},
        ),
    ),
)
