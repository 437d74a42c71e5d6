"""The proof of the finite-time bound on the pulls of KL-UCB, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

DRAWS = "n independent draws in [0, 1] of one mean"
ABOVE = "textbook.elementary-probability:sum of means above"
STACKS = "textbook.reward-stacks"
LAW = "given the past a reward has the law of its arm"

AT_Q = "(t - p*log(q) - (1-p)*log(1-q))"
AT_B = "(t - p*log(b) - (1-p)*log(1-b))"

AVERAGES = "x in (0,1), w in [0,1), w <= x, x <= q"

FINITE = Proof(
    "thesis.thm2.26.finite",
    where="p in [0,1), t in (-inf,inf), q in (0,1), b in (0,1), y in (0,inf), z in (0,inf), "
    "u in (0,1), v in [0,inf), m in [1,inf), k in [0,inf), S in [0,inf), R in [0,inf), one in "
    "[0,1], "
    "low in [0,inf), lows in [0,inf), F in [0,inf), h in [0,inf), L in [0,inf), "
    "late in [0,1], dev in [0,inf), lates in [0,inf), mb in [0,inf), mc in [0,inf), "
    "i in [0,1], l in [0,1], c in [0,1], G in (-inf,inf), B in [0,inf), C in [0,inf), "
    "N in [0,inf), Y in [0,inf), tail in [0,inf), pulls in [0,inf), kl0 in (0,inf), q < b, p <= q",
    steps=(
        Given(1, r"Given the past, a reward has the law of its arm, in $\{0,1\}$."),
        Inequality(2, r"Pinsker's inequality.", "2*(b-q)**2 <= kl(q,b)"),
        Inequality(
            3,
            r"The same in logarithms, for $b=\mu^\star<1$ and $q=\mu^\star-\varepsilon_2$ (if "
            r"$\mu^\star=1$, all averages of the best arm are 1, and no round is low).",
            "2*(b-q)**2 <= q*(log(q)-log(b)) + (1-q)*(log(1-q)-log(1-b))",
            weights={2: "1"},
        ),
        Inequality(4, r"The logarithm increases:", "log(q) <= log(b)", monotone=("log", "b", "q")),
        Inequality(5, r"both.", "log(1-b) <= log(1-q)", monotone=("log", "1-q", "1-b")),
        Inequality(
            6,
            r"With $p\le q$ for $q$: $\mathrm{kl}(p,b)-\mathrm{kl}(p,q)$ is at least "
            r"$2\varepsilon_2^2$.",
            "2*(b-q)**2 <= p*(log(q)-log(b)) + (1-p)*(log(1-q)-log(1-b))",
            weights={3: "1", 4: "q-p", 5: "q-p"},
        ),
        Given(
            7,
            r"In a low round $t$, with $v=\log f(t)$, the index (2.14) of some $m\ge1$ draws of "
            r"the "
            r"best arm is at most $q$: their average is at most $q$, with "
            r"$\mathrm{kl}(\cdot,q)\ge v/m$. "
            r"For the largest such average $p$, with $t=p\log p+(1-p)\log(1-p)$:",
            f"{AT_Q} >= v/m",
        ),
        Textbook(
            8,
            r"Chernoff's bound for an average of at most $p$.",
            f"one <= exp(-m*{AT_B})",
            fact="textbook.chernoff:average below",
            hypotheses={DRAWS: 1},
            instance={"p": "one", "n": "m", "k": AT_B},
        ),
        Given(9, r"Let $y=2\varepsilon_2^2$.", "y == 2*(b-q)**2"),
        Inequality(
            10,
            r"So $m\,\mathrm{kl}(p,b)\ge v+my$.",
            f"v + m*y <= m*{AT_B}",
            uses=(9,),
            weights={7: "m", 6: "m"},
        ),
        Inequality(
            11,
            r"Its exponential.",
            f"exp(-m*{AT_B}) <= exp(-v-m*y)",
            weights={10: "1"},
            monotone=("exp", "-v-m*y", f"-m*{AT_B}"),
        ),
        Inequality(12, r"Together.", "one <= exp(-v-m*y)", weights={8: "1", 11: "1"}),
        Induction(
            13,
            r"$S=\sum_{j\le k}e^{-jy}\le(1-e^{-ky})/y$.",
            "S <= (1 - exp(-k*y))/y",
            variable="k",
            start="0",
            sequence="S",
            first="0",
            following="S + exp(-(k+1)*y)",
            weight="1",
            rest="exp(-(k+1)*y)*(exp(y) - 1 - y)/y",
        ),
        Textbook(
            14,
            r"Round $t$ is low for some $m$.",
            "low <= exp(-v)*S",
            fact="textbook.union-bound:sum",
            hypotheses={"each event has its bound": 12},
            instance={"p": "low", "total": "exp(-v)*S", "X": "one", "T": "exp(-v-m*y)"},
            over=("one", "m"),
        ),
        Inequality(
            15,
            r"This has probability at most $1/(f(t)\,y)$.",
            "low <= exp(-v)/y",
            weights={14: "1", 13: "exp(-v)"},
        ),
        Textbook(
            16,
            r"The mean number of low rounds; $F=\sum_{t\le T}1/f(t)$.",
            "lows <= F/y",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 15},
            instance={"mean": "lows", "total": "F/y", "X": "low", "T": "exp(-v)/y"},
            over=("low", "v"),
        ),
        OnClaim(
            17,
            r"The sum of all $1/f(t)$ is $F$ and a tail.",
            "F + tail < 5/2",
            claim="thesis.thm2.24.sum",
            of_step=9,
            instance={"all": "F + tail"},
        ),
        Inequality(18, r"$F<\frac52$.", "F <= 5/2", weights={17: "1"}),
        Textbook(
            19,
            r"For arm $a$: the average of $m$ draws is at least $\mu_a+\varepsilon_1$, "
            r"$u=\varepsilon_1$, with at most this.",
            "late <= exp(-2*m*u**2)",
            fact="textbook.hoeffding:average above",
            hypotheses={DRAWS: 1},
            instance={"p": "late", "n": "m", "e": "u"},
        ),
        Given(20, r"Let $z=2\varepsilon_1^2$.", "z == 2*u**2"),
        Induction(
            21,
            r"$R=\sum_{j\le k}e^{-jz}\le(1-e^{-kz})/z$.",
            "R <= (1 - exp(-k*z))/z",
            variable="k",
            start="0",
            sequence="R",
            first="0",
            following="R + exp(-(k+1)*z)",
            weight="1",
            rest="exp(-(k+1)*z)*(exp(z) - 1 - z)/z",
        ),
        Textbook(
            22,
            r"The mean number of these $m\le T$.",
            "dev <= R",
            fact=ABOVE,
            hypotheses={"each mean is <= its bound": 19},
            instance={"mean": "dev", "total": "R", "X": "late", "T": "exp(-2*m*u**2)"},
            over=("late", "m"),
        ),
        Inequality(
            23,
            r"Gibbs' inequality for averages.",
            "0 <= kl(w,x)",
            where=AVERAGES,
        ),
        Inequality(
            24,
            r"The logarithm increases:",
            "log(x) <= log(q)",
            where=AVERAGES,
            monotone=("log", "q", "x"),
        ),
        Inequality(
            25, r"both.", "log(1-q) <= log(1-x)", where=AVERAGES, monotone=("log", "1-x", "1-q")
        ),
        Inequality(
            26,
            r"$\mathrm{kl}(\cdot,q)$ does not increase up to $q$; so for $m>h=L/\mathrm{kl}(\mu_a+"
            r"\varepsilon_1,q)$, $L=\log f(T)$, an average $w$ below $x=\mu_a+\varepsilon_1$ has "
            r"$m\,\mathrm{kl}(w,q)>L$.",
            "kl(x,q) <= kl(w,q)",
            where=AVERAGES,
            weights={23: "1", 24: "x-w", 25: "x-w"},
        ),
        Given(
            27,
            r"A number $m$ is late if the index of arm $a$ with the level $L$ is above $q$ after "
            r"$m$ "
            r"draws: then $m\le h$ or the average is at least $\mu_a+\varepsilon_1$. Let $C$ be "
            r"the "
            "number of late ones, and $Y$ that of the latter.",
            "C <= h + 1*Y",
            uses=(26,),
        ),
        Textbook(
            28,
            r"The means.",
            "lates <= 1*h + 1*dev",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 27},
            instance={"x": "lates", "n": "1", "c": "h", "b": "1", "z": "dev", "X": "C", "Z": "Y"},
            over=("C", "Y"),
        ),
        Textbook(
            29,
            r"The rewards of the bandit, numbered by the pulls, are such draws: low rounds,",
            "mb == lows",
            fact=STACKS,
            hypotheses={LAW: 1},
            instance={"p": "mb", "q": "lows"},
        ),
        Textbook(
            30,
            r"and late numbers.",
            "mc == lates",
            fact=STACKS,
            hypotheses={LAW: 1},
            instance={"p": "mc", "q": "lates"},
        ),
        Given(
            31,
            r"After the first $K$ rounds an arm of the largest index is pulled. If it is $a$ "
            r"($c=1$) "
            r"and the round is not low ($i=0$), its index, with a level $\log f(t)\le L$, is above "
            r"$q$: its number of pulls is late ($l=1$); each number occurs once.",
            "c <= i + l",
        ),
        Induction(
            32,
            r"After the first $K$ rounds, with one pull at most: 1, the number $B$ of low rounds "
            r"and "
            r"$C$ of late numbers exceed the pulls by $G\ge0$.",
            "G >= 0",
            variable="k",
            start="0",
            sequence="G",
            first="0",
            following="G + i + l - c",
            weight="1",
            uses=(31,),
        ),
        Given(33, r"By the definition of $G$.", "G == 1 + B + C - N"),
        Inequality(34, r"In each play.", "N <= 1 + 1*(B + C)", uses=(32, 33)),
        Textbook(
            35,
            r"The mean.",
            "pulls <= 1*1 + 1*(mb + mc)",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 34},
            instance={"x": "pulls", "n": "1", "c": "1", "b": "1", "z": "mb + mc", "X": "N"}
            | {"Z": "B + C"},
            over=("N", "B", "C", "k"),
        ),
        Given(36, r"The notation of step 26.", "h == L/kl0"),
        Inequality(
            37,
            r"$\frac5{4\varepsilon_2^2}\le\frac2{\varepsilon_2^2}=\frac4y$ low rounds,",
            "lows <= 4/y",
            weights={16: "1", 18: "1/y"},
        ),
        Inequality(
            38,
            r"and this many late numbers, $\frac1z=\frac1{2\varepsilon_1^2}$.",
            "lates <= h + 1/z",
            uses=(20,),
            weights={28: "1", 22: "1", 21: "1"},
        ),
        Inequality(
            39,
            r"$\mathbb E[N_a(T)]\le1+\frac2{\varepsilon_2^2}+\frac "
            r"L{\mathrm{kl}(\mu_a+\varepsilon_1,"
            r"\mu^\star-\varepsilon_2)}+\frac1{2\varepsilon_1^2}$, with $y$ and $z$ of steps 9 "
            r"and 20.",
            "pulls <= 1 + 4/y + L/kl0 + 1/z",
            uses=(29, 30, 36),
            weights={35: "1", 37: "1", 38: "1"},
        ),
    ),
)
