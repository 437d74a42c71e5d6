"""The proofs about Corollary 22: EXP3 under Laplace noise, its tuning, and the conversion."""

from __future__ import annotations

import sympy

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
from banditproof.paper_checks.verdicts.vocabulary import require


def truncated_second_moment() -> str:
    """The integral of z^2 against the Laplace law of scale 1 over [-y, y]."""
    z, y = sympy.Symbol("z"), sympy.Symbol("y", positive=True)
    found = sympy.integrate(z**2 * sympy.exp(-z), (z, 0, y))
    due = 2 - sympy.exp(-y) * (y**2 + 2 * y + 2)
    require(sympy.simplify(found - due) == 0, "The integral differs.", found=found)
    return "by antiderivatives"


TRUNCATED = Proof(
    "adv.cor22.truncated",
    where="y in (0,inf), b in [0,inf), l in [0,1], w in [0,inf), m in (-inf,inf), v in (-inf,inf)",
    parts=(3,),
    steps=(
        Computed(
            1,
            r"$\int_{-y}^yz^2\frac12e^{-|z|}dz=2-e^{-y}(y^2+2y+2)$.",
            by=truncated_second_moment,
        ),
        Given(
            2,
            r"Given that no coordinate exceeds $y\lambda$, the coordinates are independent, with "
            r"the density of $\mathrm{Lap}(\lambda)$ on $[-y\lambda,y\lambda]$, divided by its "
            r"mass "
            r"$1-e^{-y}$; so $w=E[Z^2|E^c]$ is",
            "w == b**2*(2 - exp(-y)*(y**2 + 2*y + 2))/(1 - exp(-y))",
            uses=(1,),
        ),
        Inequality(
            3,
            r"$w\le2\lambda^2$.",
            "b**2*(2 - exp(-y)*(y**2 + 2*y + 2))/(1 - exp(-y)) <= 2*b**2",
        ),
        Given(4, "The density is even: the mean is 0.", "m == 0"),
        Given(5, r"$v=E[(\ell+Z)^2|E^c]$.", "v == l**2 + 2*l*m + w"),
        Inequality(
            6,
            r"$v\le1+2\lambda^2$.",
            "l**2 + 2*l*m + w <= 1 + 2*b**2",
            uses=(2, 3, 4),
        ),
        Inequality(7, r"So it is.", "v <= 1 + 2*b**2", uses=(5,), weights={6: "1"}),
    ),
)

NOISY = Proof(
    "adv.cor22.noisy",
    where="e in (0,inf), g in (0,1], K in [1,inf), N in [1,inf), b in (0,inf), L in [0,inf), "
    "4*e*b*K*L <= g, z in (-inf,inf), l in [0,1], P in (0,1], R in (-inf,inf), H in (-inf,inf), "
    "U in (-inf,inf), V in [0,inf), r in (-inf,inf), y in (-inf,inf), h in [0,inf), u in [0,inf), "
    "v in [0,inf), p in [0,1], F in (-inf,inf), reg in (-inf,inf), D in (-inf,inf), x in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$p$ is the probability of $E$: some $|Z_t(i)|\ge\sqrt{10}\lambda L$, $L=\log(KT)$.",
            "p <= 1/N",
            claim="adv.lem20",
            of_step=12,
            instance={"T": "N", "n": "K*N"},
        ),
        Given(2, "Else no noise is below this.", "z >= -sqrt(10)*b*L"),
        Given(3, "The mixing.", "P >= g/K"),
        Inequality(
            4,
            r"By $\gamma\ge4\eta\lambda KL$:",
            "g/K >= 4*e*b*L",
            rest="(g - 4*e*b*K*L)/K",
        ),
        Inequality(
            5,
            r"So $\eta(-\hat\ell_t)\le1$ for the noisy losses, by $\gamma\ge4\eta\lambda KL$.",
            "e*(l + z) >= -P",
            weights={2: "e", 3: "1", 4: "1"},
            rest="e*l + (4 - sqrt(10))*e*b*L",
        ),
        OnClaim(
            6,
            r"Given the noise, the losses are real numbers.",
            "R <= (1-g)*H + g/K*U + (1-g)*log(K)/e + e*V",
            claim="adv.lem23.general",
            of_step=22,
            uses=(5,),
        ),
        Textbook(
            7,
            r"The mean over the noise, given $E^c$.",
            "r <= 1*y",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 6},
            instance={
                "x": "r",
                "c": "1",
                "y": "y",
                "X": "R",
                "Y": "(1-g)*H + g/K*U + (1-g)*log(K)/e + e*V",
            },
            over=("R", "H", "U", "V"),
        ),
        OnClaim(
            8,
            r"The noise has mean 0 given $E^c$, is independent of the past, and the second moment "
            r"of a noisy loss is at most",
            "x <= 1 + 2*b**2",
            claim="adv.cor22.truncated",
            of_step=7,
            instance={"v": "x"},
        ),
        Textbook(
            9,
            r"So $r$ is $E\sum_t\sum_iP_t(i)\ell_t(i)$, and $h$, $u$ are sums of the losses.",
            "y == (1-g)*h + g/K*u + (1-g)*log(K)/e + e*v",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 8},
            instance={"x": "y", "y": "(1-g)*h + g/K*u + (1-g)*log(K)/e + e*v"},
        ),
        Textbook(
            10,
            r"$v$ is the mean of the sum of $KT$ squares.",
            "v <= K*N*(1 + 2*b**2)",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 8},
            instance={
                "mean": "v",
                "total": "K*N*(1 + 2*b**2)",
                "X": "x",
                "T": "1 + 2*b**2",
            },
            over=("x",),
        ),
        Given(11, r"Losses of at most 1.", "u <= K*N"),
        Given(12, r"$D$ is the regret given $E^c$.", "D == r - h"),
        Inequality(
            13,
            r"$D\le\gamma T+\frac{\log K}\eta+\eta KT(1+2\lambda^2)$.",
            "D <= g*N + log(K)/e + e*K*N*(1 + 2*b**2)",
            uses=(9, 12),
            weights={7: "1", 10: "e", 11: "g/K"},
            rest="g*h + g*log(K)/e",
        ),
        Given(14, r"$F$ is the regret given $E$.", "F <= N"),
        Textbook(
            15,
            "The mean of both.",
            "reg == (1-p)*D + p*F",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 12},
            instance={"p": "reg", "q": "(1-p)*D + p*F"},
        ),
        Inequality(
            16,
            r"$\tilde R\le\gamma T+\frac{\log K}\eta+\eta KT(1+2\lambda^2)+1$.",
            "reg <= g*N + log(K)/e + e*K*N*(1 + 2*b**2) + 1",
            uses=(15,),
            weights={13: "1-p", 14: "p", 1: "N"},
            rest="p*(g*N + log(K)/e + e*K*N*(1 + 2*b**2))",
        ),
    ),
)

STEP = Proof(
    "adv.cor22.step.repaired",
    where="e in (0,inf), b in (0,inf), L in (0,inf), n in (0,inf), x in (0,inf)",
    steps=(
        Given(1, r"$x=\lambda\log(KT)$, $n=KT$.", "x == b*L"),
        Inequality(2, r"The discriminant is negative.", "4*x <= 1 + 10*x**2"),
        Inequality(
            3,
            r"So twice the last term is enough.",
            "8*e*b*n*L + 2*e*n*(1 + 10*b**2*L**2) <= 4*e*n*(1 + 10*b**2*L**2)",
            uses=(1,),
            weights={2: "2*e*n"},
        ),
    ),
)

TUNED = Proof(
    "adv.cor22.regret",
    where="eps in (0,1], t in [1,inf), K in [2,inf), T in (0,inf), n in (0,inf), N in [1,inf), "
    "q in (0,inf), s in (0,inf), l in [1,inf), e in (0,inf), g in (0,inf), R in [0,inf), "
    "reg in (-inf,inf), p in [0,1], w in [0,1], r in (-inf,inf)",
    parts=(1, 24),
    steps=(
        OnClaim(
            1,
            r"Algorithm 1 is $\epsilon$-DP.",
            "p <= exp(eps)*w",
            claim="adv.lem3",
            of_step=6,
            instance={"q": "w"},
        ),
        Given(2, r"$\tau=\lceil1/\epsilon\rceil$ is at least", "1/eps <= t"),
        Given(3, "and less than", "t < 1 + 1/eps"),
        Given(
            4, r"$n=\epsilon T$; EXP3 runs for $N=\lfloor T/\tau\rfloor\ge1$ rounds.", "T == n/eps"
        ),
        Given(5, "This is", "N <= T/t"),
        Inequality(6, r"$N\le n$.", "N <= n", uses=(4,), weights={5: "1", 2: "n/t"}),
        Given(7, r"$q=\log K$.", "q == log(K)"),
        Given(8, r"$s=\sqrt{nK\log K}$.", "n == s**2/(K*q)"),
        Given(9, r"$l=\log(nK)\ge1$.", "log(K*n) <= l"),
        Given(10, "The prescribed rate", "e == q/(sqrt(22)*l*s)"),
        Given(11, "and mixing,", "g == 4*e*K*l"),
        Given(12, "which is at most 1.", "g <= 1"),
        Inequality(
            13, r"The noise has the scale $\frac1{\tau\epsilon}\le1$.", "1/(t*eps) <= 1", uses=(2,)
        ),
        Inequality(
            14,
            r"$\log(KN)\le l$.",
            "log(K*N) <= log(K*n)",
            monotone=("log", "K*n", "K*N"),
            weights={6: "K"},
        ),
        Inequality(
            15,
            "The mixing is enough.",
            "4*e*(1/(t*eps))*K*log(K*N) <= g",
            uses=(9, 11),
            weights={14: "4*e*K/(t*eps)", 13: "4*e*K*l"},
        ),
        OnClaim(
            16,
            "The regret under noise.",
            "R <= g*N + log(K)/e + e*K*N*(1 + 2*(1/(t*eps))**2) + 1",
            claim="adv.cor22.noisy",
            of_step=16,
            instance={"b": "1/(t*eps)", "L": "log(K*N)", "reg": "R"},
            uses=(12, 15),
        ),
        Inequality(17, "The square of the scale.", "(1/(t*eps))**2 <= 1", uses=(13,)),
        Inequality(
            18,
            "With the larger number of rounds.",
            "R <= g*n + q/e + 3*e*K*n + 1",
            uses=(7,),
            weights={16: "1", 17: "2*e*K*N", 6: "g + 3*e*K"},
        ),
        Identity(19, "The first term.", "g*n == 4/sqrt(22)*s", uses=(8, 10, 11)),
        Identity(
            20, "The others.", "q/e + 3*e*K*n == (sqrt(22)*l + 3/(sqrt(22)*l))*s", uses=(8, 10)
        ),
        Inequality(
            21,
            "A number.",
            "4/sqrt(22) + sqrt(22)*l + 3/(sqrt(22)*l) <= 6.2*l",
        ),
        OnClaim(22, "The conversion.", "reg <= t*R + t", claim="adv.lem4", of_step=14),
        Inequality(23, r"$\tau\le2/\epsilon$.", "t <= 2/eps", weights={3: "1"}),
        Inequality(
            24,
            r"$\mathrm R\le12.4\frac s\epsilon\log(\epsilon KT)+\frac4\epsilon$.",
            "reg <= 12.4*l*s/eps + 4/eps",
            uses=(8, 10, 11, 19, 20),
            weights={22: "1", 18: "t", 21: "t*s", 23: "6.2*l*s + 2"},
        ),
        Identity(
            25,
            r"$\frac s\epsilon=\sqrt{TK\log K/\epsilon}$.",
            "(s/eps)**2 == T*K*q/eps",
            uses=(4, 8),
        ),
        Inequality(
            26,
            r"This is less than the printed bound, as $\epsilon\le1$.",
            "reg <= 36*s/eps*l + 4/eps",
            uses=(25,),
            weights={24: "1"},
        ),
        Given(27, r"For $T<\tau$ nothing is learnt, and the regret is at most $T$.", "r <= T"),
        Inequality(
            28,
            r"That is less than $\tau\le2/\epsilon$.",
            "r <= 36*s/eps*l + 4/eps",
            weights={27: "1", 23: "1"},
            where="T < t",
        ),
        Parts(29, "Privacy, and the regret of long and short plays.", uses=(1, 26, 28)),
    ),
)

VOID = Proof(
    "adv.cor22.void",
    where="K in [2,inf), T in [1,inf), n in (0,inf), q in (0,inf), x in (0,inf), S in (0,inf), "
    "r in (0,inf)",
    parts=(11, 12),
    steps=(
        Given(1, r"$q=\log K$, $n=\epsilon T$.", "q == log(K)"),
        Given(2, r"$x=\log(KT)$.", "x == log(K*T)"),
        Inequality(3, r"At least $\log2$.", "x >= 69/100", uses=(2,)),
        Inequality(4, r"At least $\log2$.", "q >= 69/100", uses=(1,)),
        Given(5, r"The bound is at least $36xr$ with $r^2=TK\log K/\epsilon=S$.", "r**2 >= S"),
        Given(6, r"This is", "S == T**2*K*q/n"),
        Inequality(
            7,
            r"If $\gamma=4\sqrt{K\log K/(22n)}>1$,",
            "S >= T**2/2",
            uses=(6,),
            where="16*K*q > 22*n",
        ),
        Inequality(
            8,
            r"or if $Kn\le e$,",
            "S >= T**2/2",
            uses=(4, 6),
            where="K*n <= 272/100",
        ),
        Inequality(
            9,
            r"then it is above $T$: in the first case $r\ge0.7T$,",
            "r >= 7/10*T",
            weights={5: "1/(r + 7/10*T)", 7: "1/(r + 7/10*T)"},
            rest="T**2/100/(r + 7/10*T)",
            where="16*K*q > 22*n",
        ),
        Inequality(
            10,
            "and in the second.",
            "r >= 7/10*T",
            weights={5: "1/(r + 7/10*T)", 8: "1/(r + 7/10*T)"},
            rest="T**2/100/(r + 7/10*T)",
            where="K*n <= 272/100",
        ),
        Inequality(
            11,
            r"So $36xr>T$ in the first,",
            "36*x*r > T",
            weights={3: "36*r", 9: "2484/100"},
            rest="(2484/100*7/10 - 1)*T",
            where="16*K*q > 22*n",
        ),
        Inequality(
            12,
            "and in the second.",
            "36*x*r > T",
            weights={3: "36*r", 10: "2484/100"},
            rest="(2484/100*7/10 - 1)*T",
            where="K*n <= 272/100",
        ),
        Parts(13, "Both cases.", uses=(11, 12)),
    ),
)

VALID = Proof(
    "adv.cor22.tuning.repaired",
    where="K in [2,inf), n in (0,inf), 22*n >= 16*K*log(K), q in (0,inf), l in (0,inf), "
    "e in (0,inf), g in (0,inf)",
    parts=(3, 7),
    steps=(
        Given(1, r"$q=\log K$, $n=\epsilon T$.", "q == log(K)"),
        Given(2, r"$l=\log(\epsilon KT)$ is positive for $\epsilon KT>e$."),
        Given(
            3,
            r"So $\eta$ is the positive root of $\frac{\log K}{22\epsilon KTl^2}$.",
            "e == sqrt(q/(22*n*K))/l",
            uses=(2,),
        ),
        Given(4, "The prescribed mixing is positive as well.", "g == 4*e*K*l"),
        Inequality(5, "By the condition.", "16*K*q/(22*n) <= 1", uses=(1,)),
        Inequality(
            6,
            r"This is $\gamma^2$,",
            "g**2 <= 1",
            uses=(3, 4),
            weights={5: "1"},
        ),
        Inequality(7, r"so $\gamma\le1$.", "g <= 1", weights={6: "1/(1 + g)"}),
    ),
)
