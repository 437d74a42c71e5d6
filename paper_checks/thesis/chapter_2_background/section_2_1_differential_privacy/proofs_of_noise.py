"""The proofs about sensitivities and noise: Theorem 2.13 and Example 2.15."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

LAPLACE = Proof(
    "thesis.thm2.13.repaired",
    where="z in (-inf,inf), g in (-inf,inf), s in (-inf,inf), i in [0,inf), "
    "loss in (-inf,inf), l1 in [0,inf), top in (0,inf), eps in (0,inf), p in [0,1], q in [0,1]",
    parts=(8,),
    steps=(
        Given(
            1,
            r"For $s_1(f)>0$ the noise has the density $\prod_i\frac1{2b}e^{-|y_i|/b}$ with "
            r"$b=s_1(f)/\epsilon$, and with $u=f(D)$, $v=f(D')$ the log-ratio of the densities at "
            r"$y$ is $\ell/b$, $\ell=\sum_i|y_i-v_i|-|y_i-u_i|$.",
        ),
        Inequality(
            2,
            "The triangle inequality, with $z=y_i-u_i$ and $g=u_i-v_i$.",
            "abs(z+g) - abs(z) <= abs(g)",
        ),
        Induction(
            3,
            r"The sum $s$ of $|u_i-v_i|-(|y_i-v_i|-|y_i-u_i|)$ over $i\le k$ is at least 0.",
            "s >= 0",
            variable="i",
            start="0",
            sequence="s",
            first="0",
            following="s + abs(g) - (abs(z+g) - abs(z))",
            weight="1",
            uses=(2,),
        ),
        Given(4, r"$s=\|u-v\|_1-\ell$.", "s == l1 - loss"),
        Inequality(5, r"$\ell\le\|u-v\|_1$.", "loss <= l1", uses=(3, 4)),
        Given(6, r"$\|u-v\|_1\le s_1(f)$ for neighbours.", "l1 <= top"),
        Inequality(
            7,
            r"$\ell/b\le\epsilon$: the ratio of the densities is at most $e^\epsilon$ everywhere.",
            "loss*eps/top <= eps",
            uses=(1,),
            weights={5: "eps/top", 6: "eps/top"},
        ),
        Textbook(
            8,
            r"$P(E)\le e^\epsilon Q(E)$ for every event $E$, if $s_1(f)>0$.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            over=("loss",),
            hypotheses={"the relation of the densities at every point": 7},
            instance={"p": "p", "q": "q", "e": "eps", "X": "loss*eps/top"},
        ),
        Inequality(
            9,
            r"If $s_1(f)=0$, then $f(D)=f(D')$ for neighbours, and both laws are one: $Q=P$.",
            "p <= exp(eps)*p",
        ),
    ),
)

MOVED = Proof(
    "thesis.ex2.15.sensitivities",
    where="S in [0,inf), x in [0,1], y in [0,1], n in [1,inf), k in [1,inf), j in [0,inf), "
    "one in [0,inf), two in [0,inf), top in [0,inf), square in [0,inf)",
    steps=(
        Identity(
            1,
            r"An exchanged record moves a coordinate of the mean, of which $S$ is the sum of the "
            r"other records, by $(x-y)/n$.",
            "(S+x)/n - (S+y)/n == (x-y)/n",
        ),
        Inequality(2, r"That is at most $1/n$.", "abs(x-y)/n <= 1/n", uses=(1,)),
        Induction(
            3,
            r"The 1-norm over $j$ coordinates is at most $j/n$.",
            "one <= j/n",
            variable="j",
            start="0",
            sequence="one",
            first="0",
            following="one + abs(x-y)/n",
            weight="1",
            uses=(2,),
        ),
        Inequality(4, r"Its square is at most $1/n^2$.", "((x-y)/n)**2 <= 1/n**2", uses=(1,)),
        Induction(
            5,
            r"The square of the 2-norm over $j$ coordinates is at most $j/n^2$.",
            "two <= j/n**2",
            variable="j",
            start="0",
            sequence="two",
            first="0",
            following="two + ((x-y)/n)**2",
            weight="1",
            uses=(4,),
        ),
        Inequality(
            6,
            r"So the 2-norm of all is at most $\sqrt k/n$.",
            "sqrt(two) <= sqrt(k)/n",
            at={5: {"j": "k"}},
            weights={5: "1/(sqrt(two) + sqrt(k)/n)"},
        ),
        Induction(
            7,
            r"For ones against zeros the 1-norm over $j$ coordinates is $j/n$ itself, by step 1.",
            "top == j/n",
            variable="j",
            start="0",
            sequence="top",
            first="0",
            following="top + abs((S+1)/n - (S+0)/n)",
        ),
        Induction(
            8,
            r"And the square of the 2-norm is $j/n^2$.",
            "square == j/n**2",
            variable="j",
            start="0",
            sequence="square",
            first="0",
            following="square + ((S+1)/n - (S+0)/n)**2",
        ),
        Identity(
            9,
            r"So that of all is the square of $\sqrt k/n$ for ones against zeros.",
            "square == (sqrt(k)/n)**2",
            at={8: {"j": "k"}},
            uses=(8,),
        ),
        Parts(
            10,
            r"With $j=k$: $s_1=k/n$ and $s_2=\sqrt k/n$ are upper bounds, both attained by ones "
            "against zeros.",
            uses=(3, 6, 7, 9),
        ),
    ),
)

DEFINED = Proof(
    "thesis.def2.12.repaired",
    (
        Given(1, r"$f$ is a function of datasets of $n$ records, and $s_i$ a supremum."),
        OnClaim(
            2,
            r"For the mean of $n$ binary vectors $s_1=k/n$ and $s_2=\sqrt k/n$.",
            claim="thesis.ex2.15.sensitivities",
            uses=(1,),
        ),
    ),
)


@cache
def moments_of_noise() -> str:
    """E|Y| = b and E Y^2 = 2 b^2 for Lap(b), E|Z| = sqrt(2/pi) s for N(0, s^2).

    By antiderivatives of twice the density times y, or y^2, on y > 0, which vanish at infinity.
    """
    import sympy as sp

    y, b, s = sp.symbols("y b s", positive=True)
    laplace, normal = sp.exp(-y / b) / b, sp.sqrt(2 / sp.pi) / s * sp.exp(-(y**2) / (2 * s**2))
    found = (
        (-(y + b) * sp.exp(-y / b), y * laplace, b),
        (-(y**2 + 2 * b * y + 2 * b**2) * sp.exp(-y / b), y**2 * laplace, 2 * b**2),
        (
            -sp.sqrt(2 / sp.pi) * s * sp.exp(-(y**2) / (2 * s**2)),
            y * normal,
            sp.sqrt(2 / sp.pi) * s,
        ),
    )
    for whole, part, value in found:
        need(sp.simplify(sp.diff(whole, y) - part) == 0, "An antiderivative is wrong")
        need(sp.limit(whole, y, sp.oo) == 0, "An antiderivative does not vanish at infinity")
        need(sp.simplify(-whole.subs(y, 0) - value) == 0, "A moment differs")
    return "three antiderivatives, their limits and their values at 0"


def error_of_noise(
    id: str, mechanism: str, scale: str, first: str, second: str, low: str, high: str
) -> Proof:
    """The noise gives privacy, and its expected 2-norm lies between two terms."""
    sensitive = r"The mean has $s_1=k/n$ and $s_2=\sqrt k/n$."
    private = "With the stated scale the mechanism is private: the noise is that of the theorem."
    steps: tuple[Step, ...] = (
        OnClaim(1, sensitive, claim="thesis.ex2.15.sensitivities"),
        OnClaim(2, private, claim=mechanism, uses=(1,)),
        Computed(
            3,
            r"$\mathbb E|Y|=b$ and $\mathbb EY^2=2b^2$ for $\mathrm{Lap}(b)$; $\mathbb E|Z|="
            r"\sqrt{2/\pi}\,\sigma$ for $N(0,\sigma^2)$, whose variance is $\sigma^2$.",
            by=moments_of_noise,
        ),
        Given(4, "The scale of the noise in each of the $k$ coordinates.", f"b == {scale}"),
        Textbook(
            5,
            "The norm of the $k$ means of the $|Y_i|$ is at most the mean of the norm.",
            f"sqrt(k)*{first} <= err",
            fact="textbook.jensen:norm",
            hypotheses={"the mean of each |Y_i|": 3},
            instance={"r": f"sqrt(k)*{first}", "e": "err"},
        ),
        Textbook(
            6,
            "The square of the mean of the norm is at most the mean of its square.",
            f"err**2 <= k*({second})",
            fact="textbook.jensen:square",
            hypotheses={"the mean of each square": 3},
            instance={"e": "err", "m": f"k*({second})"},
        ),
        Inequality(7, "The lower end.", f"{low} <= err", uses=(4,), weights={5: "1"}),
        Inequality(
            8,
            "The upper end, whose square is that bound.",
            f"err <= {high}",
            uses=(2, 4),
            weights={6: f"1/(err + {high})"},
        ),
    )
    where = "k in [1,inf), n in [1,inf), eps in (0,inf), b in (0,inf), err in [0,inf)"
    return Proof(id, steps, f"{where}, rho in (0,inf), L in (0,inf)", parts=(7,))


LAPLACE_ERROR = error_of_noise(
    "thesis.ex2.15.laplace.repaired",
    "thesis.thm2.13.repaired",
    "k/(eps*n)",
    "b",
    "2*b**2",
    "k**(3/2)/(eps*n)",
    "sqrt(2)*k**(3/2)/(eps*n)",
)
GAUSSIAN_ERROR = error_of_noise(
    "thesis.ex2.15.gaussian.repaired",
    "thesis.thm2.14.repaired",
    "sqrt(2*k*L)/(eps*n)",
    "sqrt(2)/sqrt(pi)*b",
    "b**2",
    "sqrt(2)/sqrt(pi)*k*sqrt(2*L)/(eps*n)",
    "k*sqrt(2*L)/(eps*n)",
)
CONCENTRATED_ERROR = error_of_noise(
    "thesis.ex2.15.zcdp",
    "thesis.thm2.14.zcdp.repaired",
    "sqrt(k)/(sqrt(2)*sqrt(rho)*n)",
    "sqrt(2)/sqrt(pi)*b",
    "b**2",
    "k/(sqrt(pi)*n*sqrt(rho))",
    "k/(sqrt(2)*n*sqrt(rho))",
)


def wrong_errors(proof: Proof) -> dict[str, dict[str, Proof]]:
    """The proof of an error with wrong steps."""
    low, high = (proof.step(number).formula for number in (7, 8))
    return {
        "the wrong sensitivities": {"proof": proof.changed(1, claim="thesis.def2.12")},
        "twice the noise": {"proof": proof.changed(4, formula="b == 2*k*n")},
        "the norm of half of them": {"proof": proof.changed(5, formula="k*b <= err")},
        "half of the square": {"proof": proof.changed(6, formula="err**2 <= k*b**2/2")},
        "sharper: a larger lower end": {"proof": proof.changed(7, formula=f"101/100*{low}")},
        "sharper: a smaller upper end": {"proof": proof.changed(8, formula=f"101/100*{high}")},
    }
