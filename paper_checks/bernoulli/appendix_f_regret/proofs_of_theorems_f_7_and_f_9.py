"""The proofs of Theorems F.7 and F.9, the regret of DP-IMED and DP-KLUCB, step by step.

x < y < 1 are the means of a suboptimal arm and of the best one, d their divergence, half the delta'
of the proof, delta = (1 - y) delta', L = log T, H = L/(d - 2 delta'); A, B stand for the means of
(A) and (B). That Reg <= c log T + o(log T) says that the upper limit of Reg/log T is at most c.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Step, Textbook

CHOICE: tuple[Step, ...] = (
    Given(1, r"$\mu_i=x<y=\mu^*<1$; $r\in(0,1)$ is any slack, and $T$ is large."),
    OnClaim(
        2,
        r"$d=d_\epsilon(x,y)>0$.",
        "d > 0",
        uses=(1,),
        claim="bern.derived.falling",
        of_step=30,
        instance={"wy": "d"},
    ),
    Given(
        3,
        r"Let $\delta'=\min\{\frac{rd}{2(1+r)},\frac{y-x}{2(1-y)}\}$",
        "half == min(r*d/(2*(1 + r)), (y - x)/(2*(1 - y)))",
        uses=(2,),
    ),
    Given(4, r"and $\delta=(1-\mu^*)\delta'$.", "delta == half*(1 - y)"),
    Inequality(5, r"Then $\delta'\le\frac{rd}{2(1+r)}$,", "half <= r*d/(2*(1 + r))", uses=(3,)),
    Inequality(6, r"$\delta'\le\frac{y-x}{2(1-y)}$,", "half <= (y - x)/(2*(1 - y))", uses=(3,)),
    Inequality(
        7, r"so that $2\delta\le\Delta_i$", "2*delta <= y - x", uses=(4,), weights={6: "2*(1 - y)"}
    ),
    Inequality(8, r"and $2\delta'<d$.", "2*half < d", weights={5: "2"}),
    OnClaim(
        9,
        r"For the event $\tilde\mu^*(t)<\mu^*-\delta$ (DP-KLUCB: $\bar\mu^*(t)<\mu^*-\delta$) of "
        r"$(A)$: $\mathbb E[N_i(T)]\le n_0+\mathbb E(A)+\mathbb E(B)$.",
        "N <= n0 + A + B",
        uses=(4,),
        claim="bern.F8.decomposition.events",
        of_step=4,
    ),
    Inequality(
        10,
        r"$d-2\delta'\ge\frac d{1+r}$.",
        "d - 2*half >= d/(1 + r)",
        weights={5: "2"},
    ),
    Given(11, r"Let $H=\log T/(d-2\delta')$.", "H*(d - 2*half) <= L", uses=(8,)),
    Inequality(
        12,
        r"So $H\le(1+r)\log T/d$.",
        "H <= (1 + r)*L/d",
        weights={11: "(1 + r)/d", 10: "(1 + r)/d*H"},
    ),
)


def proof_of(id: str, sums: tuple[Step, ...], means: tuple[int, int], most: str) -> Proof:
    """The proof; the steps `means` of `sums` bound the means of (A), by `most`, and of (B)."""
    first, second = means
    n = len(CHOICE) + len(sums) + 1
    return Proof(
        id,
        where="x in [0,1), y in (0,1), x < y, d in (0,inf), r in (0,1), alpha in (1,inf), "
        "half in (0,inf), delta in (0,inf), L in (0,inf), H in (0,inf), n0 in [1,inf), N "
        "in [0,inf), "
        "A in [0,inf), B in [0,inf), C in [0,inf), small in [0,inf), mean in [0,inf), "
        "most in [0,inf), limit in [0,inf), gap in [0,1], regret in [0,inf), bound in [0,inf)",
        steps=(
            *CHOICE,
            *sums,
            Given(
                n,
                r"$T$ is so large that what does not grow with it is at most $\alpha r\log T/d$.",
                f"n0 + {most} + 1 + small <= alpha*r*L/d",
            ),
            Inequality(
                n + 1,
                r"So $\mathbb E[N_i(T)]$ is at most the sum of $n_0$ and these bounds.",
                f"N <= n0 + {most} + alpha*H + 1 + small",
                weights={9: "1", first: "1", second: "1"},
            ),
            Inequality(
                n + 2,
                r"For every $r$ and all large $T$: $\mathbb E[N_i(T)]/\log T\le(1+2r)\alpha/d$.",
                "N/L <= (1 + 2*r)*alpha/d",
                weights={n + 1: "1/L", 12: "alpha/L", n: "1/L"},
            ),
            Textbook(
                n + 3,
                r"So the upper limit is at most $\alpha/d_\epsilon(\mu_i,\mu^*)$,",
                "limit <= alpha/d",
                fact="textbook.bounds-of-sets:upper limit",
                hypotheses={"x_n <= (1 + r) c for every r > 0 and all large n": n + 2},
                instance={"high": "limit", "c": "alpha/d", "X": "N/L", "r": "2*r"},
                over=("r", "N", "L"),
            ),
            Inequality(
                n + 4,
                r"and that of the term of arm $i$ at most $\alpha\Delta_i/d_\epsilon(\mu_i,"
                r"\mu^*)$.",
                "gap*limit <= alpha*gap/d",
                weights={n + 3: "gap"},
            ),
            OnClaim(
                n + 5,
                r"$\mathrm{Reg}_T=\sum_i\Delta_i\mathbb E[N_i(T)]$, where optimal arms have gap 0.",
                claim="bern.eq2",
            ),
            Textbook(
                n + 6,
                r"The sum: $\mathrm{Reg}_T\le\sum_{i\ne i^*}\frac{\alpha\Delta_i\log T}"
                r"{d_\epsilon(\mu_i,\mu^*)}+o(\log T)$.",
                "regret <= bound",
                fact="textbook.bounds-of-sets:sum of upper limits",
                hypotheses={"the sum": n + 5, "each upper limit is <= its bound": n + 4},
                instance={
                    "high": "regret",
                    "bound": "bound",
                    "X": "gap*limit",
                    "Y": "alpha*gap/d",
                },
                over=("gap", "limit", "d"),
            ),
        ),
    )


SUMS = "b in [0,inf), b_more in [0,inf)"


def means_of_b(first: int) -> tuple[Step, ...]:
    """Three steps: the mean of (B), after the one that it is at most (B')."""
    return (
        Textbook(
            first,
            r"so $\mathbb E(B)\le\mathbb E(B')$,",
            "B <= 1*most",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": first - 1},
            instance={"x": "B", "c": "1", "y": "most", "X": "b", "Y": "b_more"},
            over=("b", "b_more"),
        ),
        OnClaim(
            first + 1,
            r"where $\mathbb E(B')\le\alpha H+1+o(1)$, with $a'$ half of $d_\epsilon(\mu_i+\delta'/"
            r"\epsilon,\mu_i)$.",
            "most <= alpha*H + 1 + small",
            uses=(7, 8),
            claim="bern.F8.B.repaired",
            of_step=35,
            instance={"mean": "most"},
        ),
        Inequality(
            first + 2,
            r"So $\mathbb E(B)\le\alpha H+1+o(1)$.",
            "B <= alpha*H + 1 + small",
            weights={first: "1", first + 1: "1"},
        ),
    )


IMED = proof_of(
    "bern.thmF.7",
    (
        OnClaim(
            13,
            r"$\mathbb E(A)\le\alpha^2C+\alpha n_0+1$ for a $C$ that does not depend on $T$, by "
            r"its bound with $a=\frac12d_\epsilon(\mu^*-\delta,\mu^*)$.",
            "A <= alpha**2*C + alpha*n0 + 1",
            uses=(7,),
            claim="bern.F8.A.repaired",
            of_step=32,
            instance={"EA": "A"},
        ),
        OnClaim(
            14,
            r"$(B)\le(B')=\sum_mB_{m+1}1[n_md^+_\epsilon([\tilde\mu_{i,m}],\mu^*-\delta)\le"
            r"\log T]$,",
            "b <= 1*b_more",
            uses=(7,),
            claim="bern.F8.B.repaired",
            of_step=3,
            instance={"sum": "b", "most": "b_more"},
            where=SUMS,
        ),
        *means_of_b(15),
    ),
    means=(13, 17),
    most="alpha**2*C + alpha*n0 + 1",
)
KLUCB = proof_of(
    "bern.thmF.9",
    (
        OnClaim(
            13,
            r"$(A)\le(\alpha+1)e^{\bar I_j}$ on a low index of the best arm,",
            "a <= (alpha + 1)*e_bar",
            uses=(7,),
            claim="bern.F10.repaired",
            of_step=20,
            instance={"A": "a", "top": "e_bar"},
            where="a in [0,inf), e_bar in [0,inf)",
        ),
        Textbook(
            14,
            r"so $\mathbb E(A)\le(\alpha+1)\mathbb E\,e^{\bar I_j}$,",
            "A <= (alpha + 1)*mean",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 13},
            instance={"x": "A", "c": "alpha + 1", "y": "mean", "X": "a", "Y": "e_bar"},
            over=("a", "e_bar"),
        ),
        OnClaim(
            15,
            r"where $\mathbb E e^{\bar I_j}\le C$ for a $C$ that does not depend on $T$.",
            "mean <= C",
            uses=(7,),
            claim="bern.F8.A.repaired",
            of_step=31,
        ),
        OnClaim(
            16,
            r"$(B)\le(B')=\sum_mB_{m+1}1[n_md^+_\epsilon([\tilde\mu_{i,m}],\mu^*-\delta)\le"
            r"\log T]$,",
            "b <= 1*b_more",
            uses=(7,),
            claim="bern.F10.repaired",
            of_step=18,
            instance={"B": "b", "most": "b_more"},
            where=SUMS,
        ),
        *means_of_b(17),
        Inequality(
            20,
            r"So $\mathbb E(A)\le(\alpha+1)C$.",
            "A <= (alpha + 1)*C",
            weights={14: "1", 15: "alpha + 1"},
        ),
    ),
    means=(20, 19),
    most="(alpha + 1)*C",
)
BOTH = Proof(
    "bern.thm4.3",
    where="imed in [0,inf), klucb in [0,inf), bound in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The upper limit of $\mathrm{Reg}_T/\log T$ is at most $\sum_i\alpha\Delta_i/"
            r"d_\epsilon(\mu_i,\mu^*)$ for DP-IMED (Theorem F.7),",
            "imed <= bound",
            claim="bern.thmF.7",
            of_step=24,
            instance={"regret": "imed"},
        ),
        OnClaim(
            2,
            "and for DP-KLUCB (Theorem F.9).",
            "klucb <= bound",
            claim="bern.thmF.9",
            of_step=27,
            instance={"regret": "klucb"},
        ),
        Inequality(3, "So it is for both.", "max(imed, klucb) <= bound", uses=(1, 2)),
    ),
)
