"""The proofs of Theorems F.7 and F.9, the regret of DP-IMED and DP-KLUCB, step by step.

x < y < 1 are the means of a suboptimal arm and of the best one, d their divergence, half the delta'
of the proof, delta = (1 - y) delta', L = log T, H = L/(d - 2 delta'); A, B stand for the means of
(A) and (B). That Reg <= c log T + o(log T) says that the upper limit of Reg/log T is at most c.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Step, Textbook, Words

CHOICE: tuple[Step, ...] = (
    Given(1, r"$\mu_i=x<y=\mu^*<1$; $r\in(0,1)$ is any slack, and $T$ is large."),
    OnClaim(2, r"$d=d_\epsilon(x,y)>0$.", "d > 0", uses=(1,), claim="bern.derived.falling"),
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
    Words(
        9,
        r"$\mathrm{Reg}_T\le\sum_{i\ne i^*}\Delta_i(n_0+\mathbb E(A)+\mathbb E(B))$.",
        why="bern.F8.decomposition splits at the mean of one optimal arm, and the bounds of (A) "
        "and (B) at the largest mean or index, where the same argument holds",
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


def proof_of(id: str, sums: tuple[Step, ...]) -> Proof:
    """The proof, where `sums` bounds the means of (A) and of (B) in its last two steps."""
    before, after = len(CHOICE) + len(sums) - 1, len(CHOICE) + len(sums)
    n = after + 1
    return Proof(
        id,
        where="x in [0,1), y in (0,1), x < y, d in (0,inf), r in (0,1), alpha in (1,inf), "
        "half in (0,inf), delta in (0,inf), L in (0,inf), H in (0,inf), n0 in [0,inf), "
        "A in [0,inf), B in [0,inf), C in [0,inf), small in [0,inf), mean in [0,inf), "
        "most in [0,inf), limit in [0,inf), gap in [0,1], regret in [0,inf), bound in [0,inf)",
        steps=(
            *CHOICE,
            *sums,
            Given(
                n,
                r"$T$ is so large that what does not grow with it is at most $\alpha r\log T/d$.",
                "n0 + C + 1 + small <= alpha*r*L/d",
            ),
            Inequality(
                n + 1,
                r"For every $r$ and all large $T$: $(n_0+\mathbb E(A)+\mathbb E(B))/\log T\le"
                r"(1+2r)\alpha/d$.",
                "(n0 + A + B)/L <= (1 + 2*r)*alpha/d",
                weights={before: "1/L", after: "1/L", 12: "alpha/L", n: "1/L"},
            ),
            Textbook(
                n + 2,
                r"So the upper limit is at most $\alpha/d_\epsilon(\mu_i,\mu^*)$,",
                "limit <= alpha/d",
                fact="textbook.bounds-of-sets:upper limit",
                over=("r", "A", "B", "L", "n0"),
                hypotheses={"x_n <= (1 + r) c for every r > 0 and all large n": n + 1},
                instance={"high": "limit", "c": "alpha/d", "X": "(n0 + A + B)/L", "r": "2*r"},
            ),
            Inequality(
                n + 3,
                r"and that of the term of arm $i$ at most $\alpha\Delta_i/d_\epsilon(\mu_i,"
                r"\mu^*)$.",
                "gap*limit <= alpha*gap/d",
                weights={n + 2: "gap"},
            ),
            Textbook(
                n + 4,
                r"The sum: $\mathrm{Reg}_T\le\sum_{i\ne i^*}\frac{\alpha\Delta_i\log T}"
                r"{d_\epsilon(\mu_i,\mu^*)}+o(\log T)$.",
                "regret <= bound",
                fact="textbook.bounds-of-sets:sum of upper limits",
                over=("d", "gap", "limit"),
                hypotheses={"the sum": 9, "each upper limit is <= its bound": n + 3},
                instance={
                    "high": "regret",
                    "bound": "bound",
                    "X": "gap*limit",
                    "Y": "alpha*gap/d",
                },
            ),
        ),
    )


IMED = proof_of(
    "bern.thmF.7",
    (
        OnClaim(
            13,
            r"$\mathbb E(A)\le C$ for a $C$ that does not depend on $T$, by its bound with "
            r"$a=\frac12d_\epsilon(\mu^*-\delta,\mu^*)$.",
            "A <= C",
            uses=(7,),
            claim="bern.F8.A.repaired",
        ),
        OnClaim(
            14,
            r"$\mathbb E(B)\le\alpha H+1+o(1)$.",
            "B <= alpha*H + 1 + small",
            uses=(7, 8),
            claim="bern.F8.B.repaired",
        ),
    ),
)
KLUCB = proof_of(
    "bern.thmF.9",
    (
        OnClaim(
            13,
            r"$(A)\le(\alpha+1)e^{\bar I_j}$ on a low index of the best arm,",
            "A <= (alpha + 1)*mean",
            uses=(7,),
            claim="bern.F10.repaired",
        ),
        OnClaim(
            14,
            r"where $(\alpha+1)\,\mathbb E e^{\bar I_j}\le C$ for a $C$ that does not depend on "
            r"$T$.",
            "(alpha + 1)*mean <= C",
            uses=(7,),
            claim="bern.F8.A.repaired",
        ),
        OnClaim(
            15,
            r"$(B)\le(B')=\sum_mB_{m+1}1[n_md^+_\epsilon([\tilde\mu_{i,m}],\mu^*-\delta)\le"
            r"\log T]$,",
            "B <= most",
            uses=(7,),
            claim="bern.F10.repaired",
        ),
        OnClaim(
            16,
            r"where $\mathbb E(B')\le\alpha H+1+o(1)$.",
            "most <= alpha*H + 1 + small",
            uses=(7, 8),
            claim="bern.F8.B.repaired",
        ),
        Inequality(17, r"So $\mathbb E(A)\le C$,", "A <= C", weights={13: "1", 14: "1"}),
        Inequality(
            18,
            r"and $\mathbb E(B)\le\alpha H+1+o(1)$.",
            "B <= alpha*H + 1 + small",
            weights={15: "1", 16: "1"},
        ),
    ),
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
        ),
        OnClaim(2, "and for DP-KLUCB (Theorem F.9).", "klucb <= bound", claim="bern.thmF.9"),
        Inequality(3, "So it is for both.", "max(imed, klucb) <= bound", uses=(1, 2)),
    ),
)
