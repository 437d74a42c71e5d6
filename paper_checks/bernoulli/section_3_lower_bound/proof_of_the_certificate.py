"""The certificate behind Theorem 3.1 for one arm among K, all private policies and laws.

G is the event that the arm is pulled at most n times, that at most h of its pairs differ, and that
the likelihood ratio f of its rewards r' is at most e^w.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

DENSITY = "textbook.density"
IS_DENSITY = "f is the density of P with respect to Q"
KERNELS = "each factor is a kernel of the past"
MEAN = "textbook.elementary-probability:mean"
LARGER = "textbook.elementary-probability:larger"

PROOF = Proof(
    "bern.derived.audit",
    where="eps in [0,inf), h in [0,inf), w in [0,inf), t in [0,1], apart in [0,1], "
    "many in [1,inf), v in [0,1], u in [0,1], d in [0,inf), i in [0,1], j in [0,1], k in [0,1], "
    "f in [0,inf), factor in [0,inf), past in [0,inf), joint in [0,inf), x in [0,inf), "
    "y in [0,inf), y1 in [0,inf), x1 in [0,inf), total in [0,inf), later in [0,inf), "
    "log_f in (-inf,inf), top in (-inf,inf), few in [0,1], left in [0,1], same in [0,1], "
    "good in [0,1], moved in [0,1], walked in [0,1], far in [0,1], high in [0,1], "
    "drawn in [0,1], drawn2 in [0,1], p in [0,1], q in [0,1], past2 in [0,inf), joint2 in [0,inf), "
    "factor2 in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is $\epsilon$-DP. $\nu$ and $\nu''$ differ at arm $a$ alone, which has $P$ in "
            r"$\nu$ and $P'$ in $\nu''$; $Q\ll P'$; $n$ is whole, $T$ and $K$ are any.",
        ),
        OnClaim(
            2,
            r"Whether Table or View DP is meant, the mechanism from lists $\mathbf r$ to the law "
            r"$\mathcal V_{\mathbf r}$ of the actions is $\epsilon$-DP.",
            claim="bern.prop2.4",
            uses=(1,),
        ),
        Given(
            3,
            r"Under $\gamma$ each action is drawn from $\pi_t(\cdot\mid a_1,r_1,\dots,r_{t-1})$, "
            r"and given the past and $a_t$ the pair $(r_t,r'_t)$ from a maximal coupling of $P$ "
            r"and $Q$ if $a_t=a$; else $r_t=r'_t$ is drawn from the law of the arm.",
        ),
        Textbook(
            4,
            r"At arm $a$ $r_t\ne r'_t$ has the probability $\mathrm{TV}(P,Q)$.",
            "apart == t",
            fact="textbook.maximal-coupling",
            hypotheses={"{X != Y} is an event": 3},
            instance={"apart": "apart", "t": "t"},
        ),
        Textbook(
            5,
            r"For each set $r_t$ has the probability of $P$",
            "drawn == p",
            fact="textbook.maximal-coupling",
            hypotheses={"{X != Y} is an event": 3},
            instance={"left": "drawn", "p": "p"},
        ),
        Textbook(
            6,
            r"and $r'_t$ that of $Q$.",
            "drawn2 == q",
            fact="textbook.maximal-coupling",
            hypotheses={"{X != Y} is an event": 3},
            instance={"right": "drawn2", "q": "q"},
        ),
        Textbook(
            7,
            r"So the actions and rewards $r$ have the law of $\nu$: $P_\nu(N_a\le n)=P_\gamma"
            r"(N_a\le n)$.",
            "left == same",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 5},
            instance={"p": "left", "q": "same"},
            uses=(3,),
        ),
        Textbook(
            8,
            r"Let $E_0$ draw $\mathbf a$ uniformly of its $M=K^T$ values, then the pairs as "
            r"$\gamma$ does. The density of $\gamma$ is $M\,\mathcal V_{\mathbf r}(\mathbf a)$: "
            r"each round has the factor $K\pi_t(a_t\mid a_1,r_1,\dots,r_{t-1})$.",
            "joint == past*factor",
            fact="textbook.ionescu-tulcea",
            hypotheses={KERNELS: 3},
            instance={"joint": "joint", "past": "past", "k": "factor"},
        ),
        Textbook(
            9,
            r"$P_\gamma(G)=E_0[M\,\mathcal V_{\mathbf r}(\mathbf a)\,1_G]$.",
            "good == x",
            fact=DENSITY,
            hypotheses={IS_DENSITY: 8},
            instance={"x": "good", "y": "x"},
        ),
        Textbook(
            10,
            r"For all $\mathbf a$ and lists that differ at $d$ places: $\mathcal V_{\mathbf r}"
            r"(\mathbf a)\le e^{\epsilon d}\mathcal V_{\mathbf r'}(\mathbf a)$.",
            "v <= exp(eps*d)*u",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 2},
            instance={"v": "v", "w": "u", "d": "d", "e": "eps"},
        ),
        Given(
            11,
            r"Let $i=1_G$ with $G=\{N_a\le n,d\le h,f\le e^w\}$: so $i(h-d)\ge0$.",
            "i*(h - d) >= 0",
        ),
        Inequality(
            12,
            r"So $i\,e^{\epsilon d}\le i\,e^{\epsilon h}$.",
            "i*exp(eps*d) <= i*exp(eps*h)",
            weights={11: "eps*exp(eps*d)"},
            rest="i*exp(eps*d)*(exp(eps*(h - d)) - 1 - eps*(h - d))",
        ),
        Given(
            13,
            r"Let $j$ be the indicator of $N_a\le n$, $f\le e^w$, which is so on $G$.",
            "i <= j",
        ),
        Inequality(
            14,
            r"So $M\,\mathcal V_{\mathbf r}(\mathbf a)\,i\le e^{\epsilon h}M\,\mathcal V_{\mathbf "
            r"r'}(\mathbf a)\,j$ always.",
            "many*v*i <= exp(eps*h)*(many*u*j)",
            weights={10: "many*i", 12: "many*u", 13: "many*u*exp(eps*h)"},
        ),
        Textbook(
            15,
            r"The mean: $P_\gamma(G)\le e^{\epsilon h}E_0[M\,\mathcal V_{\mathbf r'}(\mathbf a)\,"
            r"j]$, which is about $\mathbf a$ and $\mathbf r'$ alone.",
            "x <= exp(eps*h)*y",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 14},
            instance={"x": "x", "c": "exp(eps*h)", "y": "y", "X": "many*v*i", "Y": "many*u*j"},
            over=("v", "u", "i", "j", "many"),
        ),
        Textbook(
            16,
            r"Let $E_1$ draw $\mathbf a$ uniformly and $\mathbf r'$ from the laws of $\nu''$. "
            r"Under $E_0$ $(\mathbf a,\mathbf r')$ has the density $f=\prod_{t:a_t=a}\frac{dQ}{dP'}"
            r"(r'_t)$: $E_0[M\,\mathcal V_{\mathbf r'}(\mathbf a)\,j]=E_1[f\,M\,\mathcal V_{\mathbf"
            r" r'}(\mathbf a)\,j]$.",
            "y == y1",
            fact=DENSITY,
            hypotheses={IS_DENSITY: 6},
            instance={"x": "y", "y": "y1"},
        ),
        Given(17, r"$j$ is 0 where $f>e^w$,", "j*(exp(w) - f) >= 0"),
        Given(18, r"and at most the indicator $k$ of $N_a\le n$.", "j <= k"),
        Inequality(
            19,
            r"So $f\,M\,\mathcal V_{\mathbf r'}(\mathbf a)\,j\le e^wM\,\mathcal V_{\mathbf r'}"
            r"(\mathbf a)\,k$.",
            "f*many*u*j <= exp(w)*(many*u*k)",
            weights={17: "many*u", 18: "many*u*exp(w)"},
        ),
        Textbook(
            20,
            r"The mean: $E_1[f\,M\,\mathcal V_{\mathbf r'}(\mathbf a)\,j]\le e^wE_1[M\,\mathcal V_"
            r"{\mathbf r'}(\mathbf a)\,k]$.",
            "y1 <= exp(w)*x1",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 19},
            instance={"x": "y1", "c": "exp(w)", "y": "x1", "X": "f*many*u*j", "Y": "many*u*k"},
            over=("f", "u", "j", "k", "many"),
        ),
        Given(
            21,
            r"Under $\nu''$ each action is drawn from $\pi_t(\cdot\mid a_1,r'_1,\dots,r'_{t-1})$, "
            r"and its reward $r'_t$ from the law of the arm in $\nu''$, as $E_1$ draws it.",
        ),
        Textbook(
            22,
            r"So with respect to $E_1$ it has the density $M\,\mathcal V_{\mathbf r'}(\mathbf a)$:",
            "joint2 == past2*factor2",
            fact="textbook.ionescu-tulcea",
            hypotheses={KERNELS: 21},
            instance={"joint": "joint2", "past": "past2", "k": "factor2"},
        ),
        Textbook(
            23,
            r"the last mean is $P_{\nu''}(N_a\le n)$.",
            "few == x1",
            fact=DENSITY,
            hypotheses={IS_DENSITY: 22},
            instance={"x": "few", "y": "x1"},
        ),
        Inequality(
            24,
            r"Together: $P_\gamma(G)\le e^{\epsilon h+w}P_{\nu''}(N_a\le n)$.",
            "good <= exp(eps*h + w)*few",
            uses=(9, 16, 23),
            weights={15: "1", 20: "exp(eps*h)"},
        ),
        Textbook(
            25,
            r"The pairs of arm $a$, numbered by its pulls, may be taken independent of one law, "
            r"also beyond the last pull.",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 3},
        ),
        Given(
            26,
            r"Of the first $n$ of these pairs as many differ as of the first $N_a\le n$, and "
            r"those of the others that do.",
            "total == d + later",
            uses=(4, 25),
        ),
        Inequality(27, "So $d$ is at most that number,", "d <= total", uses=(26,)),
        Textbook(
            28,
            r"which has the law $\mathrm{Bin}(n,\mathrm{TV}(P,Q))$: $P_\gamma(N_a\le n,d>h)\le P("
            r"\mathrm{Bin}(n,\mathrm{TV}(P,Q))>h)$.",
            "far <= moved",
            fact=LARGER,
            hypotheses={"X <= Y on the event": 27},
            instance={"p": "far", "q": "moved", "X": "d", "Y": "total"},
            over=("d", "total"),
        ),
        Given(
            29,
            r"$\log f$ is the sum $S_m$ of the first $m=N_a\le n$ terms $W_s=\log\frac{dQ}{dP'}"
            r"(r'_{a,s})$, which are finite almost surely: at most the largest such "
            r"sum, $S_0=0$ among them.",
            "log_f <= top",
            uses=(25,),
        ),
        Textbook(
            30,
            r"$P_\gamma(N_a\le n,\log f>w)\le P(\max_{m\le n}S_m>w)$.",
            "high <= walked",
            fact=LARGER,
            hypotheses={"X <= Y on the event": 29},
            instance={"p": "high", "q": "walked", "X": "log_f", "Y": "top"},
            over=("log_f", "top"),
        ),
        Textbook(
            31,
            r"Where $N_a\le n$, either $G$ occurs, or $d>h$, or $\log f>w$.",
            "same <= good + far + high",
            fact="textbook.union-bound:three",
            hypotheses={"the event lies in the union of three": 11},
            instance={"p": "same", "a": "good", "b": "far", "c": "high"},
        ),
        Inequality(
            32,
            r"$P_\nu(N_a\le n)\le e^{\epsilon h+w}P_{\nu''}(N_a\le n)+P(\mathrm{Bin}(n,\mathrm{TV}"
            r"(P,Q))>h)+P(\max_{m\le n}S_m>w)$.",
            "left <= exp(eps*h + w)*few + moved + walked",
            uses=(7,),
            weights={24: "1", 28: "1", 30: "1", 31: "1"},
        ),
    ),
)
