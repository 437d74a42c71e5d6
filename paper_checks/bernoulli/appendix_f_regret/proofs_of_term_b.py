"""The proofs of the steps on term (B) of Proof F.8, repaired: a suboptimal arm after convergence.

level is mu_star - delta, half the delta' of the proof, u and y are the means of the arm and of the
best one, D = d_eps(u, y), near and far are d_eps(c, level) and d_eps(c, y), L = log T and
H = L/(D - 2 half); p is alpha^m, ps that of the first late phase.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

from .proofs_of_term_a import FALLING, RISING, sparse_noise

LEADER = Proof(
    "bern.F8.B.leader.repaired",
    where="dist in [0,inf), N in [1,inf), T in [1,inf), lead in [0,inf), low in (-inf,inf)",
    steps=(
        Given(
            1,
            r"By (13) the index of an arm $i'$ with $\tilde\mu_{i'}=\tilde\mu^*$ is "
            r"$N_{i'}d_\epsilon("
            r"[\tilde\mu^*],[\tilde\mu^*])+\log N_{i'}$, $N_{i'}=N_{i'}(t-1)$.",
            "lead == N*dist + log(N)",
        ),
        OnClaim(
            2,
            r"$d_\epsilon(\mu,\mu)=0$, for $\mu=0$ by definition.",
            "dist == 0",
            claim=FALLING,
            of_step=27,
            instance={"own": "dist"},
        ),
        Identity(3, r"So it is $\log N_{i'}(t-1)$.", "lead == log(N)", uses=(1, 2)),
        Given(4, r"$I^*$ is the smallest index, that of the pulled arm, so one of all."),
        Textbook(
            5,
            r"$I^*\le I_{i'}$, for each such $i'$.",
            "low <= lead",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 4},
            instance={"low": "low", "v": "lead"},
        ),
        Given(6, r"There were $t-1<T$ pulls before round $t\le T$.", "N <= T"),
        Inequality(
            7,
            r"So $\log N_{i'}\le\log T$",
            "log(N) <= log(T)",
            monotone=("log", "T", "N"),
            weights={6: "1"},
        ),
        Inequality(
            8, r"and $I^*\le\log T$.", "low <= log(T)", uses=(1, 2), weights={5: "1", 7: "1"}
        ),
        Parts(9, "All that is stated.", uses=(2, 3, 5, 7, 8)),
    ),
)

LEVEL_SET = Proof(
    "bern.F8.B.d4.repaired",
    where="level in (0,1), best in (-inf,inf), c in [0,1], b in [0,1], n in [1,inf), "
    "dist in [0,inf), near in [0,inf), plus in [0,inf), own in (-inf,inf), T in [1,inf)",
    steps=(
        Given(1, r"$\tilde\mu^*(t)\ge\mu^*-\delta\in(0,1)$;", "best >= level"),
        Given(2, r"$[\tilde\mu^*]$ is this mean, clipped.", "b == min(max(best,0),1)"),
        Inequality(3, r"So $[\tilde\mu^*]\ge\mu^*-\delta$.", "b >= level", uses=(1, 2)),
        Given(
            4,
            r"By (13) $I_i=n_md_\epsilon([\tilde\mu_i],[\tilde\mu^*])+\log n_m$,",
            "own == n*dist + log(n)",
        ),
        OnClaim(
            5,
            r"and as arm $i$ is pulled, $I_i=I^*\le\log T$.",
            "own <= log(T)",
            claim="bern.F8.B.leader.repaired",
            of_step=8,
            instance={"low": "own"},
        ),
        OnClaim(
            6,
            r"If $[\tilde\mu_i]<\mu^*-\delta$: $d_\epsilon([\tilde\mu_i],\mu^*-\delta)\le "
            r"d_\epsilon([\tilde\mu_i],[\tilde\mu^*])$,",
            "near <= dist",
            uses=(3,),
            where="c < level",
            claim=RISING,
            of_step=11,
            instance={"xy": "near", "xv": "dist"},
        ),
        Given(7, r"where $d^+_\epsilon=d_\epsilon$;", "plus == near", where="c < level"),
        Inequality(
            8,
            r"so $n_md^+_\epsilon([\tilde\mu_i],\mu^*-\delta)\le\log T$.",
            "n*plus <= log(T)",
            where="c < level",
            uses=(4, 7),
            weights={5: "1", 6: "n"},
            rest="log(n)",
        ),
        Inequality(9, r"Otherwise $d^+_\epsilon=0$.", "n*0 <= log(T)"),
        Parts(10, "In both cases.", uses=(8, 9)),
    ),
)

INSIDE = "near <= D - 2*half"
OVERSHOOT = Proof(
    "bern.F8.B.overshoot",
    where="x in [0,1], u in [0,1), y in (0,1), level in (-inf,inf), half in (0,inf), c in [0,1], "
    "delta in (0,inf), eps in (0,inf), D in [0,inf), near in [0,inf), far in [0,inf)",
    steps=(
        Given(1, r"$\delta=(1-\mu^*)\delta'$,", "delta == half*(1 - y)"),
        Given(2, r"$2\delta\le\Delta_i$,", "2*delta <= y - u"),
        Given(3, r"$2\delta'<d_\epsilon(\mu_i,\mu^*)$;", "2*half < D"),
        Given(4, r"the level is $\mu^*-\delta$.", "level == y - delta"),
        OnClaim(
            5,
            r"$d_\epsilon(\mu_i,\mu^*)\le\epsilon\Delta_i$.",
            "D <= eps*(y - u)",
            uses=(2,),
            claim=FALLING,
            of_step=26,
            instance={"ry": "D", "r": "u"},
        ),
        Inequality(
            6,
            r"So $\mu_i+\delta'/\epsilon<\mu_i+\Delta_i/2\le\mu^*-\delta$.",
            "u + half/eps <= level",
            uses=(1, 4),
            weights={2: "1/2", 5: "1/(2*eps)", 3: "1/(2*eps)"},
        ),
        Inequality(7, r"The level is positive.", "level > 0", weights={6: "1"}, rest="u+half/eps"),
        Given(
            8,
            r"Let $c=\min(x,\mu^*-\delta)$; then $d^+_\epsilon(x,\mu^*-\delta)="
            r"d_\epsilon(c,\mu^*-\delta)$.",
            "c == min(x, level)",
            uses=(7,),
        ),
        OnClaim(
            9,
            r"$d_\epsilon(c,\mu^*)-d_\epsilon(c,\mu^*-\delta)\le\log\frac{1-(\mu^*-\delta)}"
            r"{1-\mu^*}$,",
            "far - near <= log((1 - level)/(1 - y))",
            uses=(1, 4, 7, 8),
            claim=RISING,
            of_step=13,
            instance={"xv": "far", "xy": "near", "v": "y", "y": "level", "x": "c", "p": "c"},
        ),
        Inequality(
            10,
            r"where $\frac{1-(\mu^*-\delta)}{1-\mu^*}=1+\delta'$,",
            "far - near <= log(1 + half)",
            uses=(1, 4),
            weights={9: "1"},
        ),
        Inequality(11, r"and $\log(1+\delta')\le\delta'$.", "log(1 + half) <= half"),
        OnClaim(
            12,
            r"$d_\epsilon(\mu_i,\mu^*)-d_\epsilon(c,\mu^*)$ is not positive for $c\le\mu_i$, and "
            r"at most $\epsilon(c-\mu_i)$ for $c>\mu_i$.",
            "D - far <= eps*max(c - u,0)",
            uses=(1, 2, 4, 8),
            claim=FALLING,
            of_step=23,
            instance={"ry": "D", "uy": "far", "u": "c", "r": "u", "p": "y"},
        ),
        Inequality(
            13,
            r"So if $d^+_\epsilon(x,\mu^*-\delta)\le d_\epsilon(\mu_i,\mu^*)-2\delta'$, then "
            r"$\epsilon\max(c-\mu_i,0)\ge\delta'$,",
            "eps*max(c - u,0) >= half",
            where=INSIDE,
            weights={10: "1", 11: "1", 12: "1"},
            rest="D - 2*half - near",
        ),
        Inequality(
            14,
            r"which says that $c\ge\mu_i+\delta'/\epsilon$;",
            "c >= u + half/eps",
            where=INSIDE,
            weights={13: "(1 + eps*max(u - c,0)/half)/eps"},
            rest="(eps*(c-u) - half + (1 + eps*max(u-c,0)/half)*(half - eps*max(c-u,0)))/eps",
        ),
        Inequality(
            15,
            r"and $x\ge c$.",
            "x >= u + half/eps",
            where=INSIDE,
            uses=(8,),
            weights={14: "1"},
        ),
    ),
)

PHASE = "plus in [0,inf), x in [0,1], n*plus <= H*gap, n >= H"
LARGE = "((H - 1)*(alpha - 1)/n0 + 1)/alpha*Lam >= c/w"
LATE = "B in [0,inf), prob in [0,1], n >= H, a < rate"
TERM_B = Proof(
    "bern.F8.B.repaired",
    where="n in [1,inf), L in (0,inf), sum in [0,inf), "
    "most in [0,inf), gap in (0,inf), H in (0,inf), u in [0,1), half in (0,inf), "
    "own in [0,1], tail in [0,1], const in (0,inf), a in (0,inf), rate in (0,inf), "
    "alpha in (1,inf), n0 in [1,inf), p in [1,inf), Lam in (0,inf), early in [0,inf), "
    "late in [0,inf), mean in [0,inf), ps in [1,inf), c in (0,inf), w in (0,inf), "
    "eps in (0,inf), small in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"When $(B)$ counts $B_{m+1}$: $n_md^+_\epsilon([\tilde\mu_{i,m}],\mu^*-\delta)\le "
            r"\log T$.",
            "n*plus <= L",
            where="plus in [0,inf)",
            claim="bern.F8.B.d4.repaired",
            of_step=8,
            instance={"T": "exp(L)"},
        ),
        Given(2, "Each batch moves arm i to its next phase, so each m is counted once."),
        Textbook(
            3,
            r"So $(B)\le(B')$.",
            "sum <= most",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 1, "none counts twice": 2},
            instance={"x": "sum", "y": "most"},
        ),
        Given(
            4,
            r"Let $D=d_\epsilon(\mu_i,\mu^*)>2\delta'$ and $\log T=H(D-2\delta')$, $D-2\delta'>0$.",
            "L == H*gap",
        ),
        Inequality(
            5,
            r"Where $n_md^+_\epsilon\le\log T$ and $n_m\ge H$: $d^+_\epsilon\le D-2\delta'$.",
            "plus <= gap",
            where=PHASE,
            uses=(4,),
            rest="(H*gap - n*plus)/n + gap*(n - H)/n",
        ),
        OnClaim(
            6,
            r"So $[\tilde\mu_{i,m}]\ge\mu_i+\delta'/\epsilon$;",
            "x >= u + half/eps",
            where=PHASE,
            uses=(5,),
            claim="bern.F8.B.overshoot",
            of_step=15,
            instance={"near": "plus", "D": "gap + 2*half"},
        ),
        Given(
            7,
            r"this is $\tilde\mu_{i,m}$, clipped:",
            "x == min(max(m,0),1)",
            where=f"{PHASE}, m in (-inf,inf)",
        ),
        Inequality(
            8,
            r"as $\mu_i+\delta'/\epsilon>0$, $\tilde\mu_{i,m}\ge\mu_i+\delta'/\epsilon$.",
            "m >= u + half/eps",
            where=f"{PHASE}, m in (-inf,inf)",
            uses=(6, 7),
        ),
        Textbook(
            9,
            r"So for $n_m\ge H$ the event of $(B')$ has at most the probability that "
            r"$\tilde\mu_{i,m}\ge\mu_i+\delta'/\epsilon$.",
            "prob <= own",
            where="prob in [0,1], n >= H",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 8},
            instance={"p": "prob", "q": "own"},
        ),
        *sparse_noise(10, "i"),
        OnClaim(
            15,
            r"With $d=d_\epsilon(\mu_i+\delta'/\epsilon,\mu_i)$ and one $A_{a'}$ for all $m$: "
            r"$\Pr[\tilde S_{n_m,m+1}/n_m\ge\mu_i+\delta'/\epsilon]\le A_{a'}e^{-n_m(d-a')}$.",
            "tail*exp(n*rate) <= const*exp(n*a)",
            uses=(12,),
            claim="bern.corD.5.repaired",
            of_step=21,
            instance={"p": "tail", "d": "rate", "A": "const"},
        ),
        OnClaim(
            16,
            r"By (14), with $p=\alpha^m$: $n_m\ge n_0\frac{\alpha p-1}{\alpha-1}$,",
            "n >= n0*(alpha*p - 1)/(alpha - 1)",
            claim="bern.eq14.total",
            of_step=3,
            instance={"a": "alpha"},
        ),
        OnClaim(
            17,
            r"and $B_{m+1}\le2n_0\alpha p$.",
            "B <= 2*n0*alpha*p",
            where="B in [0,inf)",
            claim="bern.F8.batches",
        ),
        Given(
            18,
            r"Let $\Lambda=n_0(d-a')/(\alpha-1)$, $a'<d$.",
            "Lam == n0*(rate - a)/(alpha - 1)",
            where="a < rate",
        ),
        Inequality(
            19,
            r"Then $e^{-n_m(d-a')}\le e^{\Lambda-\alpha p\Lambda}$,",
            "exp(-n*(rate - a)) <= exp(Lam - alpha*p*Lam)",
            where="a < rate",
            uses=(18,),
            monotone=("exp", "Lam - alpha*p*Lam", "-n*(rate - a)"),
            weights={16: "rate - a"},
        ),
        Inequality(
            20,
            r"so the event of $(B')$ has probability at most $A_{a'}e^{\Lambda-\alpha p\Lambda}$.",
            "prob <= const*exp(Lam - alpha*p*Lam)",
            where=LATE,
            uses=(14,),
            weights={9: "1", 15: "exp(-n*rate)", 19: "const"},
        ),
        Inequality(
            21,
            "The mean of the term of m:",
            "B*prob <= 2*n0*alpha*p*const*exp(Lam - alpha*p*Lam)",
            where=LATE,
            weights={17: "prob", 20: "2*n0*alpha*p"},
        ),
        Inequality(
            22,
            r"As $\log\alpha^w\le e^{(\alpha-1)w}-1$,",
            "v*log(al)*exp(-al*v) <= exp(-v) - exp(-al*v)",
            where="v in (0,inf), al in (1,inf)",
        ),
        Inequality(
            23,
            r"with $c=\frac{2\alpha n_0A_{a'}e^\Lambda}{\Lambda\ln\alpha}$ it is at most "
            r"$c(e^{-p\Lambda}-e^{-\alpha p\Lambda})$.",
            "B*prob <= 2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))*(exp(-p*Lam) - "
            "exp(-alpha*p*Lam))",
            where=LATE,
            at={22: {"v": "p*Lam", "al": "alpha"}},
            weights={21: "1", 22: "2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))"},
        ),
        Given(24, r"$\alpha p$ is the $p$ of the next phase."),
        Textbook(
            25,
            r"The sum over $m\ge m^*$ of these bounds is at most $ce^{-\alpha^{m^*}\Lambda}$.",
            "late <= 2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))*exp(-ps*Lam)",
            where="a < rate",
            fact="textbook.nonnegative-series:telescoping",
            hypotheses={
                "each term is <= c (Y - Z)": 23,
                "Z is the Y of the next term, and they are >= 0": 24,
                "c >= 0": "2*alpha*n0*const*exp(Lam)/(Lam*log(alpha)) >= 0",
            },
            instance={
                "x": "late",
                "c": "2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))",
                "y": "exp(-ps*Lam)",
                "X": "B*prob",
                "Y": "exp(-p*Lam)",
                "Z": "exp(-alpha*p*Lam)",
            },
            over=("B", "prob", "p", "n"),
            which="n >= H",
        ),
        OnClaim(
            26,
            r"The batches before $m^*=\min\{m:n_m\ge H\}$ have at most $\alpha H+1$ pulls.",
            "early <= alpha*H + 1",
            claim="bern.F8.B.d5.repaired",
        ),
        Given(27, r"$(B')$ counts the number $B_{m+1}$ on the event of $m$."),
        Textbook(
            28,
            r"So $E(B')$ is at most the sum of both.",
            "mean <= early + late",
            fact="textbook.nonnegative-series:early and late terms",
            hypotheses={"each number b_k >= 0 is counted on an event": 27},
            instance={"x": "mean", "early": "early", "late": "late"},
        ),
        Inequality(
            29,
            r"$E(B')\le\alpha H+1+\frac{2\alpha n_0A_{a'}e^\Lambda}{\Lambda\ln\alpha}"
            r"e^{-\alpha^{m^*}\Lambda}$.",
            "mean <= alpha*H + 1 + 2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))*exp(-ps*Lam)",
            where="a < rate",
            weights={28: "1", 26: "1", 25: "1"},
        ),
        OnClaim(
            30,
            r"$H\le n_{m^*}\le n_0\frac{\alpha\alpha^{m^*}-1}{\alpha-1}+1$, which grows with $T$,",
            "H <= n0*(alpha*ps - 1)/(alpha - 1) + 1",
            claim="bern.eq14.total",
            of_step=2,
            instance={"a": "alpha", "n": "H", "p": "ps"},
        ),
        Inequality(31, r"and $te^{-t}\le1$.", "t*exp(-t) <= 1", where="t in (0,inf)"),
        Inequality(
            32,
            r"So $\alpha^{m^*}\Lambda\ge c/s$ for every $s>0$ and all large $T$,",
            "ps*Lam >= c/w",
            where=LARGE,
            weights={30: "Lam*(alpha - 1)/(n0*alpha)"},
            rest="((H - 1)*(alpha - 1)/n0 + 1)/alpha*Lam - c/w",
        ),
        Inequality(
            33,
            r"and $ce^{-\alpha^{m^*}\Lambda}\le s$: it is $o(1)$.",
            "c*exp(-ps*Lam) <= w",
            where=LARGE,
            at={31: {"t": "ps*Lam"}},
            weights={31: "c/(ps*Lam)", 32: "w/(ps*Lam)"},
        ),
        Given(
            34,
            r"This is the term $o(1)$ of the bound:",
            "small == 2*alpha*n0*const*exp(Lam)/(Lam*log(alpha))*exp(-ps*Lam)",
        ),
        Inequality(
            35,
            r"$E(B')\le\alpha H+1+o(1)$.",
            "mean <= alpha*H + 1 + small",
            where="a < rate",
            uses=(34,),
            weights={29: "1"},
        ),
        Parts(36, r"$(B)\le(B')$, and the bound of its mean.", uses=(3, 33, 35)),
    ),
)
