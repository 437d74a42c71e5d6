"""The proofs of Theorem 2.14, repaired: Gaussian noise for zCDP and for approximate privacy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Inequality,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision

from .gaussian_strips import covering_strips

CONCENTRATED = Proof(
    "thesis.thm2.14.zcdp.repaired",
    where="rho in (0,inf), a in (1,inf), s in [0,inf), top in (0,inf), w in (0,inf), v in [0,inf)",
    steps=(
        Given(1, r"$s=\|f(D)-f(D')\|_2\le s_2(f)$ for neighbours.", "s <= top"),
        Given(
            2,
            r"Each coordinate gets independent normal noise of variance $b\,s_2(f)^2$, "
            r"$b=1/(2\rho)$; "
            r"here $s_2(f)>0$.",
            "w == top**2/(2*rho)",
        ),
        Textbook(
            3,
            r"The divergence of the outputs.",
            "v == a*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": 2},
            instance={"v": "v", "a": "a", "s": "s", "w": "w"},
        ),
        Inequality(
            4,
            r"$D_\alpha\le\alpha\rho$ for all $\alpha>1$.",
            "v <= rho*a",
            uses=(2, 3),
            weights={1: "rho*a*(top+s)/top**2"},
        ),
        Inequality(
            5,
            r"If $s_2(f)=0$, then $f(D)=f(D')$: both outputs have one law, and $D_\alpha=0$.",
            "0 <= rho*a",
        ),
        Parts(6, "Both cases.", uses=(4, 5)),
    ),
)


@cache
def slope_in_eps() -> str:
    """d/d eps of the exact delta at fixed c is e^eps (phi(u)/c - Pr[N > u]), u = c + eps/(2c)."""
    import sympy as sp

    eps, c = sp.symbols("eps c", positive=True)

    def tail(x: sp.Expr) -> sp.Expr:
        return sp.erfc(x / sp.sqrt(2)) / 2

    u = c + eps / (2 * c)
    delta = tail(c - eps / (2 * c)) - sp.exp(eps) * tail(u)
    slope = sp.exp(eps) * (sp.exp(-(u**2) / 2) / sp.sqrt(2 * sp.pi) / c - tail(u))
    gap = (sp.diff(delta, eps) - slope) * sp.exp(u**2 / 2 - eps)
    need(sp.simplify(sp.expand(gap)) == 0, "The slope differs", gap=gap)
    return "the derivative, symbolically"


@cache
def all_deltas(limit: Fraction = Fraction(378, 100), constant: Fraction = Fraction(5, 4)) -> str:
    """At eps = limit the exact delta is at most constant e^(-c^2/2) for all c with delta < 1."""
    with working_precision(96):
        strips, bad = covering_strips(limit, constant)
    need(bad is None, "The strips do not decide all delta", c=bad)
    return f"{strips} strips of c, and beyond them Mills' inequality"


TAIL, BEYOND = "(1-erf(%s/sqrt(2)))/2", "c+g"
NARROW = "(1-erf((c-eps/(2*c))/sqrt(2)))/2 - exp(eps)*((1-erf((c+eps/(2*c))/sqrt(2)))/2)"
SLOPE = f"exp(eps)*(exp(-({BEYOND})**2/2)/(sqrt(2*pi)*c) - {TAIL % f'({BEYOND})'})"

APPROXIMATE = Proof(
    "thesis.thm2.14.repaired",
    where="eps in (0,3.78], c in (0,inf), g in [0,inf), x in (-inf,inf), mu in (0,inf), "
    "u in (0,inf), p in [0,1], q in [0,1], h in [0,1], top in [0,1], edge in [0,1], d in (0,1)",
    steps=(
        Given(
            1,
            r"$f(D)$ and $f(D')$ have the distance $s\le s_2$, $s_2>0$, and each coordinate gets "
            r"independent normal noise of variance $b\,s_2^2=(s_2c/\epsilon)^2$, "
            r"$c=\sqrt{2\log(1.25/\delta)}$. Let $h$ be the supremum of "
            r"$\mathcal M_D(E)-e^\epsilon\mathcal M_{D'}(E)$ over all events.",
        ),
        Textbook(
            2,
            r"For each event.",
            "p - exp(eps)*q <= h",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "p - exp(eps)*q", "high": "h"},
        ),
        Given(
            3,
            r"In units of the noise and along the shift, the laws are $N(m,1)$ and $N(0,1)$ with "
            r"$m=s\epsilon/(s_2c)$; other coordinates have one law, and are independent of it. "
            r"With "
            r"$\mu=\epsilon/c$ and $r=s/s_2\le1$ the kernel $y\mapsto ry+\sqrt{1-r^2}N(0,1)$, with "
            r"the other coordinates drawn anew, makes them of $N(\mu,1)$ and $N(0,1)$.",
            uses=(1,),
        ),
        Textbook(
            4,
            r"So $h$ is at most the same supremum for $N(\mu,1)$ and $N(0,1)$, a hockey-stick "
            "divergence.",
            "h <= top",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 3},
            instance={"after": "h", "before": "top"},
        ),
        Identity(
            5,
            r"The log-ratio of their densities, which is above $\epsilon$ for $x>\epsilon/\mu+"
            r"\mu/2=c+\epsilon/(2c)$ alone.",
            "(x**2 - (x-mu)**2)/2 == mu*x - mu**2/2",
        ),
        Textbook(
            6,
            r"This set decides the supremum; its masses are the tails of $N(0,1)$ at "
            r"$c-\epsilon/(2c)$ and $c+\epsilon/(2c)$.",
            f"top == {NARROW}",
            fact="textbook.elementary-probability:largest difference",
            hypotheses={
                "on the set, and only there, the density of P is above c times that of Q": 5
            },
            instance={"d": "top", "v": "(1-erf((c-eps/(2*c))/sqrt(2)))/2", "c": "exp(eps)"}
            | {"w": "(1-erf((c+eps/(2*c))/sqrt(2)))/2"},
        ),
        Inequality(
            7,
            "Mills' inequality.",
            f"{TAIL % 'u'} <= exp(-u**2/2)/(sqrt(2*pi)*u)",
        ),
        Computed(
            8,
            r"The slope of this term in $\epsilon$, at fixed $c$, is $e^\epsilon$ times "
            r"$\varphi(u)/c-\Pr[N>u]$ at $u=c+g$, $g=\epsilon/(2c)$.",
            by=slope_in_eps,
        ),
        Inequality(
            9,
            r"It is at least 0, as $u\ge c$.",
            f"{SLOPE} >= 0",
            at={7: {"u": BEYOND}},
            weights={7: "exp(eps)"},
            rest=f"exp(eps)*exp(-({BEYOND})**2/2)/sqrt(2*pi)*g/(c*({BEYOND}))",
        ),
        Textbook(
            10,
            r"So the value at $\epsilon=3.78$, the edge, is the largest.",
            f"{NARROW} <= edge",
            fact="textbook.calculus:monotone",
            hypotheses={"the slope is S": 8, "S is at least 0": 9},
            instance={"x": NARROW, "y": "edge", "S": SLOPE},
            over=("g",),
        ),
        Computed(
            11,
            r"The edge is at most $1.25e^{-c^2/2}=\delta$ for every $\delta\in(0,1)$.",
            "edge <= d",
            by=all_deltas,
        ),
        Inequality(
            12,
            r"$\mathcal M_D(E)\le e^\epsilon\mathcal M_{D'}(E)+\delta$.",
            "p <= exp(eps)*q + d",
            uses=(6,),
            weights={2: "1", 4: "1", 10: "1", 11: "1"},
        ),
        Inequality(
            13,
            r"If $s_2=0$, then $f(D)=f(D')$, and both outputs have one law.",
            "p <= exp(eps)*p + d",
        ),
        Parts(14, "Both cases.", uses=(12, 13)),
    ),
)
