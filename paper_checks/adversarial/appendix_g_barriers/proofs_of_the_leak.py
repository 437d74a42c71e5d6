"""The proofs about the leak of EXP3: the mirror, the telescoping sum, the limit, the range."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

RATES = "eta in (0,inf), g in (0,1), "
MIRROR = Proof(
    "adv.secG1.mirror",
    where=RATES + "x in (-inf,inf), y in (-inf,inf), z in (-inf,inf), p in (0,1), q in (0,1), "
    "v in (0,1)",
    parts=(8,),
    steps=(
        Given(
            1, r"$P_t(2)=p$ at the log-odds $x$ of the first run.", "p == (1-g)/(1+exp(-x)) + g/2"
        ),
        Given(2, r"$P'_t(2)=q$ at those of the second run.", "q == (1-g)/(1+exp(-y)) + g/2"),
        Given(3, r"Let $y=-x$: where the first run is one round ahead.", "y == -x"),
        Identity(4, r"Then $q=1-p$,", "q == 1 - p", uses=(1, 2, 3)),
        Identity(
            5,
            r"and a pull of arm 2 in the second run mirrors one of arm 1 in the first,",
            "y - eta/q == -(x + eta/(1-p))",
            uses=(3, 4),
        ),
        Identity(
            6,
            r"and one of arm 1 one of arm 2.",
            "y + eta/(1-q) == -(x - eta/p)",
            uses=(3, 4),
        ),
        Textbook(
            7,
            r"The first run has $x_2=0$, as its loss in round 1 is 0, the second one $y_1=0$; they "
            r"then play arms 1, 2, 1, ... and 2, 1, 2, ...: $y_t=-x_{t+1}$ for all $t$.",
            "y == z",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 5},
            instance={"x": "y", "y": "z"},
            uses=(6,),
        ),
        Given(8, r"$v=P_{t+1}(2)$ at its log-odds $-z$.", "v == (1-g)/(1+exp(z)) + g/2"),
        Identity(
            9,
            r"So $P'_t(2)=1-P_{t+1}(2)$.",
            "(1-g)/(1+exp(-y)) + g/2 == 1 - v",
            uses=(7, 8),
        ),
    ),
)
TOTAL = Proof(
    "adv.secG1.mirror.total",
    where=RATES + "u in (0,1), v in (0,1), w in (0,1), S in (-inf,inf), F in (-inf,inf), "
    "g/2 < v, v < 1 - g/2",
    parts=(4, 6, 7, 8, 9),
    steps=(
        OnClaim(
            1,
            r"By the mirror the ratio of a round needs the first run alone: "
            r"$P'_t(2)=1-P_{t+1}(2)$.",
            claim="adv.secG1.mirror",
        ),
        Identity(
            2,
            r"An even round, of arm 1, adds $\log\frac{1-v}w$, with $v=P_t(2)$ and $w=P_{t+1}(2)$,",
            "-log(2*(1-v)) + log((1-v)/w) == -log(2*w)",
        ),
        Identity(
            3,
            r"an odd one, of arm 2, adds $\log\frac w{1-u}$, with $w=P_t(2)$ and $u=P_{t+1}(2)$.",
            "-log(2*w) + log(w/(1-u)) == -log(2*(1-u))",
        ),
        Textbook(
            4,
            r"$S_1=\log\frac{1/2}{1-P_2(2)}$: the sum is the closed form in every round.",
            "S == F",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 2},
            instance={"x": "S", "y": "F"},
            uses=(1, 3),
        ),
        Given(5, r"$\frac\gamma2<P_t(2)<1-\frac\gamma2$, as the mixture has positive weights."),
        Inequality(6, "After an odd round: above,", "-log(2*(1-v)) < log(1/g)", uses=(5,)),
        Inequality(7, "and below.", "-log(2*(1-v)) > -log(2-g)", uses=(5,)),
        Inequality(8, "After an even one: above,", "-log(2*v) < log(1/g)", uses=(5,)),
        Inequality(9, "and below.", "-log(2*v) > -log(2-g)", uses=(5,)),
        Parts(10, "The closed form, and its range.", uses=(4, 6, 7, 8, 9)),
    ),
)
LIMIT = Proof(
    "adv.secG1.limit",
    where=RATES
    + "s in [0,inf), n in [0,inf), p in (0,1), o in (0,1), a in (-inf,inf), q in (0,1), "
    "r in (-inf,inf), d in (0,inf), E in (0,1), F in (0,inf), H in (0,1), h in (0,1), v in (0,1)",
    parts=(22, 23),
    steps=(
        Given(
            1,
            r"$x_3=2\eta$, as $x_2=0$. In the odd round $2n+3$ let $x=2\eta+s$, and $E=e^{-x}$.",
            "E == exp(-2*eta - s)",
        ),
        Given(2, r"$H=e^{-2\eta}$.", "H == exp(-2*eta)"),
        Inequality(3, r"$E\le H$.", "E <= H", uses=(1, 2)),
        Given(4, r"$p=P_t(2)$ there.", "p == (1-g)/(1+E) + g/2"),
        Given(5, r"It is $o$ at $s=0$.", "o == (1-g)/(1+H) + g/2"),
        Inequality(6, r"$p\ge o$,", "p >= o", uses=(3, 4, 5)),
        Inequality(7, r"$o>\frac12$.", "o > 1/2", uses=(5,)),
        Given(8, r"A pull of arm 2 leads to $a$.", "a == 2*eta + s - eta/p"),
        Inequality(9, r"$a>s\ge0$:", "a > s", uses=(6, 7, 8)),
        Given(10, r"$F=e^{-a}$.", "F == exp(-a)"),
        Inequality(11, r"it is less than $e^{-s}$.", "F < exp(-s)", uses=(9, 10)),
        Given(12, r"$q=P_{t+1}(2)$.", "q == (1-g)/(1+F) + g/2"),
        Inequality(13, r"$F<1$, so $q>\frac12$.", "q > 1/2", uses=(11, 12)),
        Given(14, r"A pull of arm 1: $x$ has changed by $r$.", "r == eta/(1-q) - eta/p"),
        Given(15, r"$\delta=2\eta-\frac\eta o>0$.", "d == 2*eta - eta/o", uses=(7,)),
        Inequality(16, r"It is at least $\delta$.", "r >= d", uses=(6, 13, 14, 15)),
        Induction(
            17,
            r"$s\ge n\delta$ in round $2n+3$.",
            "s >= n*d",
            variable="n",
            start="0",
            sequence="s",
            first="0",
            following="s + r",
            uses=(16,),
        ),
        Inequality(18, r"$e^{-s}\le e^{-n\delta}$,", "exp(-s) <= exp(-n*d)", uses=(17,)),
        Inequality(19, r"and $E\le e^{-s}$.", "E <= exp(-s)", uses=(1,)),
        Inequality(20, "In the odd round.", "p >= 1 - g/2 - E", uses=(4,)),
        Inequality(21, "In the even round.", "q >= 1 - g/2 - F", uses=(12,)),
        Inequality(
            22,
            r"$1-\frac\gamma2-e^{-n\delta}\le P_t(2)$ in round $2n+3$,",
            "p >= 1 - g/2 - exp(-n*d)",
            weights={20: "1", 19: "1", 18: "1"},
        ),
        Inequality(
            23,
            r"and in round $2n+4$; and $\delta>0$.",
            "q >= 1 - g/2 - exp(-n*d)",
            weights={21: "1", 11: "1", 18: "1"},
        ),
        OnClaim(
            24,
            r"By the mirror $P'_t(2)=1-P_{t+1}(2)\le\frac\gamma2+e^{-n\delta}$ in the round "
            r"before.",
            "(1-g)/(1+exp(-y)) + g/2 == 1 - v",
            where="y in (-inf,inf)",
            claim="adv.secG1.mirror",
            of_step=9,
        ),
        Parts(25, "Both runs.", uses=(22, 23, 24)),
    ),
)
ROUND = Proof(
    "adv.secG1.bounded",
    where="g in (0,1), K in [2,inf), p in (0,1), q in (0,1)",
    steps=(
        Given(1, r"No arm has more than $1-\gamma+\frac\gamma K$,", "p <= 1 - g + g/K"),
        Given(2, r"and none less than $\frac\gamma K$.", "q >= g/K"),
        Inequality(3, r"The ratio.", "p/q <= K/g - K + 1", uses=(1, 2)),
    ),
)
WEIGHTS = Proof(
    "adv.secG1.chain.weights",
    where="eta in (0,inf), l in [0,1], m in [0,1], i in [0,1], p in (0,1], q in (0,1], "
    "R in (-inf,inf), S in (-inf,inf)",
    steps=(
        Given(1, r"Both runs take the same actions, and $P_1=P'_1=p$, with losses $l$ and $m$."),
        Identity(
            2,
            r"Round 1 sets the logarithm of the ratio of the weights to this,",
            "-eta*l*i/p - (-eta*m*i/p) == eta*(m - l)*i/p",
        ),
        Identity(
            3,
            r"and a later round of equal losses adds this.",
            "-eta*l*i/p - (-eta*l*i/q) == eta*l*i*(1/q - 1/p)",
        ),
        Textbook(
            4,
            r"$\log\frac{w_t(i)}{w'_t(i)}$ is the printed sum.",
            "R == S",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 2},
            instance={"x": "R", "y": "S"},
            uses=(1, 3),
        ),
    ),
)
