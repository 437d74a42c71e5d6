"""The proofs that the bound of Theorem 4 is too small on two families of instances."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Proof

DIMENSION = Proof(
    "zcdp.thm4.dimension",
    where="d in [100,inf), f in (0,inf), c in (0,inf), T in (0,inf), t in [1,inf), al in (0,inf), "
    "R in [0,inf), W in (0,inf), v in [7/4,inf)",
    steps=(
        Given(
            1,
            r"Actions $e_1,\dots,e_d$, $\theta^*=e_1$, $\delta=\frac1{10}$ and $\rho=d^{-3}$. "
            r"In phase "
            r"1 $\frac4{\delta_{K,1}}=80d$, and the printed $f(d,\delta_{K,1})$ is this,",
            "f == d + 2*sqrt(d*log(40*d)) + 2*log(40*d)",
        ),
        Given(2, "so that the length is this.", "c == 32*d*log(80*d) + 4*d*sqrt(2*d**3*f)"),
        Given(3, r"The optimal design is uniform: $T=d\lceil c/d\rceil$ plays,", "T >= c"),
        Given(4, "at most one more for each action.", "T <= c + d"),
        Given(5, r"All but those of $e_1$ have the gap 1.", "R == (d - 1)/d*T"),
        Inequality(6, r"$\log(40d)\le d$.", "log(40*d) <= d"),
        Inequality(7, r"So $f\le5d$;", "f <= 5*d", uses=(1, 6)),
        Inequality(8, r"and $f\ge d$.", "d <= f", uses=(1,)),
        Inequality(9, r"$32d\log(80d)+d\le d^3$.", "32*d*log(80*d) + d <= d**3"),
        Inequality(
            10, r"$\sqrt{2d^3f}\le\frac{16}5d^2$,", "sqrt(2*d**3*f) <= 16/5*d**2", uses=(7,)
        ),
        Inequality(
            11, r"and $\sqrt{2d^3f}\ge\frac75d^2$.", "7/5*d**2 <= sqrt(2*d**3*f)", uses=(8,)
        ),
        Inequality(
            12,
            r"So $T\le20d^3$,",
            "T <= 20*d**3",
            uses=(2,),
            weights={4: "1", 9: "1", 10: "4*d"},
        ),
        Inequality(
            13,
            r"and $T\ge5d^3$.",
            "5*d**3 <= T",
            uses=(2,),
            weights={3: "1", 11: "4*d"},
            rest="32*d*log(80*d) + 3/5*d**3",
        ),
        Given(14, r"Let $t=\log T$ and", "t == log(T)", uses=(13,)),
        Given(15, r"$\alpha=\log(10dt)$.", "al == log(10*d*t)"),
        Given(16, r"Let $v=d^{1/8}$.", "v == d**(1/8)"),
        Inequality(17, r"$\log20+24\log v\le12v$,", "log(20) + 24*log(v) <= 12*v"),
        Inequality(
            18,
            r"which is $\log(20d^3)\le12d^{1/8}$.",
            "log(20*d**3) <= 12*d**(1/8)",
            uses=(16,),
            weights={17: "1"},
        ),
        Inequality(19, r"So $t\le12d^{1/8}$,", "t <= 12*d**(1/8)", uses=(12, 14, 18)),
        Inequality(
            20,
            r"$\alpha\le\log(120d^{9/8})$,",
            "al <= log(120*d*d**(1/8))",
            uses=(15,),
            weights={19: "10*d"},
            monotone=("log", "120*d*d**(1/8)", "10*d*t"),
        ),
        Inequality(21, r"where $\log120+9\log v\le8v$:", "log(120) + 9*log(v) <= 8*v"),
        Inequality(
            22,
            r"$\alpha\le8d^{1/8}$.",
            "al <= 8*d**(1/8)",
            uses=(16,),
            weights={20: "1", 21: "1"},
        ),
        Given(
            23,
            r"The printed bound with $A=B=1$ is this.",
            "W == sqrt(d*T*al) + d**(5/2)*sqrt(al)*t",
        ),
        Inequality(
            24,
            r"$\sqrt{dT\alpha}\le\frac{13}{10}Td^{-15/16}$,",
            "sqrt(d*T*al) <= 13/10*T*d**(-15/16)",
            uses=(13, 22),
        ),
        Inequality(
            25,
            r"and $d^{5/2}\sqrt\alpha\,t\le34d^{43/16}$.",
            "d**(5/2)*sqrt(al)*t <= 34*d**(43/16)",
            uses=(19, 22),
        ),
        Inequality(
            26,
            r"So $W\le9Td^{-5/16}$,",
            "W <= 9*T*d**(-5/16)",
            uses=(23,),
            weights={24: "1", 25: "1", 13: "34/5*d**(-5/16)"},
        ),
        Inequality(
            27,
            r"and the regret is more than $\frac1{20}d^{5/16}$ times the bound.",
            "d**(5/16)/20*W <= R",
            uses=(5,),
            weights={26: "d**(5/16)/20"},
        ),
    ),
)
CEILINGS = Proof(
    "zcdp.thm4.ceilings",
    where="d in [10000,inf), N in [1,inf), K in [1,inf), c in (0,inf), T in (0,inf), "
    "R in [0,inf), W in (0,inf), o in [1,inf), u in (0,inf), f in (0,inf), "
    "x in (-inf,inf), y in (-inf,inf)",
    steps=(
        Given(
            1,
            r"Let $d$ be a multiple of 4, and take the $N=d^2/2$ actions $(e_j\pm e_i)/\sqrt2$, "
            r"$i<j$, "
            r"of the "
            r"edges of a graph in which each of $d$ places has $d/2$ neighbours,",
            "N == d**2/2",
        ),
        Identity(
            2,
            r"The two vectors of an edge have $\langle v,a\rangle^2+\langle v,a'\rangle^2=v_i^2+"
            r"v_j^2$, and $\langle e_1,a\rangle+\langle e_1,a'\rangle=0$. Each place has $d/2$ "
            r"edges: the pairs have the sum $\frac d2\|v\|^2$ of squares, and mean reward 0.",
            "(x + y)**2/2 + (x - y)**2/2 == x**2 + y**2",
        ),
        Given(
            3,
            r"and $e_1$. So the uniform design on the $N\le d(d+1)/2$ pairs has $V=I/d$, and so "
            r"$g=d$: "
            r"it is optimal. Let $\theta^*=e_1$; the gaps of the pairs have the sum $N$.",
            "K == N + 1",
            uses=(2,),
        ),
        Inequality(4, r"$8KN\le d^5$.", "8*K*N <= d**5", uses=(1, 3)),
        Inequality(5, r"$\log(d^5)\le d$.", "log(d**5) <= d"),
        Inequality(6, r"So $\log(8KN)\le\log(d^5)$.", "log(8*K*N) <= log(d**5)", uses=(4,)),
        Given(
            7, r"Let $\rho=d^4$ and $\delta=\frac1T=\frac1N$. In phase 1, with", "u == log(4*K*N)"
        ),
        Inequality(
            8,
            r"$u\le d$,",
            "u <= d",
            uses=(7,),
            weights={6: "1", 5: "1"},
            rest="log(2)",
        ),
        Given(9, r"the printed $f(d,\delta_{K,1})$ is this,", "f == d + 2*sqrt(d*u) + 2*u"),
        Inequality(10, r"at most $5d$.", "f <= 5*d", uses=(8, 9)),
        Given(
            11,
            "The length is this.",
            "c == 32*d*log(8*K*N) + 4*d*sqrt(2/d**4*f)",
        ),
        Inequality(12, r"$32d\log(d^5)\le\frac14d^2$.", "32*d*log(d**5) <= d**2/4"),
        Inequality(
            13,
            r"The private part of $c$ is at most $\frac14d^2$,",
            "4*d*sqrt(2/d**4*f) <= d**2/4",
            uses=(10,),
        ),
        Inequality(
            14,
            r"so that $c\le N$,",
            "c <= N",
            uses=(1, 11),
            weights={6: "32*d", 12: "1", 13: "1"},
        ),
        Given(15, r"and each pair is played $\lceil c/N\rceil=1$ times,", "T == N", uses=(14,)),
        Given(16, r"at a regret of $N$ in all.", "R == N"),
        Given(17, r"With $K=N+1$ actions,", "o == log(K*T)", uses=(1, 3, 15)),
        Inequality(18, r"$\log(KT)\le32d^{1/8}$.", "o <= 32*d**(1/8)", uses=(1, 3, 15, 17)),
        Given(
            19,
            r"The printed bound with the constants 1 is this.",
            "W == sqrt(d*T*o) + d/sqrt(d**4)*o**(3/2)",
        ),
        Inequality(
            20, r"$\sqrt{dTo}\le4d^{25/16}$,", "sqrt(d*T*o) <= 4*d**(25/16)", uses=(1, 15, 18)
        ),
        Inequality(
            21,
            r"and the private part is at most $d^{25/16}$.",
            "d/sqrt(d**4)*o**(3/2) <= d**(25/16)",
            uses=(18,),
        ),
        Inequality(
            22,
            r"So the regret is at least $\frac1{10}d^{7/16}$ times the bound.",
            "d**(7/16)/10*W <= R",
            uses=(1, 16, 19),
            weights={20: "d**(7/16)/10", 21: "d**(7/16)/10"},
        ),
    ),
)
