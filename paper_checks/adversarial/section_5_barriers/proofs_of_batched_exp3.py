"""The proofs that batched EXP3 has regret sqrt(T/eps), with Laplace noise and without noise."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

ROUNDS = "textbook.chain-rule:rounds"
PROCESSING = "textbook.data-processing"
KERNEL = "one kernel for both laws"
EACH = "each conditional divergence is <= c"
LITTLE, MUCH = "k*eps <= 1", "k*eps >= 1"


def from_divergence(first: int, histories: str, at_most: int, where: str) -> tuple[Step, ...]:
    """The regret from a divergence of the histories of at most 1/2."""
    return (
        Textbook(
            first,
            "The divergence of the actions.",
            f"div <= {histories}",
            fact=PROCESSING,
            hypotheses={KERNEL: 16},
            instance={"after": "div", "before": histories},
        ),
        Inequality(
            first + 1,
            "The exponential.",
            "exp(-div) >= exp(-1/2)",
            monotone=("exp", "-div", "-1/2"),
            weights={first: "1", at_most: "1"},
            where=where,
        ),
        Inequality(
            first + 2,
            r"So $R\ge\frac{T\Delta}8e^{-1/2}$.",
            "R >= T*gap/8*exp(-1/2)",
            weights={17: "1/2", 18: "1/2", first + 1: "T*gap/8"},
            where=where,
        ),
        Inequality(
            first + 3,
            r"$R\ge\frac1{67}\sqrt{T/\epsilon}$.",
            "R >= s/67",
            weights={first + 2: "1", 19: "exp(-1/2)/8"},
            rest="s*(0.1976*exp(-1/2)/8 - 1/67)",
            where=where,
        ),
    )


NOISY = Proof(
    "adv.sec5.2.exp3.noisy",
    where="T in [1,inf), eps in (0,inf), eps*s >= 1, eps*s**2 >= 1, k in [1,inf), "
    "n in [0,inf), gap in (0,1/5], x in [0,inf), X in [0,inf), Y in [0,inf), Z in [0,inf), "
    "v in [0,inf), w in [0,inf), div in [0,inf), R in [0,inf), R1 in [0,inf), R2 in [0,inf), "
    "s in (0,inf)",
    parts=(23, 27),
    steps=(
        Given(
            1,
            r"Let $s=\sqrt{T/\epsilon}$, where $T\ge1$ and $\epsilon T\ge1$.",
            "T == eps*s**2",
        ),
        Given(
            2,
            r"In each of the $n$ batches of $\kappa$ rounds one arm is played, and the learner is "
            r"told the mean of its losses with noise of scale $\frac1{\kappa\epsilon}$.",
            "n*k <= T",
        ),
        Given(
            3,
            r"Arm 1 has the mean loss $\frac12-\Delta$, and arm 2 $\frac12$ in the first world and "
            r"$\frac12-2\Delta$ in the second; all rounds of a batch have the same losses.",
            "gap == 1/(sqrt(25.6)*eps*s)",
        ),
        Given(
            4,
            r"If $\kappa\epsilon\le1$, these are the losses: in units of the scale those of arm 2 "
            r"in the two worlds are apart by $x$.",
            "x == 2*gap*k*eps",
            uses=(2, 3),
        ),
        OnClaim(
            5,
            r"So a batch of arm 2 has the divergence $X$.",
            "X <= x**2/2",
            claim="adv.def7.divergence",
            of_step=4,
            instance={"k": "X"},
            uses=(4,),
        ),
        Inequality(
            6,
            "In other words,",
            "X <= 2*(gap*k*eps)**2",
            uses=(4,),
            weights={5: "1"},
        ),
        Textbook(
            7,
            "The divergence of the histories.",
            "v <= n*(2*(gap*k*eps)**2)",
            fact=ROUNDS,
            hypotheses={EACH: 6},
            instance={"joint": "v", "c": "2*(gap*k*eps)**2", "X": "X"},
            over=("X", "x"),
        ),
        Inequality(
            8,
            r"It is less than $\frac12$.",
            "v <= 1/2",
            uses=(1, 3),
            weights={7: "1", 2: "2*gap**2*k*eps**2"},
            rest="1/2 - k*eps/12.8",
            where=LITTLE,
        ),
        Given(
            9,
            r"If $\kappa\epsilon\ge1$, the loss of arm 2 in a batch is 0 or 1, a coin of this mean "
            r"that is drawn for each batch by itself.",
            "Y == kl(1/2,1/2-2*gap)",
            uses=(2,),
        ),
        Inequality(10, "A number.", "kl(1/2,1/2-2*gap) <= 12.8*gap**2"),
        Given(11, "What is told is a function of the coin and of the noise."),
        Textbook(
            12,
            r"So it has no more than the divergence of the coins.",
            "Z <= Y",
            fact=PROCESSING,
            hypotheses={KERNEL: 11},
            instance={"after": "Z", "before": "Y"},
        ),
        Inequality(
            13,
            "Hence",
            "Z <= 12.8*gap**2",
            uses=(9,),
            weights={12: "1", 10: "1"},
        ),
        Textbook(
            14,
            "The divergence of the histories.",
            "w <= n*(12.8*gap**2)",
            fact=ROUNDS,
            hypotheses={EACH: 13},
            instance={"joint": "w", "c": "12.8*gap**2", "X": "Z"},
            over=("Z", "Y"),
        ),
        Inequality(
            15,
            r"It is at most $\frac12$ as well.",
            "w <= 1/2",
            uses=(1, 3),
            weights={14: "1", 2: "12.8*gap**2/k"},
            rest="(k*eps - 1)/(2*k*eps)",
            where=MUCH,
        ),
        Given(16, "The actions are a function of the history, in both worlds."),
        OnClaim(
            17,
            r"An arm is chosen before the losses of its batch are drawn; so the regrets beside the "
            r"best mean are those of rewards with the means $(\Delta,0)$ and $(\Delta,2\Delta)$.",
            "R1 + R2 >= T*gap/4*exp(-div)",
            claim="thesis.sec4.1.every_law",
            of_step=16,
            uses=(3,),
        ),
        Given(
            18,
            r"The worst regret $R$ over all sequences of losses is at least its mean over the "
            r"drawn ones, and the best arm on these has no more loss than the best mean: "
            r"$R\ge R_1$ and $R\ge R_2$.",
            "2*R >= R1 + R2",
        ),
        Inequality(
            19,
            r"$T\Delta=\frac s{\sqrt{25.6}}$.",
            "T*gap >= 0.1976*s",
            uses=(1, 3),
        ),
        *from_divergence(20, "v", 8, LITTLE),
        *from_divergence(24, "w", 15, MUCH),
        Parts(28, "Both cases.", uses=(23, 27)),
    ),
)

SMALL, LARGE = "g <= 1/2, n >= 2, v <= 1", "g <= 1/2, n >= 2, v >= 1"
SLOW, FAST = SMALL + ", k/(4*h) - 1 >= T", SMALL + ", k/(4*h) - 1 <= T"
PLAIN = Proof(
    "adv.sec5.2.exp3.plain",
    where="T in [1,inf), eps in (0,1], eps*s >= 1, k in [1,inf), n in [1,inf), h in (0,inf), "
    "g in (0,1], v in (0,inf), y in [0,1], q in [1/2,1), m in [0,inf), R in [0,inf), s in (0,inf)",
    parts=(14, 15, 17, 20, 25),
    steps=(
        Given(1, r"There are $n=\lfloor T/\kappa\rfloor\ge1$ whole batches.", "T <= (n+1)*k"),
        Given(2, r"$v=\frac\eta\kappa$.", "v == h/k"),
        Given(
            3,
            r"Let all losses be 0, or all but $\ell'_1(2)=1$. The actions are 2 in the first batch "
            r"and 1 later on. In the first world all odds remain even; in the second $\eta$ times "
            r"the mean loss $\frac1\kappa$ over $P_1(2)=\frac12$ lowers the log-odds of arm 2 by "
            r"$2v$, and later estimates are 0. So arm 1 has the probability",
            "q == (1-g)/(1+exp(-2*v)) + g/2",
        ),
        Given(
            4,
            r"The probabilities of these actions are $2^{-n}$ and $\frac12q^{n-1}$; by "
            r"$\epsilon$-DP",
            "(n-1)*log(2*q) <= eps",
        ),
        Inequality(5, r"The logarithm is concave.", "log(1+y) >= 0.69*y"),
        Inequality(
            6,
            "Hence",
            "(n-1)*0.69*(2*q-1) <= eps",
            at={5: {"y": "2*q-1"}},
            weights={4: "1", 5: "n-1"},
        ),
        Inequality(7, "A small change.", "1/(1+exp(-2*v)) - 1/2 >= 0.38*v", where="v <= 1"),
        Inequality(8, "A large one.", "1/(1+exp(-2*v)) - 1/2 >= 0.38", where="v >= 1"),
        Given(
            9,
            r"The first batch has even odds, and each pull of arm 2 on $\ell$ costs "
            r"$\frac12$.",
            "R >= k/4",
        ),
        Given(10, r"Let $s=\sqrt{T/\epsilon}$.", "T == eps*s**2"),
        Inequality(11, r"$T\ge s$, as $\epsilon T\ge1$.", "T >= s", uses=(10,)),
        OnClaim(
            12,
            "Mixing has its price.",
            "R >= g*T/4",
            claim="adv.sec5.2.exp3.regret.repaired",
            of_step=4,
        ),
        OnClaim(
            13,
            r"So has a slow drop: $m=\min\{T,\lfloor\frac\kappa{4\eta}\rfloor\}$.",
            "m/8 <= R",
            claim="adv.sec5.2.exp3.regret.repaired",
            of_step=7,
            instance={"n": "m"},
        ),
        Inequality(
            14,
            r"If $\gamma\ge\frac12$:",
            "R >= s/47",
            weights={12: "1", 11: "1/8"},
            rest="(g - 1/2)*T/4 + s*(1/8 - 1/47)",
            where="g >= 1/2",
        ),
        Inequality(
            15,
            r"If $n\le2$:",
            "R >= s/47",
            weights={9: "1", 1: "1/12", 11: "1/12"},
            rest="(2 - n)*k/12 + s*(1/12 - 1/47)",
            where="n <= 2",
        ),
        Inequality(
            16,
            r"If $v\ge1$, there are few batches:",
            "n + 1 <= 6",
            uses=(3,),
            weights={6: "1/(0.69*0.38)", 8: "2*(n-1)/0.38*(1-g)"},
            rest="4 - eps/(0.69*0.38) + (n-1)*((1-g)*2 - 1)",
            where=LARGE,
        ),
        Inequality(
            17,
            "and so",
            "R >= s/47",
            weights={9: "1", 1: "1/24", 16: "k/24", 11: "1/24"},
            rest="s*(1/24 - 1/47)",
            where=LARGE,
        ),
        Inequality(
            18,
            r"If $v\le1$,",
            "T*v <= 11.5*eps*k",
            uses=(3,),
            weights={1: "v", 6: "3*k/(0.69*0.38)", 7: "3*k*(n-1)*2*(1-g)/0.38"},
            rest="k*v*(2*n-4) + 3*k*v*(n-1)*(1-2*g) + eps*k*(11.5 - 3/(0.69*0.38))",
            where=SMALL,
        ),
        Given(19, r"If $\frac\kappa{4\eta}-1\ge T$:", "m >= T", where=SLOW),
        Inequality(
            20,
            "half of the plays of arm 2 last to the end.",
            "R >= s/47",
            weights={13: "1", 19: "1/8", 11: "1/8"},
            rest="s*(1/8 - 1/47)",
            where=SLOW,
        ),
        Given(21, r"If not:", "m >= k/(4*h) - 1", where=FAST),
        Inequality(
            22,
            r"with the first batch, of at least one round,",
            "R >= 1/(48*v)",
            uses=(2,),
            weights={13: "2/3", 21: "1/12", 9: "1/3"},
            rest="(k - 1)/12",
            where=FAST,
        ),
        Inequality(
            23,
            r"The product with the bound of the first batch.",
            "R**2 >= k/(192*v)",
            weights={22: "R", 9: "1/(48*v)"},
            where=FAST,
        ),
        Inequality(
            24,
            r"Here $\kappa$ is gone:",
            "R**2 >= s**2/2208",
            uses=(10,),
            weights={23: "1", 18: "1/(192*11.5*eps*v)"},
            where=FAST,
        ),
        Inequality(
            25,
            r"$R\ge\frac1{47}\sqrt{T/\epsilon}$.",
            "R >= s/47",
            weights={24: "1/(R + s/47)"},
            rest="s**2*(1/2208 - 1/2209)/(R + s/47)",
            where=FAST,
        ),
        Parts(26, "All cases.", uses=(14, 15, 17, 20, 25)),
    ),
)
CASES = ((14, "g >= 1/2"), (15, "n <= 2"), (17, LARGE), (20, SLOW), (25, FAST))
ORDER = Proof(
    "adv.sec5.2.exp3.order",
    where="eps in (0,1], eps*s >= 1, eps*s**2 >= 1, R in [0,inf), Q in [0,inf), s in (0,inf), "
    "k in [1,inf), n in [1,inf), h in (0,inf), g in (0,1], v in (0,inf), T in [1,inf)",
    parts=(1, 2, 3, 4, 5, 6, 7),
    steps=(
        OnClaim(
            1,
            "With noise, for short batches,",
            "R >= s/67",
            claim="adv.sec5.2.exp3.noisy",
            of_step=23,
            where=LITTLE,
        ),
        OnClaim(
            2,
            "and for long ones.",
            "R >= s/67",
            claim="adv.sec5.2.exp3.noisy",
            of_step=27,
            where=MUCH,
        ),
        *(
            OnClaim(
                number,
                "Without noise, in each of the cases.",
                "Q >= s/47",
                claim="adv.sec5.2.exp3.plain",
                of_step=step,
                instance={"R": "Q"},
                where=case,
            )
            for number, (step, case) in enumerate(CASES, start=3)
        ),
        Parts(8, "Both variants.", uses=(1, 2, 3, 4, 5, 6, 7)),
    ),
)
