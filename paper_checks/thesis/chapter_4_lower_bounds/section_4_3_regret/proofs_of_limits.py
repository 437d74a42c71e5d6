"""Step 4 of the proof of Theorem 4.16, and the TV infima of two classes, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof, Textbook

LIMIT = "textbook.bounds-of-sets:lower limit"
FROM_BELOW = "x_n >= (1 - r) c for every r > 0 and all large n"
MARGIN = "textbook.bounds-of-sets:upper limit with a margin"
FROM_ABOVE = "x_n <= c + s for every s > 0 and all large n"
MEMBER = "textbook.bounds-of-sets:member"
LEAST = "textbook.bounds-of-sets:infimum"

PULLS = Proof(
    "thesis.thm4.16.limit",
    where="eps in (0,inf), t in [0,1], alpha in (0,inf), p in (0,1), r in (0,1), L in (0,inf), "
    "n in [0,inf), c in (0,inf), most in (0,inf), R in (0,inf), low in [0,inf), s in (0,inf)",
    steps=(
        Given(
            1,
            r"With $L=\log T$, $n=\mathbb E[N_a(T)]$, $R=\mathrm{Reg}_T+\mathrm{Reg}'_T$: "
            r"$R\ge cTe^{-\varepsilon(t_a+\alpha)n}$,",
            "R >= c*exp(L - eps*(t + alpha)*n)",
        ),
        Given(2, r"and $R\le C_pT^p$ for every $p>0$ and all large $T$.", "R <= most*exp(p*L)"),
        Inequality(
            3,
            r"Together: $cTe^{-\varepsilon(t_a+\alpha)n}\le C_pT^p$.",
            "most*exp(p*L) >= c*exp(L - eps*(t + alpha)*n)",
            weights={1: "1", 2: "1"},
        ),
        Inequality(
            4,
            r"Logarithms: $\varepsilon(t_a+\alpha)n\ge(1-p)L-\log(C_p/c)$.",
            "log(most) + p*L >= log(c) + L - eps*(t + alpha)*n",
            uses=(3,),
            monotone=("log", "most*exp(p*L)", "c*exp(L - eps*(t + alpha)*n)"),
        ),
        Given(5, r"For all large $T$ also $\log(C_p/c)\le pL$.", "log(most) - log(c) <= p*L"),
        Inequality(
            6,
            r"So $\frac nL\ge(1-2p)\frac1{\varepsilon(t_a+\alpha)}$ for all large $T$.",
            "n/L >= (1 - 2*p)*(1/(eps*(t + alpha)))",
            weights={4: "1/(eps*(t + alpha)*L)", 5: "1/(eps*(t + alpha)*L)"},
        ),
        Textbook(
            7,
            r"The lower limit of $\frac nL$, if it is finite, is at least "
            r"$\frac1{\varepsilon(t_a+\alpha)}$.",
            "1/(eps*(t + alpha)) <= low",
            fact=LIMIT,
            hypotheses={FROM_BELOW: 6},
            instance={"low": "low", "X": "n/L", "c": "1/(eps*(t + alpha))", "r": "2*p"},
            over=("p", "n", "L"),
        ),
        Given(
            8,
            r"It does not depend on $\alpha$: for every $s>0$ take $\alpha=s/(\varepsilon(1+"
            r"\liminf\frac nL))$.",
            "alpha == s/(eps*(1 + low))",
        ),
        Inequality(
            9,
            r"Then $1\le\varepsilon t_a\liminf\frac nL+s$.",
            "1 <= eps*t*low + s",
            uses=(8,),
            weights={7: "eps*(t + s/(eps*(1 + low)))"},
            rest="s/(1 + low)",
        ),
        Textbook(
            10,
            r"As $s$ is any, a finite lower limit has $1\le\varepsilon t_a\liminf\frac nL$: it is "
            r"at least $\frac1{\varepsilon t_a}$, and for $t_a=0$ there is none.",
            "1 <= eps*t*low",
            fact="textbook.bounds-of-sets:margin",
            hypotheses={"x is at most y + r for every r > 0": 9},
            instance={"x": "1", "y": "eps*t*low", "r": "s"},
            over=("s", "alpha"),
        ),
    ),
    parts=(7,),
)
COIN = Proof(
    "thesis.tvinf.bernoulli.repaired",
    where="p in [0,1], mu in [0,1], q in [0,1], tv in [0,1], near in [0,1], s in (0,inf), "
    "low in [0,inf)",
    steps=(
        Given(
            1,
            r"The members are $\mathrm{TV}(\mathrm{Ber}(p),\mathrm{Ber}(q))=|q-p|$ for the means "
            r"$q>\mu^*$; here $p\le\mu^*$.",
            "tv == abs(q - p)",
            where="q > mu, p <= mu",
        ),
        Inequality(
            2,
            r"Each is at least $\mu^*-p=\Delta_a$.",
            "tv >= mu - p",
            where="q > mu, p <= mu",
            uses=(1,),
        ),
        Textbook(
            3,
            r"So the infimum is at least $\Delta_a$.",
            "mu - p <= low",
            where="q > mu, p <= mu",
            fact=LEAST,
            over=("tv",),
            hypotheses={"c is a lower bound": 2},
            instance={"c": "mu - p", "low": "low", "X": "tv"},
        ),
        Given(
            4,
            r"If $\mu^*<1$, each $s>0$ has a mean $q$ with $\mu^*<q\le\mu^*+s$, whose member is",
            "near <= mu + s - p",
        ),
        Textbook(
            5,
            r"The infimum is at most that member.",
            "low <= near",
            fact=MEMBER,
            hypotheses={"v is a member": 4},
            instance={"low": "low", "v": "near"},
        ),
        Inequality(
            6, r"So it is at most $\Delta_a+s$,", "low <= mu - p + s", weights={4: "1", 5: "1"}
        ),
        Textbook(
            7,
            r"for every $s>0$, hence at most $\Delta_a$.",
            "low <= mu - p",
            fact=MARGIN,
            over=("s",),
            hypotheses={FROM_ABOVE: 6},
            instance={"high": "low", "X": "low", "c": "mu - p", "s": "s"},
        ),
        Inequality(
            8,
            r"If $\mu^*=1$ no mean is above it, and the infimum of the empty set is $+\infty$.",
            "q <= mu",
            where="mu >= 1",
        ),
        Inequality(
            9,
            r"If $\mu^*<1$: $\mathrm{TV}_{\inf}=\Delta_a$.",
            "low == mu - p",
            where="q > mu, p <= mu",
            uses=(3, 7),
        ),
    ),
    parts=(8,),
)
UNBOUNDED = Proof(
    "thesis.tvinf.unbounded",
    where="mean in (-inf,inf), best in (-inf,inf), eta in (0,1), x in (-inf,inf), p in [0,1], "
    "q in [0,1], tv in [0,1], w in (0,inf), div in [0,inf), low in [0,inf), lowk in [0,inf), "
    "s in (0,inf)",
    steps=(
        Given(
            1,
            r"Let $Q=(1-\eta)P+\eta\delta_x$ with $x=\mu+(\mu^*-\mu+1)/\eta$.",
            "x == mean + (best - mean + 1)/eta",
        ),
        Inequality(
            2,
            r"Its mean is $\mu^*+1>\mu^*$: it is a member of the class.",
            "(1 - eta)*mean + eta*x == best + 1",
            uses=(1,),
        ),
        Given(
            3,
            r"Let $A$ be the event where $P$ has the larger density: $Q(A)\ge(1-\eta)P(A)$, as for "
            r"every event.",
            "q >= (1 - eta)*p",
        ),
        Textbook(
            4,
            r"$\mathrm{TV}(P,Q)=P(A)-Q(A)$.",
            "tv == p - q",
            fact="textbook.scheffe",
            hypotheses={"where p > q": 3},
            instance={"t": "tv", "p": "p", "q": "q"},
        ),
        Inequality(
            5,
            r"So $\mathrm{TV}(P,Q)\le\eta P(A)\le\eta$.",
            "tv <= 0 + eta",
            uses=(4,),
            weights={3: "1"},
            rest="eta*(1 - p)",
        ),
        Given(
            6,
            r"The density $w$ of $P$ with respect to $Q$ is at most $\frac1{1-\eta}$.",
            "w <= 1/(1 - eta)",
        ),
        Inequality(
            7,
            r"So $\log w\le-\log(1-\eta)$.",
            "log(w) <= log(1/(1 - eta))*1",
            uses=(6,),
            monotone=("log", "1/(1 - eta)", "w"),
        ),
        Textbook(
            8,
            r"The mean under $P$: $\mathrm{KL}(P\|Q)\le-\log(1-\eta)$.",
            "div <= log(1/(1 - eta))*1",
            fact="textbook.elementary-probability:mean",
            over=("w",),
            hypotheses={"X <= c Y at every outcome": 7},
            instance={"x": "div", "c": "log(1/(1 - eta))", "y": "1", "X": "log(w)", "Y": "1"},
        ),
        Textbook(
            9,
            r"$\mathrm{TV}_{\inf}$ is at most each member,",
            "low <= tv",
            fact=MEMBER,
            hypotheses={"v is a member": 2},
            instance={"low": "low", "v": "tv"},
        ),
        Inequality(10, r"so at most $\eta$,", "low <= 0 + eta", weights={5: "1", 9: "1"}),
        Textbook(
            11,
            r"for every $\eta>0$: $\mathrm{TV}_{\inf}=0$, and the bound of Theorem 4.16 has the "
            r"denominator 0.",
            "low <= 0",
            fact=MARGIN,
            over=("eta",),
            hypotheses={FROM_ABOVE: 10},
            instance={"high": "low", "X": "low", "c": "0", "s": "eta"},
        ),
        Textbook(
            12,
            r"$\mathrm{KL}_{\inf}$ is at most each member.",
            "lowk <= div",
            fact=MEMBER,
            hypotheses={"v is a member": 2},
            instance={"low": "lowk", "v": "div"},
        ),
        Given(13, r"For $s>0$ take $\eta$ with $-\log(1-\eta)\le s$.", "log(1/(1 - eta)) <= s"),
        Inequality(
            14,
            r"So it is at most $s$,",
            "lowk <= 0 + s",
            weights={8: "1", 12: "1", 13: "1"},
        ),
        Textbook(
            15,
            r"for every $s>0$: $\mathrm{KL}_{\inf}=0$.",
            "lowk <= 0",
            fact=MARGIN,
            over=("s",),
            hypotheses={FROM_ABOVE: 14},
            instance={"high": "lowk", "X": "lowk", "c": "0", "s": "s"},
        ),
    ),
    parts=(11,),
)
