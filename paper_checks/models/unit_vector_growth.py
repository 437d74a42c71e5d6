"""The growth of det V with each unit vector that is played: steps of a proof."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Induction, Inequality, Textbook

GROWTH_RANGES = (
    "b in [-1,1], w in (0,inf), s in [0,inf), q in (0,inf), m in (0,inf), "
    "k in (0,inf), P in (0,inf), n in [0,inf), a in [0,inf), l in (0,inf)"
)
GROWTH_STEPS = (
    Given(
        1,
        r"$\|a_t\|=1$. $\tau=a$ is the last update, at round $\tau+n+1$ the vector $a_t$ is "
        r"played, and $V_{t-1}=\lambda I+\sum_sa_sa_s^\top$ has $\tau+n$ terms.",
    ),
    Textbook(
        2,
        r"$b=\langle a_s,a_t\rangle$ has $b^2\le1$.",
        "b**2 <= 1*1",
        fact="textbook.cauchy-schwarz",
        instance={"d": "b", "x": "1", "y": "1"},
    ),
    Inequality(3, "In the form of a term.", "b**2 <= 1 + 0*b", uses=(2,), weights={2: "1"}),
    Textbook(
        4,
        r"So the sum $s$ of these squares is at most their number.",
        "s <= (a + n)*1 + 0*r",
        where="r in (-inf,inf)",
        fact="textbook.elementary-probability:sum above",
        hypotheses={"X_t <= c + b Z_t for each t": 3},
        instance={"x": "s", "n": "a + n", "c": "1", "b": "0", "z": "r"} | {"X": "b**2", "Z": "b"},
        over=("b",),
    ),
    Given(5, r"$w=a_t^\top V_{t-1}a_t=\lambda+s$.", "w == l + s", uses=(1,)),
    Textbook(
        6,
        r"$1=\langle V_{t-1}^{1/2}a_t,V_{t-1}^{-1/2}a_t\rangle$, "
        r"$q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
        "1**2 <= w*q",
        fact="textbook.cauchy-schwarz",
        instance={"d": "1", "x": "w", "y": "q"},
    ),
    Inequality(
        7,
        r"So $q\ge\frac1{\lambda+t-1}$.",
        "1 <= (l + a + n)*q",
        where="r in (-inf,inf)",
        uses=(5,),
        weights={4: "q", 6: "1"},
    ),
    Textbook(
        8,
        r"$\det V_t=\det V_{t-1}\,(1+q)$.",
        "k == m*(1 + q)",
        fact="textbook.sherman-morrison:determinant",
        hypotheses={"A is invertible": 1},
        instance={"n": "k"},
    ),
    Induction(
        9,
        r"After $n$ rounds $P=\det V/\det V_\tau\ge\frac{\lambda+\tau+n}{\lambda+\tau}$.",
        "P*(l + a) >= l + a + n",
        variable="n",
        start="0",
        sequence="P",
        first="1",
        following="P*(k/m)",
        uses=(7, 8),
    ),
)
"""Steps 1 to 9: after n more unit vectors det V has grown by (lambda + tau + n)/(lambda + tau)."""
