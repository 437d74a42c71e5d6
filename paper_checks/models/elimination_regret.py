"""The proof that bounds the regret of an elimination by designs, for any private part."""

from __future__ import annotations

from dataclasses import dataclass

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

from .elimination_good_event import TELESCOPING

ORDER = "textbook.nonnegative-series:order"


@dataclass(frozen=True)
class PrivatePart:
    """The private part (2 n / b) sqrt(root) of the length of a phase, and what it costs in all.

    `length` is the claim, and its step, that bounds the plays of a phase; `cost` bounds
    16 n sqrt(root) m, in words and as a formula, by the steps `uses`.
    """

    length: tuple[str, int] = ("zcdp.thm4.length", 13)
    root: str = "Z*lam"
    cost: tuple[str, str] = (
        r"and $16n\sqrt{Z\lambda}\,m\le\frac{231}{10}n\sqrt{Z\alpha}\log T$.",
        "231/10*n*sqrt(Z*al)*t",
    )
    uses: tuple[int, ...] = (24, 29)


LOGARITHM_ALONE = PrivatePart()
"""The square of the private part is a multiple Z of the logarithm."""


def regret(
    id: str,
    where: str,
    good: str,
    gap: str,
    private: Given,
    last: tuple[str, str],
    part: PrivatePart = LOGARITHM_ALONE,
) -> Proof:
    """The regret on the good event, for lengths with a private part (2 n / b) sqrt(...).

    `good` and `gap` are the claims about the good event and what is kept there, `private` is step
    26, which says what Z is, and `last` the final bound, in words and as a formula.
    """
    whole = f"R <= {last[1]}"
    return Proof(
        id,
        where="n in [1,inf), K in [2,inf), t in [1,inf), T in [1,inf), del in (0,1), m in [1,inf), "
        "M in [2,inf), h in (0,1/2], e in (0,1/2], gap in [0,inf), late in [0,inf), "
        "x in [0,inf), y in [0,inf), "
        "A in [0,inf), B in [0,inf), i in [0,inf), j in [0,inf), rest in [0,inf), lam in (0,inf), "
        f"al in (0,inf), Z in (0,inf), R in [0,inf), bad in [0,1], {where}",
        steps=(
            OnClaim(
                1,
                r"The good event comes with probability at least $1-\delta$. Below, it does.",
                "bad <= del",
                claim=good,
                of_step=9,
            ),
            OnClaim(
                2,
                r"In phase $\ell$, with $h=2^{-\ell}$, a gap is at most $4\beta_{\ell-1}=8h$; "
                r"in the "
                r"first one because gaps are at most 2.",
                "gap <= 4*(2*h)",
                claim=gap,
                of_step=7,
                instance={"b": "2*h"},
            ),
            OnClaim(
                3,
                r"The phase plays at most $n(n+1)/2+c_\ell$ times, with $n=d$, where the "
                r"logarithms "
                r"are at most $\lambda=\log(4Km(m+1)/\delta)$ for $\ell\le m$.",
                f"x <= n*(n + 1)/2 + 8*n*lam/h**2 + 2*n/h*sqrt({part.root})",
                claim=part.length[0],
                of_step=part.length[1],
            ),
            Inequality(
                4,
                r"So it costs at most this,",
                f"gap*x <= 4*n*(n + 1)*h + 64*n*lam/h + 16*n*sqrt({part.root})",
                weights={2: "x", 3: "8*h"},
            ),
            Textbook(
                5,
                r"and the first $m$ phases cost at most the sum $B$ of these.",
                "A <= B",
                fact=ORDER,
                over=("gap", "x", "h"),
                hypotheses={"the sum": 4, "each term is <= its bound": 4},
                instance={"x": "A", "y": "B", "X": "gap*x"}
                | {"Y": f"4*n*(n + 1)*h + 64*n*lam/h + 16*n*sqrt({part.root})"},
            ),
            Given(
                6,
                r"Let $i=\sum h$ and $j=\sum\frac1h$.",
                f"B == 4*n*(n + 1)*i + 64*n*lam*j + 16*n*sqrt({part.root})*m",
            ),
            Textbook(
                7,
                r"$\sum_{\ell\ge1}2^{-\ell}\le1$.",
                "i <= 1*1",
                fact=TELESCOPING,
                over=("h",),
                hypotheses={
                    "each term is <= c (Y - Z)": "h <= 1*(2*h - h)",
                    "Z is the Y of the next term, and they are >= 0": 6,
                    "c >= 0": "1 >= 0",
                },
                instance={"x": "i", "c": "1", "y": "1", "X": "h", "Y": "2*h", "Z": "h"},
            ),
            Textbook(
                8,
                r"$\sum_{\ell\le m}2^\ell\le2M$ with $M=2^m$, from the last term down.",
                "j <= 2*M",
                fact=TELESCOPING,
                over=("h",),
                hypotheses={
                    "each term is <= c (Y - Z)": "1/h <= 2*(1/h - 1/(2*h))",
                    "Z is the Y of the next term, and they are >= 0": 6,
                    "c >= 0": "2 >= 0",
                },
                instance={"x": "j", "c": "2", "y": "M", "X": "1/h", "Y": "1/h", "Z": "1/(2*h)"},
            ),
            Given(9, r"Let $e=2^{-\ell}$ in a later phase,", "e <= 1/(2*M)"),
            OnClaim(
                10,
                r"whose gaps are at most $8e$,",
                "y <= 4*(2*e)",
                claim=gap,
                of_step=7,
                instance={"b": "2*e", "gap": "y"},
            ),
            Inequality(
                11, r"so that it costs at most this.", "y*x <= 4/M*x", weights={9: "8*x", 10: "x"}
            ),
            Textbook(
                12,
                r"All of them cost at most the sum of these,",
                "rest <= late",
                fact=ORDER,
                over=("y", "x"),
                hypotheses={"the sum": 11, "each term is <= its bound": 11},
                instance={"x": "rest", "y": "late", "X": "y*x", "Y": "4/M*x"},
            ),
            Given(13, r"where the plays $x$ have a sum of at most $T$:", "late <= 4/M*T"),
            Inequality(14, r"at most $4T/M$.", "rest <= 4/M*T", weights={12: "1", 13: "1"}),
            Given(15, r"The regret is that of both.", "R == A + rest"),
            Inequality(
                16,
                r"So it is at most this, for each $m\ge1$.",
                f"R <= 4*n*(n + 1) + 128*n*lam*M + 16*n*sqrt({part.root})*m + 4*T/M",
                uses=(6, 15),
                weights={5: "1", 7: "4*n*(n + 1)", 8: "64*n*lam", 14: "1"},
            ),
            Given(
                17, r"Let $\alpha=\log(K\log T/\delta)$ and $t=\log T\ge1$,", "al == log(K*t/del)"
            ),
            Given(18, r"with $T=e^t$,", "T == exp(t)"),
            Given(
                19,
                r"and let $m$ be the largest with $64n\alpha M^2\le T$, if it is at least 1,",
                "64*n*al*M**2 <= T",
            ),
            Given(20, r"so that", "T <= 64*n*al*(2*M)**2"),
            Given(21, r"where $M=2^m$.", "M == exp(m*log(2))"),
            Inequality(22, r"$64n\alpha\ge1$,", "1 <= 64*n*al", uses=(17,)),
            Inequality(
                23,
                r"so that $M^2\le T$,",
                "exp(2*m*log(2)) <= exp(t)",
                uses=(18, 21),
                weights={19: "1", 22: "M**2"},
            ),
            Inequality(24, r"and $2m\log2\le\log T$.", "2*m*log(2) <= t", uses=(23,)),
            Inequality(
                25,
                r"So $4m(m+1)\le5(\log T)^2$,",
                "4*m*(m + 1) <= 5*t**2",
                uses=(24,),
            ),
            private,
            Given(27, r"Here $\lambda=\log(4Km(m+1)/\delta)$,", "lam == log(4*K*m*(m + 1)/del)"),
            Inequality(
                28,
                r"$\frac{4Km(m+1)}\delta\le(\frac{K\log T}\delta)^4$,",
                "4*K*m*(m + 1)/del <= (K*t/del)**4",
                weights={25: "K/del"},
            ),
            Inequality(
                29,
                r"so that $\lambda\le4\alpha$.",
                "lam <= 4*al",
                uses=(17, 27),
                weights={28: "0"},
                monotone=("log", "(K*t/del)**4", "4*K*m*(m + 1)/del"),
            ),
            Inequality(
                30,
                r"So $128n\lambda M\le64\sqrt{nT\alpha}$,",
                "128*n*lam*M <= 64*sqrt(n*T*al)",
                uses=(19, 29),
            ),
            Inequality(31, r"$4T/M\le64\sqrt{nT\alpha}$,", "4*T/M <= 64*sqrt(n*T*al)", uses=(20,)),
            Inequality(
                32,
                part.cost[0],
                f"16*n*sqrt({part.root})*m <= {part.cost[1]}",
                uses=part.uses,
            ),
            Inequality(
                33,
                last[0],
                whole,
                uses=(26,),
                weights={16: "1", 30: "1", 31: "1", 32: "1"},
            ),
            Given(
                34,
                r"If there is no such $m\ge1$, then $T\le64n\alpha\cdot2^2$. The regret is at "
                r"most $2T$.",
                "T <= 256*n*al",
            ),
            Given(35, r"As gaps are at most 2:", "R <= 2*T"),
            Inequality(
                36,
                r"So $T\le16\sqrt{nT\alpha}$,",
                "T <= 16*sqrt(n*T*al)",
                weights={34: "T/(T + 16*sqrt(n*T*al))"},
            ),
            Inequality(
                37,
                r"and the bound holds then too.",
                whole,
                uses=(26,),
                weights={35: "1", 36: "2"},
            ),
            Parts(38, "In both cases, with the probability of the good event.", uses=(1, 33, 37)),
        ),
    )
