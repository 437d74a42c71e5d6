"""The proofs about the first attempt: a budget of eps/(KT) for each of KT means."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

LINEAR = Proof(
    "thesis.rem.naive.regret.lower",
    where="k in (0,inf), eta in (0,1), K in [2,inf), T in [1,inf), n in [1,inf), N in [1,inf), "
    "M in [1,inf), L in (0,inf), m in [0,1], mb in [0,1], h in [0,1], g in [0,1], u in [0,1], "
    "i in [0,1], s in [0,1], drift in [-1,1], G in [0,inf), H in [0,inf), surplus in (-inf,inf), "
    "t in [0,inf), D in [0,inf), Z in (-inf,inf), pulls in [0,inf), gap in (0,1], R in [0,inf), "
    "reg in [0,inf)",
    steps=(
        Given(
            1,
            r"After the first pulls each round plays an arm of the largest index. Given the past, "
            r"the noises $Y_a$ of the means are drawn anew, independent, with densities that are "
            r"symmetric around 0. $N$ counts the pulls of the best arm, $M$ those of all others.",
        ),
        Given(
            2, r"$\kappa=K\log(2/\delta)/\epsilon$, $\eta=\kappa/(1+\kappa)$.", "eta == k/(1 + k)"
        ),
        Given(3, r"Let $M\le\eta N$: then another arm has $n\le\eta N$ pulls.", "n <= eta*N"),
        Given(4, r"There are at most $T$ rounds.", "N <= T"),
        Inequality(
            5, r"Its private bonus is larger by 1 or more.", "k*T/n - k*T/N >= 1", uses=(2, 3, 4)
        ),
        Inequality(
            6, r"Its other bonus is not smaller.", "sqrt(2*L/n) >= sqrt(2*L/N)", uses=(2, 3)
        ),
        Inequality(
            7,
            r"Means of rewards in $[0,1]$: without noise its index is not smaller.",
            "mb + sqrt(2*L/N) + k*T/N <= m + sqrt(2*L/n) + k*T/n",
            weights={5: "1", 6: "1"},
            rest="m + (1 - mb)",
        ),
        Textbook(
            8,
            r"The probability of $Y_a-Y_\star>0$ is that of $Y_\star-Y_a>0$.",
            "g == h",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 1},
            instance={"p": "g", "q": "h"},
        ),
        Textbook(
            9,
            r"Equality has probability 0.",
            "h + g == 1",
            fact="textbook.elementary-probability:complement",
            hypotheses={"the second event is that the first does not come": 1},
            instance={"p": "h", "q": "g"},
        ),
        Textbook(
            10,
            r"If it is positive, the best arm is not played.",
            "h <= u",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 7},
            instance={"p": "h", "q": "u"},
        ),
        Inequality(
            11,
            r"So another arm is played with probability $u\ge\frac12$.",
            "u >= 1/2",
            uses=(8, 9, 10),
        ),
        Given(
            12,
            r"Let $i=1$ in rounds with $M\le\eta N$ before them, else $i=0$; in the former let $G$ "
            r"count the pulls of the best arm, $H$ those of others. The conditional mean of what a "
            r"round adds to $G-H$.",
            "drift == i*(1 - u) - i*u",
        ),
        Inequality(13, r"It is at most 0.", "drift <= 0", uses=(12,), weights={11: "2*i"}),
        Textbook(
            14,
            r"So is the mean of $G-H$.",
            "surplus <= 0",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 13},
            instance={"mean": "surplus", "total": "0", "X": "drift", "T": "0"},
            over=("drift", "i", "u", "h", "g", "m", "mb", "n", "N"),
        ),
        Given(
            15,
            r"In a round with $i=0$ the best arm has fewer pulls than $M/\eta$: so it is for "
            r"$D=M/\eta+1+G-N$.",
            "(1-i)*(1 + G - D) <= 0",
        ),
        Induction(
            16,
            r"$D\ge0$ at each round: $D\geq 0$ after the first pulls, and a round adds $s=1$ to "
            r"$N$, "
            r"and $i$ to $G$, if it plays the best arm, and else 1 to $M$.",
            "D >= 0",
            variable="t",
            start="0",
            sequence="D",
            first="(K-1)/eta",
            following="D + (1-s)/eta + i*s - s",
            uses=(15,),
        ),
        Given(17, r"At the end $N=T-M$.", "M/eta + 1 + G - (T - M) == D"),
        Given(18, r"$H$ are pulls of other arms.", "H <= M"),
        Given(19, r"$Z=G-H$.", "Z == G - H"),
        Inequality(
            20,
            r"So $M\ge\frac{T-1}{2+1/\eta}-\frac Z{2+1/\eta}$.",
            "M >= (T - 1)/(2 + 1/eta) + -1/(2 + 1/eta)*Z",
            uses=(17, 19),
            weights={16: "1/(2 + 1/eta)", 18: "1/(2 + 1/eta)"},
        ),
        Textbook(
            21,
            "The mean.",
            "pulls >= 1*((T - 1)/(2 + 1/eta)) + -1/(2 + 1/eta)*surplus",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 20},
            instance={
                "x": "pulls",
                "n": "1",
                "c": "(T - 1)/(2 + 1/eta)",
                "b": "-1/(2 + 1/eta)",
                "z": "surplus",
                "X": "M",
                "Z": "Z",
            },
            over=("M", "Z", "G", "H", "D", "i", "s", "t"),
        ),
        Given(
            22,
            r"In each play the regret $R$ is the sum of $\Delta_aN_a$ over the other arms.",
            "M <= 1/gap*R",
        ),
        Textbook(
            23,
            "Its mean.",
            "pulls <= 1/gap*reg",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 22},
            instance={"x": "pulls", "c": "1/gap", "y": "reg", "X": "M", "Y": "R"},
            over=("M", "R"),
        ),
        Inequality(
            24,
            r"$\mathrm{Reg}_T\ge\Delta\frac{\kappa}{3\kappa+1}(T-1)$, by "
            r"$\eta=\frac\kappa{1+\kappa}$.",
            "reg >= gap*k/(3*k + 1)*(T - 1)",
            uses=(2,),
            weights={21: "gap", 23: "gap", 14: "gap/(2 + 1/eta)"},
        ),
    ),
)
REGRET = Proof(
    "thesis.rem.naive.regret",
    where="gap in (0,1], k in (0,inf), T in [2,inf), reg in [0,inf)",
    parts=(2,),
    steps=(
        OnClaim(
            1,
            "The lower bound,",
            "reg >= gap*k/(3*k + 1)*(T - 1)",
            claim="thesis.rem.naive.regret.lower",
            of_step=24,
        ),
        Inequality(
            2,
            r"which is at least a multiple of $T$ for $T\ge2$.",
            "reg >= 1/2*gap*k/(3*k + 1)*T",
            weights={1: "1"},
        ),
        Given(3, "A round loses at most 1: it is linear.", "reg <= T"),
        Parts(4, "Between a multiple of $T$ and $T$.", uses=(2, 3)),
    ),
)
