"""The proofs about EXP3 with mixing: its estimates, Lemma 23, and its regret under noise."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

ESTIMATES = Proof(
    "adv.alg3",
    where="g in (0,1], K in [1,inf), q in [0,1], p in (0,1], l in (-inf,inf), m in (-inf,inf)",
    steps=(
        Given(1, r"$P_t(i)$ mixes the weights with the uniform law.", "p == (1-g)*q + g/K"),
        Inequality(2, r"$P_t(i)\ge\frac\gamma K>0$;", "p >= g/K", uses=(1,)),
        Inequality(3, r"$P_t(i)\ge(1-\gamma)q_t(i)$;", "p >= (1-g)*q", uses=(1,)),
        Identity(4, r"$E[\hat\ell_t(i)]=\ell_t(i)$.", "p*(l/p) + (1-p)*0 == l"),
        Parts(5, "All three.", uses=(2, 3, 4)),
    ),
)

GENERAL = Proof(
    "adv.lem23.general",
    where="e in (0,inf), g in (0,1], K in [1,inf), Z in [-1,inf), Q in [0,1], P in (0,1], "
    "L in (-inf,inf), a in (0,inf), b in (-inf,inf), m in (-inf,inf), s in [0,inf), "
    "A in (-inf,inf), B in (-inf,inf), C in (-inf,inf), W in (0,inf), M in (-inf,inf), S in "
    "[0,inf), "
    "x in (-inf,inf), y in (-inf,inf), c in (-inf,inf), d in [0,inf), V in [0,inf), "
    "X in (-inf,inf), H in (-inf,inf), U in (-inf,inf), R in (-inf,inf)",
    steps=(
        Given(
            1,
            r"A past and a round: $Z=\eta\hat\ell_t(k)\ge-1$ is the hypothesis, $Q$ and $P$ are "
            r"the "
            r"probabilities of arm $k$ without and with mixing.",
            "P >= (1-g)*Q",
        ),
        Inequality(2, r"$e^{-Z}\le1-Z+Z^2$.", "exp(-Z) <= 1 - Z + Z**2"),
        Textbook(
            3,
            r"The mean over the weights: $a=\sum_kQe^{-Z}$.",
            "a <= 1*b",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "a", "c": "1", "y": "b", "X": "exp(-Z)", "Y": "1 - Z + Z**2"},
            over=("Z",),
        ),
        Textbook(
            4,
            r"$m=\sum_kQZ$ and $s=\sum_kQZ^2$.",
            "b == 1 + -1*m + s",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": "1 - Z + Z**2 == 1 + -1*Z + Z**2"},
            instance={
                "x": "b",
                "u": "1",
                "b": "-1",
                "v": "m",
                "w": "s",
                "X": "1 - Z + Z**2",
                "U": "1",
                "V": "Z",
                "W": "Z**2",
            },
            over=("Z",),
        ),
        Inequality(5, "The logarithm is below its tangent.", "log(a) <= a - 1"),
        Inequality(6, r"$\log a\le-m+s$.", "log(a) <= -m + s", uses=(4,), weights={5: "1", 3: "1"}),
        Textbook(
            7,
            r"Over all rounds: $A$ is the sum of the $\log a$, $B$ that of the $-m+s$.",
            "A <= B",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 1, "each term is <= its bound": 6},
            instance={"x": "A", "y": "B", "X": "log(a)", "Y": "-m + s"},
            over=("a", "m", "s"),
        ),
        Given(8, r"$M$ and $S$ are the sums of the $m$ and of the $s$.", "B == -M + S"),
        Given(
            9,
            r"The sum of the weights begins at $K$, and $a$ is its factor.",
            "A == log(W) - log(K)",
        ),
        Textbook(
            10,
            r"At the end it is at least one weight: $C=\eta\sum_t\hat\ell_t(i)$.",
            "exp(-C) <= W",
            fact="textbook.nonnegative-series:largest term",
            instance={"x": "exp(-C)", "y": "W"},
        ),
        Inequality(11, "Its logarithm.", "log(W) >= -C", uses=(10,)),
        Inequality(
            12,
            r"On every path $M\le C+\log K+S$.",
            "M <= log(K) + C + S",
            uses=(8, 9),
            weights={7: "1", 11: "1"},
        ),
        Textbook(
            13,
            "The mean of both sides.",
            "x <= 1*y",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 12},
            instance={"x": "x", "c": "1", "y": "y", "X": "M", "Y": "log(K) + C + S"},
            over=("M", "C", "S"),
        ),
        Textbook(
            14,
            r"$c=E[C]$, $d=E[S]$.",
            "y == log(K) + 1*c + d",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": "log(K) + C + S == log(K) + 1*C + S"},
            instance={
                "x": "y",
                "u": "log(K)",
                "b": "1",
                "v": "c",
                "w": "d",
                "X": "log(K) + C + S",
                "U": "log(K)",
                "V": "C",
                "W": "S",
            },
            over=("C", "S"),
        ),
        OnClaim(15, r"The estimates are unbiased given the past.", claim="adv.alg3"),
        Textbook(
            16,
            r"$E[M]=\eta X$, where $X=E\sum_t\sum_kQ\,\ell_t(k)$.",
            "x == e*X",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 15},
            instance={"y": "e*X"},
        ),
        Textbook(
            17,
            r"$E[C]=\eta H$, where $H=\sum_t\ell_t(i)$.",
            "c == e*H",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 15},
            instance={"x": "c", "y": "e*H"},
        ),
        Inequality(
            18,
            r"Arm $k$ is drawn with probability $P$: given the past it adds $Q\eta^2\ell^2/P$.",
            "(1-g)*(P*Q*(e*L/P)**2) <= e**2*L**2",
            weights={1: "e**2*L**2/P"},
        ),
        Textbook(
            19,
            r"$(1-\gamma)E[S]\le\eta^2V$, where $V=\sum_t\sum_k\ell_t(k)^2$.",
            "(1-g)*d <= e**2*V",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 18},
            instance={
                "mean": "(1-g)*d",
                "total": "e**2*V",
                "X": "(1-g)*(P*Q*(e*L/P)**2)",
                "T": "e**2*L**2",
            },
            over=("P", "Q", "L"),
        ),
        Inequality(
            20,
            r"$(1-\gamma)X\le(1-\gamma)(H+\frac1\eta\log K)+\eta V$.",
            "(1-g)*X <= (1-g)*(H + log(K)/e) + e*V",
            uses=(14, 16, 17),
            weights={13: "(1-g)/e", 19: "1/e"},
        ),
        Textbook(
            21,
            r"$R=E\sum_t\sum_kP\ell_t(k)$ and $U=\sum_t\sum_k\ell_t(k)$.",
            "R == (1-g)*X + g/K*U",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 15},
            instance={"x": "R", "y": "(1-g)*X + g/K*U"},
        ),
        Inequality(
            22,
            "The mixing.",
            "R <= (1-g)*H + g/K*U + (1-g)*log(K)/e + e*V",
            uses=(21,),
            weights={20: "1"},
        ),
    ),
)
SIZES = (
    "e in (0,inf), g in (0,1], K in [1,inf), T in [0,inf), V in [0,inf), H in (-inf,inf), "
    "U in (-inf,inf), R in (-inf,inf)"
)
BOUNDED = Proof(
    "adv.lem23.repaired",
    where=SIZES,
    parts=(4,),
    steps=(
        OnClaim(
            1,
            "The general bound.",
            "R <= (1-g)*H + g/K*U + (1-g)*log(K)/e + e*V",
            claim="adv.lem23.general",
            of_step=22,
        ),
        Given(2, r"Losses of at least $-1$,", "H >= -T"),
        Given(3, r"and of at most 1.", "U <= K*T"),
        Inequality(
            4,
            r"$R\le H+2\gamma T+\frac{\log K}\eta+\eta V$.",
            "R <= H + 2*g*T + log(K)/e + e*V",
            weights={1: "1", 2: "g", 3: "g/K"},
            rest="g*log(K)/e",
        ),
        Inequality(
            5,
            r"With losses of at least 0 in place of step 2, $\gamma T$ is enough.",
            "R <= H + g*T + log(K)/e + e*V",
            weights={1: "1", 3: "g/K"},
            rest="g*log(K)/e + g*H",
            where="H >= 0",
        ),
        Parts(6, "Both.", uses=(4, 5)),
    ),
)
