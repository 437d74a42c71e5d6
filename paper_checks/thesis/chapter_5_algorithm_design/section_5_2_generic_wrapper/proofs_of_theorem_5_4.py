"""The proofs of the explicit versions of Theorem 5.4, the regret of AdaP-KLUCB, step by step."""

from __future__ import annotations

from banditproof.paper_checks.models.adap_levels import levels_together
from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Step,
    Textbook,
)

SIZES = (
    "b in (3,inf), eps in (0,inf), T in [2,inf), L in (0,inf), n in [1,inf), high in [0,1], "
    "far in [0,1], fails in [0,1], pulls in [0,inf), u in [2,inf)"
)
PLACES = "avg in [0,1], y in (-inf,inf)"


def beginning() -> tuple[Step, ...]:
    """Steps 1 to 3: the setting, L = log T, and the optimism of AdaP-KLUCB."""
    return (
        Given(1, r"Given the past, a reward is a coin of its arm, and noise is drawn once."),
        Given(2, r"$L=\log T$.", "L == log(T)"),
        OnClaim(
            3,
            r"The index of (5.2) at $t$ is below the mean of its arm with probability at most "
            r"$\frac32t^{-\beta}$, and grows with $t$.",
            claim="thesis.lemC.3.claim2.repaired",
            uses=(1,),
        ),
    )


def both_tails(first: int, move: str, room: int, inside: int) -> tuple[Step, ...]:
    """The level fails only if the mean of the coins or the noise is large; `move` of the mean."""
    return (
        Textbook(
            first,
            r"The noise is at least $\frac L{\varepsilon n}$ with this one.",
            "far == exp(-L)/2",
            fact="textbook.laplace-tail",
            hypotheses={"z >= 0": "L >= 0"},
            instance={"p": "far", "z": "L"},
            uses=(1,),
        ),
        Given(first + 1, "Otherwise the mean is smaller", f"avg < x + {move}", where=PLACES),
        Given(first + 2, "and so is the noise:", "y < L/(eps*n)", where=PLACES),
        Inequality(
            first + 3,
            r"$\check\mu_n$ is below $z$, not clipped or 0, as it is not where $G_{a,j,T}$ fails.",
            "avg + y + b*L/(eps*n) < z",
            where=PLACES,
            weights={first + 1: "1", first + 2: "1", room: "1"},
        ),
        Textbook(
            first + 4,
            "So the level fails with at most the sum of both probabilities,",
            "fails <= high + far",
            fact="textbook.union-bound:two",
            hypotheses={"the event is a part of two together": first + 3},
            instance={"p": "fails", "q": "high", "r": "far"},
            uses=(inside,),
        ),
    )


PINSKER = Inequality(
    7,
    r"Pinsker's inequality.",
    "2*(best-c)**2 <= kl(c,best)",
    where="c in [0,1], best in (0,1)",
)
MIDPOINT = Proof(
    "thesis.thm5.4.pinsker",
    where=SIZES + ", x in [0,1), gap in (0,1], z in (0,2), g in (0,1/3)",
    parts=(22,),
    steps=(
        *beginning(),
        Given(4, r"$n=2^j\ge\frac{2\beta L}{\Delta_a^2}$", "2*b*L/gap**2 <= n"),
        Given(5, r"and $g=\frac1{2\sqrt\beta}$;", "g == 1/(2*sqrt(b))"),
        Given(
            6,
            r"$n\ge\frac{(1+\beta)L}{(\frac12-g)\varepsilon\Delta_a}$ too.",
            "(1+b)*L/((1/2-g)*eps*gap) <= n",
        ),
        PINSKER,
        Inequality(
            8,
            r"Where $\check\mu_n=c$ is below the midpoint $z$ of $\mu_a$ and $\mu^*$, "
            r"$d(c,\mu^*)>\frac12\Delta_a^2\ge\frac{\beta L}n$, so $U_n<\mu^*$. (For $\mu^*=1$ it "
            "is infinite.)",
            "b*L/n < kl(c,best)",
            where="c in [0,1], best in (0,1), c + gap/2 < best",
            weights={7: "1", 4: "gap**2/(2*n)"},
            rest="2*(best - c - gap/2)*(best - c + gap/2)",
        ),
        Given(9, r"So let $z=x+\frac12\Delta_a$, $x=\mu_a$.", "z == x + gap/2", uses=(8,)),
        Inequality(
            10,
            "There is room for a deviation of the mean and one of the noise.",
            "x + g*gap + (1+b)*L/(eps*n) <= z",
            uses=(9,),
            weights={6: "(1/2-g)*gap/n"},
        ),
        Textbook(
            11,
            r"The mean of the coins is at least $\mu_a+g\Delta_a$ with at most this probability.",
            "high <= exp(-2*n*(g*gap)**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={"n independent draws in [0, 1] of one mean": 1},
            instance={"p": "high", "e": "g*gap"},
        ),
        *both_tails(12, "g*gap", 10, 8),
        Inequality(
            17,
            r"$2ng^2\Delta_a^2\ge L$.",
            "exp(-2*n*(g*gap)**2) <= exp(-L)",
            uses=(5,),
            monotone=("exp", "-L", "-2*n*(g*gap)**2"),
            weights={4: "gap**2/(2*b)"},
        ),
        Inequality(
            18,
            r"So it is at most $\frac3{2T}$.",
            "fails <= 3/2*exp(-L)",
            uses=(12,),
            weights={16: "1", 11: "1", 17: "1"},
        ),
        levels_together(19, (3, 18)),
        Inequality(20, r"$X\ge\frac12$.", "2 <= 4*(2*b*L/gap**2)", uses=(2,)),
        Given(
            21,
            r"$X$ is the larger one of the two thresholds, and for the least $\ell\ge0$ with "
            r"$2^\ell\ge X$, $u=2^{\ell+1}\le4X$.",
            "u <= 4*max(2*b*L/gap**2, (1+b)*L/((1/2-g)*eps*gap))",
            uses=(20,),
        ),
        Inequality(
            22,
            r"$\mathbb E[N_a(T)]\le4X+3+\frac3{2(\beta-3)}$.",
            "pulls <= 4*max(2*b*L/gap**2, (1+b)*L/((1/2-g)*eps*gap)) + (3 + 3/2/(b-3))",
            uses=(2,),
            weights={19: "1", 21: "1"},
        ),
        Inequality(
            23,
            r"In the form of a sum, with $\frac{3\beta}{\beta-3}$.",
            "pulls <= 8*b*L/gap**2 + 8*(1+b)*sqrt(b)/(sqrt(b)-1)*L/eps/gap + 3*b/(b-3)",
            uses=(5,),
            weights={22: "1"},
        ),
    ),
)
INSTANCE = Proof(
    "thesis.thm5.4.regret",
    where="b in (3,inf), eps in (0,inf), T in [2,inf), L in (0,inf), gap in (0,1], k in (0,inf), "
    "c in (0,inf), C in (0,inf), D in (0,inf), first in [0,inf), own in [0,inf), "
    "pulls in [0,inf), j in [0,inf), s in [0,inf), total in [0,inf), reg in [0,inf)",
    steps=(
        OnClaim(
            1,
            "The pulls of a suboptimal arm with the midpoint.",
            "pulls <= 8*b*L/gap**2 + 8*(1+b)*sqrt(b)/(sqrt(b)-1)*L/eps/gap + 3*b/(b-3)",
            claim="thesis.thm5.4.pinsker",
            of_step=23,
        ),
        Given(
            2,
            r"Let $k=d(\mu_a,\mu^*)$, finite as $\mu^*<1$, $c=\frac{8(1+\beta)\sqrt\beta}"
            r"{\sqrt\beta-1}$,",
            "c == 8*(1+b)*sqrt(b)/(sqrt(b)-1)",
        ),
        Given(
            3,
            r"$C_1$ be at least $\frac{16\beta k}{\Delta_a^2}$ for all arms,",
            "16*b*k/gap**2 <= C",
        ),
        Given(4, r"and $C_2=\frac{C_1}{2c}$.", "C == 2*c*D"),
        Given(5, "The first term of the bound.", "first == C*gap*L/min(k, D*eps*gap)"),
        Inequality(
            6,
            r"Half of it is above the first term of the pulls, times the gap,",
            "8*b*L/gap <= first/2",
            uses=(5,),
            weights={3: "gap*L/(2*k)"},
        ),
        Inequality(7, "and above the second one.", "c*L/eps <= first/2", uses=(4, 5)),
        Inequality(
            8,
            r"So $\Delta_a\mathbb EN_a$ is at most",
            "gap*pulls <= first + 3*b/(b-3)",
            uses=(2,),
            weights={1: "gap", 6: "1", 7: "1"},
            rest="(1-gap)*3*b/(b-3)",
        ),
        Induction(
            9,
            "over the suboptimal arms:",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + first + 3*b/(b-3) - gap*pulls",
            weight="1",
            rest="first + 3*b/(b-3) - gap*pulls",
            uses=(8,),
        ),
        OnClaim(
            10,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb EN_a(T)$.",
            "s == total + j*3*b/(b-3) - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "total + j*3*b/(b-3) - s"},
        ),
        Inequality(11, "The bound.", "reg <= total + j*3*b/(b-3)", uses=(9, 10)),
    ),
)
CHERNOFF = Proof(
    "thesis.thm5.4.chernoff",
    where=SIZES
    + ", x in (0,1), best in (0,1), z in (0,1), t in (0,1), C in (0,inf), X in (0,inf), t < z",
    steps=(
        *beginning(),
        Given(4, r"$n=2^j\ge\frac{\beta L}C$", "b*L/C <= n"),
        Given(5, r"and $n\ge\frac{(1+\beta)L}{(z-t)\varepsilon}$;", "(1+b)*L/((z-t)*eps) <= n"),
        Given(6, r"$t\ge\mu_a=x$ has $d(t,x)\ge C/\beta$.", "C <= b*kl(t,x)"),
        Given(7, r"It is above $x$.", "x <= t"),
        Given(8, r"$C=d(z,\mu^*)$ for $z\le\mu^*$.", "C <= kl(z,best)"),
        Inequality(
            9,
            "Pinsker's inequality.",
            "2*(z-c)**2 <= kl(c,z)",
            where="c in [0,1]",
        ),
        Inequality(
            10,
            r"Where $\check\mu_n=c$ is below $z$, $d(c,\mu^*)>d(z,\mu^*)$,",
            "kl(z,best) < kl(c,best)",
            where="c in [0,1], c < z, z <= best",
            weights={9: "1"},
            rest="2*(z-c)**2 + (z-c)*(log(best/z) + log((1-z)/(1-best)))",
        ),
        Inequality(
            11,
            r"which is at least $\frac{\beta L}n$: $U_n<\mu^*$ there.",
            "b*L/n < kl(c,best)",
            where="c in [0,1], c < z, z <= best",
            weights={10: "1", 8: "1", 4: "C/n"},
        ),
        Inequality(
            12,
            "There is room for a deviation of the mean and one of the noise.",
            "x + (t-x) + (1+b)*L/(eps*n) <= z",
            weights={5: "(z-t)/n"},
            positive=("z-t",),
        ),
        Textbook(
            13,
            r"The mean of the coins is at least $t$ with at most this probability.",
            "high <= exp(-n*kl(t,x))",
            fact="textbook.chernoff",
            hypotheses={"independent coins of mean y": 1, "x >= y": 7},
            instance={"p": "high", "x": "t", "y": "x"},
        ),
        *both_tails(14, "(t-x)", 12, 11),
        Inequality(
            19,
            r"$n\,d(t,x)\ge L$.",
            "exp(-n*kl(t,x)) <= exp(-L)",
            monotone=("exp", "-L", "-n*kl(t,x)"),
            weights={4: "C/b", 6: "n/b"},
        ),
        Inequality(
            20,
            r"So it is at most $\frac3{2T}$.",
            "fails <= 3/2*exp(-L)",
            uses=(14,),
            weights={18: "1", 13: "1", 19: "1"},
        ),
        levels_together(21, (3, 20)),
        Given(
            22,
            r"$X$ is the larger threshold, and $\ell\ge0$ the least with $2^\ell\ge X$.",
            "u <= max(2, 4*X)",
        ),
        Inequality(
            23,
            r"$\mathbb E[N_a(T)]\le\max\{2,4X\}+3+\frac3{2(\beta-3)}$.",
            "pulls <= max(2, 4*X) + (3 + 3/2/(b-3))",
            uses=(2,),
            weights={21: "1", 22: "1"},
        ),
    ),
)
