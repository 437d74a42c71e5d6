"""The proof of Theorem 2, the theorem of Kiefer and Wolfowitz, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

LEAST = Proof(
    "zcdp.thm2.least",
    where="n in [1,inf), y in [0,inf), m in [0,inf), g in [0,inf)",
    steps=(
        Given(
            1,
            r"Let $\pi$ be any design with an invertible $V$, $y=a^\top V^{-1}a$, and $g$ the "
            r"largest of these.",
            "y <= g*1",
        ),
        Textbook(
            2,
            r"The mean of $y$ under $\pi$ is $n$,",
            "m == n",
            fact="textbook.inverse-matrix:trace",
            hypotheses={"V is invertible": 1},
            instance={"x": "m", "d": "n"},
        ),
        Textbook(
            3,
            "and at most the largest.",
            "m <= g*1",
            fact="textbook.elementary-probability:mean",
            over=("y",),
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "m", "c": "g", "y": "1", "X": "y", "Y": "1"},
        ),
        Inequality(4, r"So $g(\pi)\ge n$ for every design.", "n <= g", uses=(2,), weights={3: "1"}),
    ),
)
EQUIVALENT = Proof(
    "zcdp.thm2.equivalent",
    where="n in [1,inf), s in (0,1/2], e in (0,inf), x in [0,inf), "
    "z in [0,inf), u in (-inf,inf), v in (-inf,inf), w in (-inf,inf), p in (-inf,inf), "
    "t in (0,inf), h in [0,inf), least in [0,inf)",
    steps=(
        Given(
            1,
            r"$\mathcal A$ is compact and spans $\mathbb R^d$, here $n=d$. The matrices "
            r"$V(\pi)$ form "
            r"a compact set, on which $\det$ has a largest value; it is positive, as that of "
            r"weights "
            r"on a basis is. Let $V$ be one where it is largest, $v=\log\det V$ and "
            r"$x=a^\top V^{-1}a$ for an $a\in\mathcal A$.",
        ),
        Textbook(
            2,
            r"The design $(1-s)\pi+s\,\delta_a$ has this log-determinant $u$,",
            "u == v + (n - 1)*log(1 - s) + log(1 - s + s*x)",
            fact="textbook.sherman-morrison:mixture",
            hypotheses={"V is positive definite": 1, "s < 1": "s < 1"},
        ),
        Given(3, r"which is at most the largest one.", "u <= v"),
        Inequality(4, r"$\log(1-s)\ge-s-s^2$ for $s\le\frac12$.", "-s - s**2 <= log(1 - s)"),
        Inequality(
            5,
            r"$\log(1+r)\ge r-r^2$ at $r=s(x-1)\ge-\frac12$.",
            "s*(x - 1) - (s*(x - 1))**2 <= log(1 - s + s*x)",
        ),
        Inequality(
            6,
            r"So $x\le n+s\,(n-1+(x-1)^2)$.",
            "x <= n + s*(n - 1 + (x - 1)**2)",
            uses=(2,),
            weights={3: "1/s", 4: "(n - 1)/s", 5: "1/s"},
        ),
        Given(7, r"Any $e>0$ gives such an $s\le\frac12$.", "s == e/(2*(1 + e))"),
        Inequality(
            8,
            r"It is at most $e$.",
            "x <= n + e*(n + (x - 1)**2)",
            uses=(6, 7),
        ),
        Textbook(
            9,
            r"As $e$ is any number above 0: $\|a\|^2_{V^{-1}}\le n$.",
            "x <= n",
            fact="textbook.bounds-of-sets:margin",
            over=("e",),
            hypotheses={"x is at most y + r for every r > 0": 8},
            instance={"x": "x", "y": "n", "r": "e*(n + (x - 1)**2)"},
        ),
        Given(10, r"That of $V$ is attained: $h=g(\pi)$ is some $x$.", "h == x"),
        Inequality(11, r"So it is at most $n$.", "h <= n", uses=(10,), weights={9: "1"}),
        OnClaim(
            12,
            r"It is $n$: a maximiser of $f$ has $g=n$,",
            "n <= h",
            claim="zcdp.thm2.least",
            of_step=4,
            instance={"g": "h"},
        ),
        Given(13, r"and a minimiser of $g$ has a value of at most $h$,", "least <= h"),
        Inequality(14, r"which is at most $n$,", "least <= n", weights={13: "1", 11: "1"}),
        OnClaim(
            15,
            r"and no less: it is $n$.",
            "n <= least",
            claim="zcdp.thm2.least",
            of_step=4,
            instance={"g": "least"},
        ),
        Given(16, r"Now let $g(\pi')=n$, with an invertible $V'$; $p=\log\det V'$.", "z <= n*1"),
        Textbook(
            17,
            r"For any other design, of the matrix $W$, $t=\mathrm{tr}(V'^{-1}W)$ is its mean of "
            r"the "
            r"leverages $z=a^\top V'^{-1}a$, which are at most $n$.",
            "t <= n*1",
            fact="textbook.elementary-probability:mean",
            over=("z",),
            hypotheses={"X <= c Y at every outcome": 16},
            instance={"x": "t", "c": "n", "y": "1", "X": "z", "Y": "1"},
        ),
        Textbook(
            18,
            r"Its log-determinant $w$ is at most this (it is $-\infty$ for a singular $W$),",
            "w <= p + n*log(t/n)",
            fact="textbook.determinant-trace",
            hypotheses={"A and B are positive definite": 16},
            instance={"u": "w", "v": "p"},
        ),
        Inequality(19, r"where the logarithm is not positive,", "log(t/n) <= 0", uses=(17,)),
        Inequality(
            20,
            r"so that $\pi'$ is a maximiser of $f$.",
            "w <= p",
            weights={18: "1", 19: "n"},
        ),
        Parts(21, "All three are equivalent.", uses=(11, 12, 14, 15, 20)),
    ),
    parts=(9,),
)
SUPPORT = Proof(
    "zcdp.thm2.support",
    where="n in [1,inf), x in [0,inf), m in [0,inf), i in (-inf,inf), out in [0,1], "
    "k in [1,inf), room in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"An optimal design has $x=a^\top V^{-1}a\le n$, with $n=d$, for each $a$.",
            "x <= n",
            claim="zcdp.thm2.equivalent",
            of_step=9,
        ),
        Textbook(
            2,
            r"The mean $m$ of $x$ under it is $n$,",
            "m == n",
            fact="textbook.inverse-matrix:trace",
            hypotheses={"V is invertible": 1},
            instance={"x": "m", "d": "n"},
        ),
        Given(3, r"so that the mean $i$ of $n-x\ge0$ is $n-m$.", "i == n - m"),
        Inequality(4, "It is 0.", "i <= 0", uses=(2, 3)),
        Given(5, r"Look at the actions with $x<n$.", "n - x > 0", uses=(1,)),
        Textbook(
            6,
            r"They have no weight: all of the support has $x=n$.",
            "out <= 0",
            fact="textbook.elementary-probability:positive integrand",
            over=("x",),
            hypotheses={
                "the function is positive on the set": 5,
                "its integral over the set is at most 0": 4,
            },
            instance={"m": "out", "i": "i", "G": "n - x"},
        ),
        Given(
            7,
            r"So the symmetric matrices $aa^\top$ of the support lie in the hyperplane "
            r"$\mathrm{tr}(V^{-1}M)=n$, of one dimension less than all $\frac{n(n+1)}2$, and "
            r"$V$ is "
            "a convex combination of them.",
            "room == n*(n + 1)/2 - 1",
            uses=(6,),
        ),
        Textbook(
            8,
            r"$V$ is one of $k$ of them at most,",
            "k <= room + 1",
            fact="textbook.caratheodory",
            hypotheses={"a convex combination of points of an affine space of dimension m": 7},
            instance={"m": "room"},
        ),
        Inequality(
            9,
            r"so that some design has the same $V$, and hence $g=n$, and a support of at most "
            r"$\frac{n(n+1)}2$.",
            "k <= n*(n + 1)/2",
            uses=(7,),
            weights={8: "1"},
        ),
    ),
)
