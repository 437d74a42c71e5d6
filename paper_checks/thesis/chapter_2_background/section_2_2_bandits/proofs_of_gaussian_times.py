"""The proofs about tracking, the likelihood ratio, and characteristic times of normal arms."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Parts,
    Proof,
    Step,
    Textbook,
)

TRACKING = Proof(
    "thesis.ttucb.tracking",
    where="b in [0,1], c in [0,1], n in [0,inf), D in (-inf,inf)",
    steps=(
        Given(
            1,
            r"$D=N-\beta L$ of one leader starts at 0. In a round in which it leads, it is pulled "
            r"($c=1$, else 0) if $N\le\beta(L+1)$, that is $D\le\beta$,",
            "c*(D-b) <= 0",
        ),
        Given(2, r"and only then: $c=0$ needs $D>\beta$.", "(1-c)*(b-D) <= 0"),
        Induction(
            3,
            r"The round adds $c-\beta$: after each $D\le1$,",
            "D <= 1",
            start="0",
            sequence="D",
            first="0",
            following="D + c - b",
            weight="1-c",
            rest="c*(b-D) + (1-c)*b",
            uses=(1,),
        ),
        Induction(
            4,
            r"and $D\ge0$.",
            "D >= 0",
            start="0",
            sequence="D",
            first="0",
            following="D + c - b",
            weight="c",
            rest="(1-c)*(D-b) + c*(1-b)",
            uses=(2,),
        ),
        Parts(5, r"$0\le N-\beta L\le1$.", uses=(3, 4)),
    ),
)

PRICE = "gap**2/(2*(1/N+1/M))"
RATIO = Proof(
    "thesis.glr.simplified.repaired",
    where="r in (-inf,inf), m in (-inf,inf), l in (-inf,inf), N in [1,inf), M in [1,inf), "
    "gap in [0,inf), u in (-inf,inf), v in (-inf,inf), others in [0,inf), e in (0,1], "
    "least in [0,inf), glr in [0,inf), second in [0,inf)",
    steps=(
        Identity(
            1,
            r"The log-ratio of the densities of a reward $r$ under the means $\hat\mu=m$ and "
            r"$\lambda=l$. Summed over the $N$ rewards of an arm, of average $\hat\mu$, it is "
            r"$N(\hat\mu-\lambda)^2/2$.",
            "((r-l)**2 - (r-m)**2)/2 == (m-l)**2/2 + (r-m)*(m-l)",
        ),
        Given(
            2,
            r"Let $\hat a$ be a leader, $b$ another arm, $\Delta=\hat\mu(\hat "
            r"a)-\hat\mu(b)\ge0$; an "
            r"alternative with the best arm $b$ has $u=\hat\mu(\hat a)-\lambda(\hat a)$ and "
            r"$v=\lambda(b)-\hat\mu(b)$ with:",
            "u + v >= gap",
        ),
        Given(3, r"The least $W(\hat a,b)$.", f"least <= {PRICE}"),
        Inequality(
            4,
            r"The likelihood ratio, with those of the other arms, is at least $W(\hat a,b)$, for "
            r"each "
            "alternative and its best arm.",
            "least <= N*u**2/2 + M*v**2/2 + others",
            uses=(1,),
            weights={2: "(u+v+gap)*N*M/(2*(N+M))", 3: "1"},
            rest="(N*u-M*v)**2/(2*(N+M)) + others",
        ),
        Textbook(
            5,
            r"So is the infimum: $\mathrm{GLR}(\hat a)\ge\min_bW(\hat a,b)$.",
            "least <= glr",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 4},
            instance={"c": "least", "low": "glr", "X": "N*u**2/2 + M*v**2/2 + others"},
            over=("u", "v", "others", "gap", "N", "M"),
        ),
        Identity(
            6,
            r"For each $b$ and $e>0$ the means $u=(\Delta+e)M/(N+M)$ and $v=(\Delta+e)N/(N+M)$, "
            r"and "
            r"else $\hat\mu$, have a larger mean for $b$ than for $\hat a$ (if two arms tie for "
            r"the "
            "best mean, a slightly smaller $e$ parts them, at a smaller price). The price:",
            "N*((gap+e)*M/(N+M))**2/2 + M*((gap+e)*N/(N+M))**2/2 == (gap+e)**2*N*M/(2*(N+M))",
        ),
        Textbook(
            7,
            r"It is that of an alternative.",
            "glr <= (gap+e)**2*N*M/(2*(N+M))",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 6},
            instance={"low": "glr", "v": "(gap+e)**2*N*M/(2*(N+M))"},
        ),
        Inequality(
            8,
            r"For $e\le1$.",
            f"glr <= {PRICE} + (2*gap+1)*N*M/(2*(N+M))*e",
            weights={7: "1"},
        ),
        Textbook(
            9,
            r"So $\mathrm{GLR}(\hat a)\le W(\hat a,b)$ for each $b$.",
            f"glr <= {PRICE}",
            fact="textbook.bounds-of-sets:margins",
            hypotheses={"x is at most y + b r for every small r > 0": 8},
            instance={"x": "glr", "y": PRICE, "b": "(2*gap+1)*N*M/(2*(N+M))", "r": "e"},
            over=("e",),
        ),
        Given(
            10,
            r"For another arm $a$ than $\hat a$ the averages with that of $\hat a$ raised by $e$ "
            r"are an "
            r"alternative, of the price $Ne^2/2$.",
            uses=(1,),
        ),
        Textbook(
            11,
            r"Its infimum.",
            "second <= N*e**2/2",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 10},
            instance={"low": "second", "v": "N*e**2/2"},
        ),
        Inequality(12, r"For $e\le1$.", "second <= 0 + N/2*e", weights={11: "1"}),
        Textbook(
            13,
            r"So $\mathrm{GLR}(a)=0\le\mathrm{GLR}(\hat a)$.",
            "second <= 0",
            fact="textbook.bounds-of-sets:margins",
            hypotheses={"x is at most y + b r for every small r > 0": 12},
            instance={"x": "second", "y": "0", "b": "N/2", "r": "e"},
            over=("e",),
        ),
        Parts(14, r"$\max_a\mathrm{GLR}_t(a)=\min_{b\ne\hat a}W(\hat a,b)$.", uses=(5, 9, 13)),
    ),
)


def infimum(number: int, says: str, low: str, x: str, gap: str, part: str) -> tuple[Step, ...]:
    """The infimum over u + v > gap of part (w u^2 + x v^2) is at most part gap^2 w x/(w + x)."""
    half, room = f"{part}*w*{x}/(w+{x})", f"(2*{gap}+1)"
    there = f"({gap}+e)**2*({half})"
    return (
        Identity(
            number,
            says,
            f"{part}*(w*(({gap}+e)*{x}/(w+{x}))**2 + {x}*(({gap}+e)*w/(w+{x}))**2) == {there}",
        ),
        Textbook(
            number + 1,
            r"It is at least the infimum $F(\omega)$.",
            f"{low} <= {there}",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": number},
            instance={"low": low, "v": there},
        ),
        Inequality(
            number + 2,
            r"For $e\le1$.",
            f"{low} <= {gap}**2*({half}) + {room}*({half})*e",
            weights={number + 1: "1"},
        ),
        Textbook(
            number + 3,
            r"So for each $a$, as $e>0$ is any:",
            f"{low} <= {gap}**2*({half})",
            fact="textbook.bounds-of-sets:margins",
            hypotheses={"x is at most y + b r for every small r > 0": number + 2},
            instance={"x": low, "y": f"{gap}**2*({half})", "b": f"{room}*({half})", "r": "e"},
            over=("e",),
        ),
    )


BEST = "(1/(gap**2*S))"
OTHER = "(1/((gap+g)**2*S))"
THERE = f"(gap+g)**2/2*{BEST}*{OTHER}/({BEST}+{OTHER})"
NORMAL_TIME = Proof(
    "thesis.gauss.Tstar",
    where="gap in (0,inf), g in [0,inf), w in (0,1], x in [0,1], low in [0,inf), j in [0,inf), "
    "s in (-inf,inf), inverse in (0,inf), S in (0,inf), rate in (0,inf), value in [0,inf), "
    "T in (0,inf), e in (0,1], u in (-inf,inf), v in (-inf,inf), others in [0,inf)",
    steps=(
        *infimum(
            1,
            r"For weights with $w=\omega_1>0$ and $x=\omega_a$ (if $\omega_1=0$, then $F=0$) the "
            r"means $\mu_1-u$ and $\mu_a+v$ with $u=(\Delta_a+e)x/(w+x)$ and "
            r"$v=(\Delta_a+e)w/(w+x)$ are an alternative for each $e>0$ (if two arms tie for the "
            r"best mean, a slightly smaller $e$ parts them, at a smaller price); "
            r"$\sum_a\omega_a\mathrm{KL}_a$ there:",
            "low",
            "x",
            "gap",
            "1/2",
        ),
        Inequality(5, r"So $\omega_a\ge2F/\Delta_a^2$.", "x >= 2*low/gap**2", uses=(4,)),
        Inequality(
            6, r"And $\omega_1\ge2F/\Delta_a^2$, for $a=2$.", "w >= 2*low/gap**2", uses=(4,)
        ),
        Induction(
            7,
            r"Over $a\ge2$: the sum of $\omega_a-2F/\Delta_a^2$ is at least 0.",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + x - 2*low/gap**2",
            weight="1",
            uses=(5,),
        ),
        Given(
            8,
            r"The weights sum to 1, and $\mathrm{inverse}=\sum_{a\ge2}1/\Delta_a^2$.",
            "s == 1 - w - 2*low*inverse",
        ),
        Given(
            9,
            r"$S=\sum_a1/\Delta_a^2$, with $\Delta_1=\Delta_2$, the least gap: from here on "
            r"$\mathrm{gap}=\Delta_2$.",
            "S == inverse + 1/gap**2",
        ),
        Inequality(
            10,
            r"So $F(\omega)\le1/(2S)$ for all weights.",
            "low <= 1/(2*(inverse + 1/gap**2))",
            uses=(8,),
            weights={7: "1/(2*(inverse + 1/gap**2))", 6: "1/(2*(inverse + 1/gap**2))"},
        ),
        Textbook(
            11,
            r"$1/T^*$ is their supremum.",
            "rate <= 1/(2*(inverse + 1/gap**2))",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 10},
            instance={"high": "rate", "c": "1/(2*(inverse + 1/gap**2))", "X": "low"},
            over=("low", "w", "x", "s"),
        ),
        Inequality(
            12,
            r"At the weights $\omega_a=1/(\Delta_a^2S)$, which sum to 1, an arm of gap "
            r"$\Delta_2+g$ "
            "has a price of this or more.",
            f"1/(4*S) <= {THERE}",
        ),
        Given(
            13,
            r"In an alternative some arm $a\ge2$ is better than 1, of gap $\Delta_2+g$: with "
            r"$u=\mu_1-\lambda_1$ and $v=\lambda_a-\mu_a$",
            "u + v >= gap + g",
        ),
        Inequality(
            14,
            r"So $\sum_a\omega_a\mathrm{KL}_a$ is at least that there.",
            f"1/(4*S) <= {BEST}*u**2/2 + {OTHER}*v**2/2 + others",
            weights={12: "1", 13: f"(u+v+gap+g)*{BEST}*{OTHER}/(2*({BEST}+{OTHER}))"},
            rest=f"({BEST}*u-{OTHER}*v)**2/(2*({BEST}+{OTHER})) + others",
        ),
        Textbook(
            15,
            r"So is its infimum $F$.",
            "1/(4*S) <= value",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 14},
            instance={
                "c": "1/(4*S)",
                "low": "value",
                "X": f"{BEST}*u**2/2 + {OTHER}*v**2/2 + others",
            },
            over=("g", "u", "v", "others"),
        ),
        Textbook(
            16,
            r"And $1/T^*$ is at least $F$ there.",
            "value <= rate",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 9},
            instance={"v": "value", "high": "rate"},
        ),
        Given(17, r"$T^*=1/F$ at the best weights.", "T == 1/rate"),
        Inequality(
            18, r"$T^*\le4S$.", "T <= 4*S", uses=(17,), weights={15: "4*S/rate", 16: "4*S/rate"}
        ),
        Inequality(
            19,
            r"$T^*\ge2S$.",
            "T >= 2*(inverse + 1/gap**2)",
            uses=(17,),
            weights={11: "2*(inverse + 1/gap**2)/rate"},
        ),
        Parts(20, "Both ends.", uses=(18, 19)),
    ),
)

FREE = "1/(1+q)*a**2 + 1/(q*(1+q))*b**2 + others"
TIED = "1/2*a**2 + 1/(2*k)*b**2 + others"
HALF = Proof(
    "thesis.Tbeta.half",
    where="w in (0,1), x in [0,1], y in [0,1], k in [1,inf), q in [1,inf), j in [0,inf), d in "
    "[0,inf), "
    "s in (-inf,inf), sum in [0,inf), there in [0,inf), low in [0,inf), half in (0,inf), "
    "rate in (0,inf), u in [0,1], t in [0,inf), price in [0,inf), free in (0,inf), "
    "tied in (0,inf), e in (0,1], a in (-inf,inf), b in (-inf,inf), others in [0,inf), "
    "value in [0,inf), level in [0,inf)",
    steps=(
        Given(
            1,
            r"$1/T^*_{1/2}$ is a supremum of "
            r"$F(\omega)=\inf_\lambda\sum_a\omega_a\mathrm{KL}(\nu_a,"
            r"\lambda_a)$ over fewer weights than $1/T^*$.",
        ),
        Textbook(
            2,
            r"So $T^*\le T^*_{1/2}$.",
            "half <= rate",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={"each member of the first set is one of the second": 1},
            instance={"x": "half", "y": "rate"},
        ),
        Given(
            3,
            r"For weights $\omega$ with $\omega_1<1$ let $\omega'_1=\frac12$ and "
            r"$\omega'_a=\omega_a/"
            r"(2(1-\omega_1))$, for $\omega_1=1$ any $\omega'_a$ that sum to $\frac12$: "
            r"$\omega'\ge\omega/2$ for each arm, $x=\omega_a$ and $y=\omega'_a$.",
            "y >= x/2",
        ),
        Induction(
            4,
            r"Over the arms, for each alternative: the sum of "
            r"$(\omega'_a-\omega_a/2)\mathrm{KL}(\nu_a,"
            r"\lambda_a)$ is at least 0 (where one with $\omega_a>0$ is infinite, both sums are).",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + (y-x/2)*d",
            weight="1",
            uses=(3,),
        ),
        Given(
            5, r"That is the sum at $\omega'$ minus half of that at $\omega$,", "s == there - sum/2"
        ),
        Given(6, r"which is at least its infimum $F(\omega)$.", "low <= sum"),
        Inequality(7, r"For each alternative.", "low/2 <= there", uses=(4, 5), weights={6: "1/2"}),
        Textbook(
            8,
            r"So $F(\omega')\ge F(\omega)/2$.",
            "low/2 <= price",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 7},
            instance={"c": "low/2", "low": "price", "X": "there"},
            over=("there", "sum", "s"),
        ),
        Textbook(
            9,
            r"$F(\omega')$ is at most $1/T^*_{1/2}$.",
            "price <= half",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 3},
            instance={"v": "price", "high": "half"},
        ),
        Inequality(10, r"For all $\omega$.", "low <= 2*half", weights={8: "2", 9: "2"}),
        Textbook(
            11,
            r"So $1/T^*\le2/T^*_{1/2}$.",
            "rate <= 2*half",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 10},
            instance={"high": "rate", "c": "2*half", "X": "low"},
            over=("low", "price"),
        ),
        Given(
            12,
            r"Normal arms of variance 1, $k=K-1$ gaps of one size; an arm of the least weight "
            r"$u$ among "
            r"these $k$:",
            "x >= u",
        ),
        Induction(
            13,
            r"Their weights sum to $ku$ or more.",
            "t >= j*u",
            variable="j",
            start="0",
            sequence="t",
            first="0",
            following="t + x",
            weight="1",
            uses=(12,),
        ),
        Given(14, r"They sum to $1-\omega_1$.", "t <= 1 - w"),
        *infimum(
            15,
            r"Alternatives for $0<\omega_1=w<1$ (else $F=0$), as for $T^*$: the price in units of "
            r"$\Delta^2/2$, for the means moved by $(1+e)u/(w+u)$ and $(1+e)w/(w+u)$ in units of "
            r"$\Delta$.",
            "price",
            "u",
            "1",
            "1",
        ),
        Inequality(
            19,
            r"It increases with $u$, which is at most $(1-w)/k$.",
            "price <= w*(1-w)/((k-1)*w+1)",
            at={13: {"j": "k"}},
            weights={18: "1", 13: "w**2/((w+u)*((k-1)*w+1))", 14: "w**2/((w+u)*((k-1)*w+1))"},
        ),
        Given(20, r"$q=\sqrt k\ge1$.", "k == q**2"),
        Inequality(
            21,
            r"For all weights.",
            "price <= 1/(1+q)**2",
            uses=(20,),
            weights={19: "1"},
            rest="((1+q)*w-1)**2/((1+q)**2*((q**2-1)*w+1))",
        ),
        Textbook(
            22,
            r"In these units $1/T^*$ is at most this.",
            "free <= 1/(1+q)**2",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 21},
            instance={"high": "free", "c": "1/(1+q)**2", "X": "price"},
            over=("price", "w", "u"),
        ),
        Identity(
            23,
            r"The best arm with $w=1/(1+q)$ and each other one with $1/(q(1+q))$ have the sum 1: "
            "these are weights.",
            "1/(1+q) + q**2*(1/(q*(1+q))) == 1",
        ),
        Given(
            24,
            r"In an alternative some other arm $c$ is better than 1: with "
            r"$a=(\mu_1-\lambda_1)/\Delta$ and $b=(\lambda_c-\mu_c)/\Delta$",
            "a + b >= 1",
        ),
        Inequality(
            25,
            r"The price at these weights, with that of the other arms.",
            f"1/(1+q)**2 <= {FREE}",
            weights={24: "(a+b+1)/(1+q)**2"},
            rest="q*(a/(1+q) - b/(q*(1+q)))**2 + others",
        ),
        Textbook(
            26,
            r"So $F$ is at least this there.",
            "1/(1+q)**2 <= value",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 25},
            instance={"c": "1/(1+q)**2", "low": "value", "X": FREE},
            over=("a", "b", "others"),
        ),
        Textbook(
            27,
            r"And $1/T^*$ is at least $F$ there.",
            "value <= free",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 23},
            instance={"v": "value", "high": "free"},
        ),
        Given(28, r"Now let $w=\frac12$.", "w == 1/2"),
        Inequality(29, r"Then.", "price <= 1/(2*(k+1))", uses=(19, 28)),
        Textbook(
            30,
            r"In these units $1/T^*_{1/2}$ is at most this.",
            "tied <= 1/(2*(k+1))",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 29},
            instance={"high": "tied", "c": "1/(2*(k+1))", "X": "price"},
            over=("price", "u"),
        ),
        Identity(31, r"Here let $\omega_a=1/(2k)$.", "1/2 + k*(1/(2*k)) == 1"),
        Inequality(
            32,
            r"The price at these weights.",
            f"1/(2*(k+1)) <= {TIED}",
            weights={24: "(a+b+1)/(2*(k+1))"},
            rest="(a/2 - b/(2*k))**2*2*k/(k+1) + others",
        ),
        Textbook(
            33,
            r"So $F$ is at least this there,",
            "1/(2*(k+1)) <= level",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 32},
            instance={"c": "1/(2*(k+1))", "low": "level", "X": TIED},
            over=("a", "b", "others"),
        ),
        Textbook(
            34,
            r"and $1/T^*_{1/2}$ too.",
            "level <= tied",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 31},
            instance={"v": "level", "high": "tied"},
        ),
        Inequality(
            35,
            r"$T^*_{1/2}/T^*\le2K/(1+\sqrt{K-1})^2$.",
            "free/tied <= 2*(q**2+1)/(1+q)**2",
            uses=(20,),
            weights={
                22: "1/tied",
                33: "2*(q**2+1)/((1+q)**2*tied)",
                34: "2*(q**2+1)/((1+q)**2*tied)",
            },
        ),
        Inequality(
            36,
            r"And it is at least this.",
            "free/tied >= 2*(q**2+1)/(1+q)**2",
            uses=(20,),
            weights={26: "1/tied", 27: "1/tied", 30: "2*(q**2+1)/((1+q)**2*tied)"},
        ),
        Inequality(
            37,
            r"No factor below 2 holds for all $K$.",
            "2*(q**2+1)/(1+q)**2 >= 2 - 4/q",
        ),
        Parts(38, "The two bounds, the closed form, and its limit.", uses=(2, 11, 35, 36, 37)),
    ),
)
