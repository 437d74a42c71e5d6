"""The proofs of the lower bounds without privacy: Theorems 2.28 and 2.32, and what they give."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

MINIMAX = (
    "k in [1,inf), T in [1,inf), D in (0,inf), n in [0,inf), x in [0,inf), j in [0,inf), "
    "s in [0,inf), joint in [0,inf), p in [0,1], q in [0,1], v in [0,1], a in [0,inf), "
    "b in [0,inf), one in [0,inf), two in [0,inf), more in [0,inf), R in [0,inf)"
)


def _two_instances(first: int) -> tuple[Step, ...]:
    """Section 4.1 at (D, 0, ..) and (D, 0, .., 2 D, ..): 2 R >= D T/2 exp(-2 D^2 n)/2."""
    f = first
    return (
        Given(
            f,
            r"A policy; $\nu$ has the means $(D,0,\dots,0)$, with $k=K-1$, and $i>1$ is an arm of "
            r"the least $n=\mathbb E_\nu N_i$ among the last $k$; in $\nu'$ its mean is $2D$.",
            "x >= n",
        ),
        Induction(
            f + 1,
            r"The pulls of the last $k$ arms: $s=\sum_{a>1}\mathbb E_\nu N_a\ge kn$.",
            "s >= j*n",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + x",
            weight="1",
            uses=(f,),
        ),
        Given(
            f + 2,
            r"Given the past, the rewards of a round have the laws of its arm, which differ for "
            r"$i$ "
            r"alone, by $2D$ in the mean.",
        ),
        OnClaim(
            f + 3,
            r"That is a divergence of $(2D)^2/2$.",
            claim="thesis.def2.30.gaussian",
            uses=(f + 2,),
        ),
        Textbook(
            f + 4,
            r"The divergence of the histories under $\nu$ and $\nu'$.",
            "joint == n*(2*D)**2/2",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": f + 3},
            instance={"joint": "joint", "total": "n*(2*D)**2/2"},
        ),
        Textbook(
            f + 5,
            r"For $p=\mathbb P_\nu(N_1\le T/2)$ and $q=\mathbb P_{\nu'}(N_1>T/2)$.",
            "p + q >= exp(-joint)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "p", "q": "q", "k": "joint"},
        ),
        Textbook(
            f + 6,
            r"Markov's inequality for $T-N_1\ge T/2$, of mean $a$.",
            "p*(T/2) <= a",
            fact="textbook.markov",
            where="c in [0,inf)",
            over=("c",),
            hypotheses={"X >= 0": "c >= 0", "a > 0": "T/2 > 0"},
            instance={"p": "p", "a": "T/2", "m": "a", "X": "c"},
        ),
        Given(f + 7, r"$N_1>T/2$ is a part of $N_1\ge T/2$."),
        Textbook(
            f + 8,
            r"So $q$ is at most the probability $v$ of this.",
            "q <= v",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": f + 7},
            instance={"p": "q", "q": "v"},
        ),
        Textbook(
            f + 9,
            r"Markov's inequality for $N_1\ge T/2$, of mean $b$ under $\nu'$.",
            "v*(T/2) <= b",
            fact="textbook.markov",
            where="c in [0,inf)",
            over=("c",),
            hypotheses={"X >= 0": "c >= 0", "a > 0": "T/2 > 0"},
            instance={"p": "v", "a": "T/2", "m": "b", "X": "c"},
        ),
        OnClaim(
            f + 10,
            r"The regret under $\nu$ is $D\,\mathbb E_\nu(T-N_1)$; there $s=a$.",
            "one == D*a",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"reg": "one", "pulls": "D*a"},
        ),
        OnClaim(
            f + 11,
            r"The regret under $\nu'$ is that of arm 1, whose gap is $D$, and of the others.",
            "two == D*b + more",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"reg": "two", "pulls": "D*b + more"},
        ),
        Inequality(f + 12, r"So it is at least that of arm 1.", "two >= D*b", uses=(f + 11,)),
        Given(f + 13, r"The worst regret $R$ of the policy is at least the first", "R >= one"),
        Given(f + 14, r"and the second one.", "R >= two"),
        Inequality(
            f + 15,
            r"So $R\ge\frac{TD}8e^{-2D^2n}$.",
            "R >= T*D/8*exp(-n*(2*D)**2/2)",
            uses=(f + 4, f + 10),
            weights={
                f + 13: "1/2",
                f + 14: "1/2",
                f + 12: "1/2",
                f + 6: "D/2",
                f + 9: "D/2",
                f + 8: "D*T/4",
                f + 5: "D*T/4",
            },
        ),
    )


BOUNDED = Proof(
    "thesis.thm2.28.repaired",
    where=f"{MINIMAX}, m in [1,inf), best in [0,inf)",
    parts=(3, 27),
    steps=(
        Given(1, r"$k=K-1\ge1$ and $T\ge k$; $m=\sqrt{T/k}\ge1$.", "T == k*m**2"),
        Given(2, r"$D=\sqrt{k/(4T)}$.", "D == 1/(2*m)"),
        Inequality(3, r"All means lie in $[0,1]$.", "2*D <= 1", uses=(2,)),
        *_two_instances(4),
        Given(20, r"There are $T$ pulls.", "s <= T"),
        Inequality(
            21,
            r"So $2D^2n\le\frac12$.",
            "n*(2*D)**2/2 <= 1/2",
            at={5: {"j": "k"}},
            uses=(1, 2),
            weights={5: "1/(2*T)", 20: "1/(2*T)"},
        ),
        Inequality(
            22,
            r"Its exponential.",
            "exp(-1/2) <= exp(-n*(2*D)**2/2)",
            weights={21: "1"},
            monotone=("exp", "-n*(2*D)**2/2", "-1/2"),
        ),
        Inequality(
            23,
            r"The worst regret of every policy is at least this.",
            "R >= T*D/8*exp(-1/2)",
            weights={19: "1", 22: "T*D/8"},
        ),
        Inequality(
            24,
            r"That is $\frac{e^{-1/2}}{16}\sqrt{kT}$.",
            "R >= exp(-1/2)/16*k*m",
            uses=(1, 2),
            weights={23: "1"},
        ),
        Textbook(
            25,
            r"So is the infimum over the policies.",
            "exp(-1/2)/16*k*m <= best",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 24},
            instance={"c": "exp(-1/2)/16*k*m", "low": "best", "X": "R"},
            over=("R",),
        ),
        Inequality(26, r"$\sqrt{kT}=km$.", "sqrt(k*T) <= k*m", uses=(1,)),
        Inequality(
            27,
            r"$\mathrm{Reg}^*_T\ge\frac{e^{-1/2}}{16}\sqrt{(K-1)T}$,",
            "best >= exp(-1/2)/16*sqrt(k*T)",
            where="T >= k",
            weights={25: "1", 26: "exp(-1/2)/16"},
        ),
        Inequality(28, r"and $\frac{e^{-1/2}}{16}\ge\frac1{27}$:", "exp(-1/2)/16 >= 1/27"),
        Inequality(
            29,
            r"$\mathrm{Reg}^*_T\ge\frac1{27}\sqrt{(K-1)T}$.",
            "best >= sqrt(k*T)/27",
            where="T >= k",
            weights={27: "1", 28: "sqrt(k*T)"},
        ),
    ),
)

LONG = "m >= 4*exp(1/2)"
BY_REGRET = Proof(
    "thesis.thm2.28.by_regret",
    where=f"{MINIMAX}, m in (0,inf), y in (0,inf), w in (0,inf), best in [0,inf)".replace(
        "T in [1,inf)", "T in (0,inf)"
    ),
    parts=(2,),
    steps=(
        Given(
            1,
            r"$k=K-1\ge1$, $m=\sqrt{T/k}$ and $D=\min\{2\sqrt{ek/T},\frac12\}$.",
            "D == min(2*exp(1/2)/m, 1/2)",
        ),
        Inequality(2, r"All means lie in $[0,1]$.", "2*D <= 1", uses=(1,)),
        *_two_instances(3),
        Given(19, r"Under $\nu$ the last $k$ arms have $T-N_1$ pulls, of mean $a$.", "s <= a"),
        Inequality(
            20,
            r"Each of these costs $D$: $n\,kD\le R$.",
            "n*k*D <= R",
            at={4: {"j": "k"}},
            uses=(13,),
            weights={16: "1", 19: "D", 4: "D"},
        ),
        Inequality(
            21, r"So $2D^2n\le\frac{2D}kR$.", "n*(2*D)**2/2 <= 2*D*R/k", weights={20: "2*D/k"}
        ),
        Inequality(
            22,
            "The exponential.",
            "exp(-(2*D*R/k)) <= exp(-n*(2*D)**2/2)",
            monotone=("exp", "-n*(2*D)**2/2", "-(2*D*R/k)"),
            weights={21: "1"},
        ),
        Inequality(
            23,
            r"$R\ge\frac{TD}8e^{-2DR/k}$.",
            "R >= T*D/8*exp(-(2*D*R/k))",
            weights={18: "1", 22: "T*D/8"},
        ),
        Given(24, r"Let $y=\frac{2D}kR$,", "y == 2*D*R/k", uses=(23,)),
        Given(25, r"and $T=km^2$.", "T == k*m**2"),
        Inequality(
            26,
            r"So $y\ge\frac{TD^2}{4k}e^{-y}$.",
            "y >= (m*D/2)**2*exp(-y)",
            uses=(24, 25),
            weights={23: "2*D/k"},
        ),
        Inequality(
            27,
            "The logarithm.",
            "log(y) >= log((m*D/2)**2) - y",
            monotone=("log", "y", "(m*D/2)**2*exp(-y)"),
            weights={26: "1"},
        ),
        Given(
            28,
            r"Let $w=W(\frac{TD^2}{4k})$, so that $we^w=\frac{TD^2}{4k}$: both",
            "w + log(w) <= log((m*D/2)**2)",
        ),
        Inequality(29, "The tangent of the logarithm.", "log(y) - log(w) <= y/w - 1"),
        Inequality(
            30,
            r"So $y\ge w$.",
            "y >= w",
            weights={27: "w/(1 + w)", 28: "w/(1 + w)", 29: "w/(1 + w)"},
        ),
        Inequality(
            31, r"$R\ge\frac{k}{2D}w$.", "R >= k/(2*D)*w", uses=(24,), weights={30: "k/(2*D)"}
        ),
        Textbook(
            32,
            r"So is the infimum over the policies: $\mathrm{Reg}^*_T\ge\frac{K-1}{2\Delta}W(\frac{"
            r"T\Delta^2}{4(K-1)})$.",
            "k/(2*D)*w <= best",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 31},
            instance={"c": "k/(2*D)*w", "low": "best", "X": "R"},
            over=("R", "y", "n", "x", "s", "joint", "p", "q", "v", "a", "b", "one", "two"),
        ),
        Given(33, r"By the definition of $w$ also", "w + log(w) >= log((m*D/2)**2)"),
        Inequality(
            34,
            r"If $T\ge16ek$, $D=2\sqrt{ek/T}$,",
            "D == 2*exp(1/2)/m",
            where=LONG,
            uses=(1,),
        ),
        Inequality(35, r"$w+\log w\le1$", "w + log(w) <= 1", where=LONG, uses=(28, 34)),
        Inequality(36, r"and $w+\log w\ge1$.", "w + log(w) >= 1", where=LONG, uses=(33, 34)),
        Inequality(37, r"$\log w\ge1-\frac1w$:", "log(w) >= 1 - 1/w"),
        Inequality(
            38,
            r"so $w\le1$;",
            "w <= 1",
            where=LONG,
            weights={35: "w/(1 + w)", 37: "w/(1 + w)"},
        ),
        Inequality(39, r"$\log w\le w-1$:", "log(w) <= w - 1"),
        Inequality(40, r"so $w\ge1$,", "w >= 1", where=LONG, weights={36: "1/2", 39: "1/2"}),
        Inequality(41, r"$W(e)=1$.", "w == 1", where=LONG, uses=(38, 40)),
        Inequality(42, r"With $\sqrt{kT}=km$", "sqrt(k*T) == k*m", uses=(25,)),
        Inequality(
            43,
            r"the bound is $\frac1{4\sqrt e}\sqrt{(K-1)T}$",
            "k/(2*D)*w == sqrt(k*T)/(4*exp(1/2))",
            where=LONG,
            uses=(34, 41, 42),
        ),
        Inequality(44, r"and $4\sqrt e\le6.6$.", "4*exp(1/2) <= 6.6"),
        Inequality(
            45,
            r"So $\mathrm{Reg}^*_T\ge\frac1{6.6}\sqrt{(K-1)T}$.",
            "best >= sqrt(k*T)/6.6",
            where=LONG,
            uses=(43,),
            weights={32: "1", 44: "sqrt(k*T)/(6.6*4*exp(1/2))"},
        ),
        Parts(46, "The bound, its number for long horizons, and its size.", uses=(32, 43, 45)),
    ),
)

ORDER = Proof(
    "thesis.def2.27.order",
    where="K in [2,inf), T in [1,inf), best in [0,inf), T >= K - 1",
    steps=(
        OnClaim(
            1,
            r"For means in $[0,1]$ and $T\ge K-1$.",
            "best >= sqrt((K-1)*T)/27",
            claim="thesis.thm2.28.repaired",
            of_step=29,
            instance={"k": "K - 1"},
        ),
        Inequality(
            2,
            r"$K-1\ge K/2$.",
            "sqrt((K-1)*T) >= sqrt(K*T/2)",
            monotone=("root2", "(K-1)*T", "K*T/2"),
            rest="(K-2)*T/2",
        ),
        Inequality(
            3,
            r"$\mathrm{Reg}^*_T\ge\frac1{27\sqrt2}\sqrt{KT}$.",
            "best >= sqrt(K*T/2)/27",
            weights={1: "1", 2: "1/27"},
        ),
    ),
)

SAMPLES = Proof(
    "thesis.thm2.32.repaired",
    where="d in (0,1/2], z in [1,inf), r in (0,inf), p in [0,1], q in [0,1], right in [0,1], "
    "hist in [0,inf), part in [0,inf), x in [0,inf), y in [0,inf), sum in [0,inf), "
    "n in [0,inf), w in [0,inf), low in [0,inf), rate in [0,inf)",
    parts=(14,),
    steps=(
        Given(
            1,
            r"$\lambda$ is an alternative: its best arm is another one than $a^\star(\nu)$. Under "
            r"each instance the strategy halts with the best arm with probability at least "
            r"$1-\delta=z/(1+z)$, where $z=(1-\delta)/\delta\ge1$ for $\delta\le\frac12$:",
            "right >= z/(1+z)",
        ),
        Given(
            2,
            r"so under $\lambda$ it answers $a^\star(\nu)$ by round $m$ with a probability $q$ of "
            r"at most $\delta$.",
            "q <= 1/(1+z)",
        ),
        Given(
            3,
            r"In each round before the end the arm is chosen by the past alone, and its reward has "
            r"the law $\nu_a$ or $\lambda_a$ given the past; at the end the answer is chosen by "
            r"it.",
        ),
        Textbook(
            4,
            r"The divergence of the histories until $\min(\tau,m)$ is the mean of the sum of the "
            r"$\mathrm{KL}(\nu_{a_t},\lambda_{a_t})$ until then.",
            "hist == part",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 3},
            instance={"joint": "hist", "total": "part"},
        ),
        Given(5, r"Until $\tau$ there are more terms, all at least 0.", "x <= 1*y"),
        Textbook(
            6,
            r"So this is at most $\sum_a\mathbb E_\nu[N_a]\,\mathrm{KL}(\nu_a,\lambda_a)$ (if that "
            "is finite; else there is nothing to show).",
            "part <= 1*sum",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "part", "c": "1", "y": "sum", "X": "x", "Y": "y"},
            over=("x", "y"),
        ),
        Textbook(
            7,
            r"For every $r>0$ and large $m$: the right answer $a^\star(\nu)$ by round $m$ has "
            r"under "
            r"$\nu$ the probability $p$.",
            "p >= z/(1+z) - r",
            fact="textbook.elementary-probability:increasing events",
            hypotheses={"the events increase to the event": 3, "its probability is at least c": 1},
            instance={"p": "p", "c": "z/(1+z)", "r": "r", "P": "right"},
            over=("right",),
        ),
        Textbook(
            8,
            r"For $f=2\log z$ on this event and else 0.",
            "hist >= 2*log(z)*p - log(1 + q*(z**2 - 1))",
            fact="textbook.donsker-varadhan",
            hypotheses={"f is bounded": 3},
            instance={"k": "hist", "x": "2*log(z)*p", "y": "1 + q*(z**2 - 1)"},
        ),
        Inequality(9, r"As $q\le\delta$.", "1 + q*(z**2 - 1) <= z", weights={2: "z**2 - 1"}),
        Inequality(
            10,
            r"The logarithm of this.",
            "log(1 + q*(z**2 - 1)) <= log(z)",
            weights={9: "1"},
            monotone=("log", "z", "1 + q*(z**2 - 1)"),
        ),
        Inequality(
            11,
            r"So $\frac{z-1}{z+1}\log z=\mathrm{kl}(\delta,1-\delta)$ is at most the sum and a "
            r"small "
            "term.",
            "(z-1)/(z+1)*log(z) <= sum + 2*log(z)*r",
            uses=(4,),
            weights={6: "1", 8: "1", 7: "2*log(z)", 10: "1"},
        ),
        Textbook(
            12,
            r"It is at most the sum.",
            "(z-1)/(z+1)*log(z) <= sum",
            fact="textbook.bounds-of-sets:margins",
            hypotheses={"x is at most y + b r for every small r > 0": 11},
            instance={"x": "(z-1)/(z+1)*log(z)", "y": "sum", "b": "2*log(z)", "r": "r"},
            over=("r", "p", "q", "hist", "part"),
        ),
        Given(13, r"The notation of step 1.", "z == (1-d)/d"),
        Inequality(
            14,
            r"$\sum_a\mathbb E_\nu[N_a]\,\mathrm{KL}(\nu_a,\lambda_a)\ge\mathrm{kl}(\delta,1-"
            r"\delta)$.",
            "kl(d,1-d) <= sum",
            uses=(12, 13),
        ),
        Given(
            15,
            r"Let $n=\mathbb E_\nu[\tau]-1=\sum_a\mathbb E_\nu N_a$ be finite (else there is "
            r"nothing "
            r"to show), and $\omega_a=\mathbb E_\nu[N_a]/n$; for $n=0$ any weights. With "
            r"$w=\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)$ for each alternative $\lambda$:",
            "sum == n*w",
        ),
        Inequality(16, r"For each alternative.", "kl(d,1-d) <= n*w", uses=(14, 15)),
        Textbook(
            17,
            r"The infimum of $w$ over the alternatives.",
            "kl(d,1-d) <= n*low",
            fact="textbook.bounds-of-sets:multiple of an infimum",
            hypotheses={"c <= b X for every member": 16, "b >= 0": "n >= 0"},
            instance={"c": "kl(d,1-d)", "b": "n", "X": "w", "low": "low"},
            over=("w", "sum"),
        ),
        Textbook(
            18,
            r"It is at most the supremum over the weights, $1/T^*_{\mathrm{KL}}(\nu)$.",
            "low <= rate",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 15},
            instance={"v": "low", "high": "rate"},
        ),
        Inequality(
            19,
            r"$\mathrm{kl}(\delta,1-\delta)\le(\mathbb E_\nu[\tau]-1)/T^*_{\mathrm{KL}}(\nu)$: the "
            r"bound, and $\mathrm{kl}=0$ if $T^*_{\mathrm{KL}}=\infty$; without alternatives "
            r"$T^*_{\mathrm{KL}}=0$.",
            "kl(d,1-d) <= n*rate",
            weights={17: "1", 18: "n"},
        ),
    ),
)

SHARE = Proof(
    "thesis.Tbeta.bound",
    where="d in (0,1/2], sum in [0,inf), n in [0,inf), w in [0,inf), low in [0,inf), rate in "
    "[0,inf)",
    steps=(
        OnClaim(
            1,
            r"For each alternative $\lambda$, where the sum is finite: $\sum_a\mathbb E_\nu[N_a]"
            r"\mathrm{KL}(\nu_a,\lambda_a)$.",
            "kl(d,1-d) <= sum",
            claim="thesis.thm2.32.repaired",
            of_step=14,
        ),
        Given(
            2,
            r"The strategy has $\mathbb E_\nu N_a=n\omega_a$, $n=\mathbb E_\nu[\tau]-1$ finite, "
            r"with "
            r"$\omega_{a^\star}=\beta$; $w=\sum_a\omega_a\mathrm{KL}(\nu_a,\lambda_a)$.",
            "sum == n*w",
        ),
        Inequality(3, r"For each alternative.", "kl(d,1-d) <= n*w", uses=(1, 2)),
        Textbook(
            4,
            r"The infimum of $w$ over the alternatives.",
            "kl(d,1-d) <= n*low",
            fact="textbook.bounds-of-sets:multiple of an infimum",
            hypotheses={"c <= b X for every member": 3, "b >= 0": "n >= 0"},
            instance={"c": "kl(d,1-d)", "b": "n", "X": "w", "low": "low"},
            over=("w", "sum"),
        ),
        Textbook(
            5,
            r"It is at most the supremum over the weights with $\omega_{a^\star}=\beta$, "
            r"$1/T^*_\beta$.",
            "low <= rate",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 2},
            instance={"v": "low", "high": "rate"},
        ),
        Inequality(
            6,
            r"$\mathbb E_\nu[\tau]-1\ge T^*_\beta\,\mathrm{kl}(\delta,1-\delta)$.",
            "kl(d,1-d) <= n*rate",
            weights={4: "1", 5: "n"},
        ),
    ),
)
