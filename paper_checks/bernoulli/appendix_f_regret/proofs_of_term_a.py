"""The proofs of the steps on term (A) of Proof F.8, repaired: a suboptimal arm before convergence.

level is mu_star - delta; near, far, same, shift are the divergences of the clipped mean of arm j to
the level and to mu_star, of the level to itself, and of the level to mu_star.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

RISING, FALLING = "bern.derived.rising", "bern.derived.falling"

INDEX = Proof(
    "bern.F8.A.d3.repaired",
    where="m in (-inf,1), best in (-inf,1), level in (0,1), c in [0,1], b in [0,1], "
    "dist in [0,inf), near in [0,inf), N in [1,inf), own in (-inf,inf), other in (-inf,inf), "
    "bar in (-inf,inf)",
    steps=(
        Given(1, r"$\tilde\mu^*(t)$ is the largest released mean,", "m <= best"),
        Given(2, r"and below $\mu^*-\delta\in(0,1)$;", "best < level"),
        Inequality(3, r"so $\tilde\mu_j(t)<\mu^*-\delta$.", "m < level", weights={1: "1", 2: "1"}),
        Given(4, r"Let $[\tilde\mu_j]$", "c == min(max(m,0),1)"),
        Given(5, r"and $[\tilde\mu^*]$ be these means, clipped.", "b == min(max(best,0),1)"),
        Inequality(
            6,
            "Clipping keeps the order,",
            "min(max(m,0),1) <= min(max(best,0),1)",
            uses=(1,),
        ),
        Inequality(7, "so", "c <= b", uses=(1, 4, 5), weights={6: "1"}),
        Inequality(
            8, r"$[\tilde\mu_j]\le[\tilde\mu^*]\le\mu^*-\delta$.", "b <= level", uses=(2, 5)
        ),
        OnClaim(
            9,
            r"So $d_\epsilon([\tilde\mu_j],[\tilde\mu^*])\le "
            r"d_\epsilon([\tilde\mu_j],\mu^*-\delta)$.",
            "dist <= near",
            uses=(7, 8),
            claim=RISING,
            of_step=11,
            instance={"xy": "dist", "xv": "near"},
        ),
        Given(
            10,
            r"By (13), $I_j=N_jd_\epsilon([\tilde\mu_j],[\tilde\mu^*])+\log N_j$,",
            "own == N*dist + log(N)",
        ),
        Given(11, r"and arm $i$, which is pulled, has the smallest index.", "other <= own"),
        Inequality(
            12,
            r"So $I_i\le I_j\le N_jd_\epsilon([\tilde\mu_j],\mu^*-\delta)+\log N_j$,",
            "other <= N*near + log(N)",
            uses=(10,),
            weights={11: "1", 9: "N"},
        ),
        Given(
            13,
            r"where $N_j=n_m$ and $\tilde\mu_j=\tilde\mu_{j,m}$ for the phase $m$ of arm $j$.",
            uses=(3,),
        ),
        Textbook(
            14,
            r"This phase is one of those in $\bar I_j$.",
            "N*near + log(N) <= bar",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 13},
            instance={"v": "N*near + log(N)", "high": "bar"},
        ),
        Inequality(15, r"So $I_i\le\bar I_j$.", "other <= bar", weights={12: "1", 14: "1"}),
        Parts(
            16,
            r"$\tilde\mu_j<\mu^*-\delta$ and $I_i\le I_j\le\dots\le\bar I_j$.",
            uses=(3, 11, 12, 14, 15),
        ),
    ),
)

SHIFT = Proof(
    "bern.F8.A.shift.repaired",
    where="near in [0,inf), far in [0,inf), same in [0,inf), shift in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"Between $\mu^*-\delta$ and $\mu^*$, $d_\epsilon(\mu^*-\delta,\cdot)$ grows "
            r"at most as "
            r"$d_\epsilon(x,\cdot)$.",
            "shift - same <= far - near",
            claim=RISING,
            of_step=6,
            instance={"wv": "same", "wy": "shift", "xv": "near", "xy": "far"},
        ),
        OnClaim(
            2,
            r"$d_\epsilon(\mu^*-\delta,\mu^*-\delta)=0$",
            "same == 0",
            claim=FALLING,
            of_step=27,
            instance={"own": "same"},
        ),
        OnClaim(
            3,
            r"and $\delta''=d_\epsilon(\mu^*-\delta,\mu^*)>0$.",
            "shift > 0",
            claim=FALLING,
            of_step=30,
            instance={"wy": "shift"},
        ),
        Inequality(
            4,
            r"So $d_\epsilon(x,\mu^*-\delta)\le d_\epsilon(x,\mu^*)-\delta''$,",
            "near <= far - shift",
            uses=(2,),
            weights={1: "1"},
        ),
        Identity(
            5,
            r"with equality at $x=\mu^*-\delta$, where both sides are $0$.",
            "same == shift - shift",
            uses=(2,),
        ),
        Parts(6, "The inequality, and where it is an equality.", uses=(3, 4, 5)),
    ),
)


def sparse_noise(first: int, arm: str) -> tuple[Step, ...]:
    """Five steps: the m + 1 noises of phase m are few, and the means of an arm are those of D.5."""
    return (
        Given(
            first,
            r"By (14), with $k=m+1$ and $\alpha=e^l$: $n_m\ge(\alpha^k-1)/(\alpha-1)$.",
            "n*(exp(l) - 1) >= exp(k*l) - 1",
            where=SIZES,
        ),
        Inequality(first + 1, r"$e^t-1\ge t^2/2$,", "exp(t) - 1 >= t**2/2", where="t in [0,inf)"),
        Inequality(
            first + 2,
            r"so $m+1\le s\,n_m$ for every $s>0$ and all large $m$: $m+1=o(n_m)$.",
            "k <= s*n",
            where=f"{SIZES}, s in (0,inf), k*s*l**2 >= 2*(exp(l) - 1)",
            at={first + 1: {"t": "k*l"}},
            weights={first: "s/(exp(l) - 1)", first + 1: "s/(exp(l) - 1)"},
            rest="k*(k*s*l**2 - 2*(exp(l) - 1))/(2*(exp(l) - 1))",
        ),
        Given(
            first + 3,
            rf"$\tilde\mu_{{{arm},m}}$ is the sum of the first $n_m$ rewards of arm ${arm}$ and of "
            "$m+1$ Laplace variables of its own, divided by $n_m$.",
        ),
        Textbook(
            first + 4,
            r"So it has the law of $\tilde S_{n_m,m+1}/n_m$, whatever the policy does.",
            "own == tail",
            fact="textbook.reward-stacks:one arm",
            hypotheses={
                "a function of the first n rewards of one arm, and of its own noise": first + 3
            },
            instance={"p": "own", "q": "tail"},
        ),
    )


SIZES = "k in [1,inf), l in (0,inf)"

ONE_CONSTANT = Proof(
    "bern.F8.A.one_constant",
    where="a in (0,inf), n in [1,inf), x in [0,inf), const in (0,inf), c in [0,1], P in [0,1], "
    "own in [0,1], tail in [0,1], dist in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"For $x\in[0,d_1]$ there is one mean of $[0,\mu^*]$ at which "
            r"$d_\epsilon(\cdot,\mu^*)$ has the value $x$.",
            claim=FALLING,
        ),
        Given(
            2,
            r"Let $c_x$ be this mean: $d_\epsilon(c_x,\mu^*)=x$.",
            "dist == x",
            uses=(1,),
        ),
        *sparse_noise(3, "j"),
        OnClaim(
            8,
            r"One $A_a$ serves all $m$ and $x$: $\Pr[\tilde S_{n_m,m+1}/n_m\le c_x]\le A_a"
            r"e^{-n_m(d_\epsilon(c_x,\mu^*)-a)}$.",
            "tail*exp(n*dist) <= const*exp(n*a)",
            uses=(5,),
            claim="bern.corD.5.repaired",
            of_step=21,
            instance={"p": "tail", "d": "dist", "A": "const"},
        ),
        Given(9, r"$P(x)$ is the probability that also $\tilde\mu_{j,m}<\mu^*-\delta$."),
        Textbook(
            10,
            r"So $P(x)\le\Pr[\tilde\mu_{j,m}\le c_x]$.",
            "P <= own",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 9},
            instance={"p": "P", "q": "own"},
        ),
        Inequality(
            11,
            r"$P(x)\le A_ae^{n_ma}e^{-n_mx}$.",
            "P <= const*exp(n*a)*exp(-n*x)",
            uses=(2, 7),
            weights={10: "1", 8: "exp(-n*dist)"},
        ),
    ),
)

TERM_A = Proof(
    "bern.F8.A.repaired",
    where="alpha in (1,inf), n0 in [1,inf), n in [1,inf), g in [0,inf), di in [0,inf), index in "
    "[0,inf), "
    "bar in [0,inf), top in [0,inf), A in [0,inf), batches in [0,inf), EA in [0,inf), "
    "near in [0,inf), far in [0,inf), d1 in (0,inf), shift in (0,inf), a in (0,inf), "
    "const in (0,inf), P in [0,1], x in [0,inf), e1 in [0,inf), e2 in [0,inf), term in [0,inf), "
    "all in [0,inf), total in [0,inf), mean in [0,inf), q in (0,1), Q in (0,1), s1 in [0,inf), "
    "s2 in [0,inf), less in [0,1], C in [0,inf)",
    steps=(
        Given(
            1,
            r"When $(A)$ counts $B_{m+1}$, $n_m=N_i(t-1)$ and $I_i=n_md_i+\log n_m$. (If "
            r"no phase of "
            r"arm $j$ has a mean below $\mu^*-\delta$, $(A)$ counts nothing, and $e^{\bar "
            r"I_j}=0$.)",
            "index == n*di + g",
        ),
        OnClaim(
            2,
            r"Then $I_i\le\bar I_j$,",
            "index <= bar",
            claim="bern.F8.A.d3.repaired",
            of_step=15,
            instance={"other": "index"},
        ),
        Inequality(
            3,
            r"so $\log n_m\le\bar I_j$,",
            "g <= bar",
            uses=(1,),
            weights={2: "1"},
            rest="n*di",
        ),
        Given(4, r"and, with $X=e^{\bar I_j}$,", "top == exp(bar)"),
        Inequality(
            5,
            r"$n_m\le X$.",
            "exp(g) <= top",
            uses=(4,),
            monotone=("exp", "bar", "g"),
            weights={3: "1"},
        ),
        Given(6, "Each batch moves arm i to its next phase, so each m is counted once."),
        Textbook(
            7,
            r"So $(A)\le\sum_{m:n_m\le X}B_{m+1}$,",
            "A <= batches",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 5, "none counts twice": 6},
            instance={"x": "A", "y": "batches"},
        ),
        OnClaim(
            8,
            r"which is at most $\alpha^2X+\alpha n_0+1$.",
            "batches <= alpha**2*top + alpha*n0 + 1",
            claim="bern.F8.A.batches",
        ),
        Inequality(
            9,
            r"$(A)\le\alpha^2e^{\bar I_j}+\alpha n_0+1$.",
            "A - alpha*n0 - 1 <= alpha**2*top",
            weights={7: "1", 8: "1"},
        ),
        Textbook(
            10,
            r"$e^{\bar I_j}$ is the largest of the terms $1[\tilde\mu_{j,m}<\mu^*-\delta]n_m"
            r"e^{n_md_\epsilon([\tilde\mu_{j,m}],\mu^*-\delta)}$, $m\ge0$, so at most their sum.",
            "top <= all",
            fact="textbook.nonnegative-series:largest term",
            instance={"x": "top", "y": "all"},
        ),
        OnClaim(
            11,
            r"Where $\tilde\mu_{j,m}<\mu^*-\delta$: "
            r"$d_\epsilon([\tilde\mu_{j,m}],\mu^*-\delta)\le D-"
            r"\delta''$ with $D=d_\epsilon([\tilde\mu_{j,m}],\mu^*)$.",
            "near <= far - shift",
            claim="bern.F8.A.shift.repaired",
            of_step=4,
        ),
        Inequality(
            12,
            r"So $e^{n_md_\epsilon([\tilde\mu_{j,m}],\mu^*-\delta)}\le e^{-n_m\delta''}e^{n_mD}$,",
            "exp(n*near) <= exp(-n*shift)*exp(n*far)",
            monotone=("exp", "n*(far - shift)", "n*near"),
            weights={11: "n"},
        ),
        Textbook(
            13,
            "and so are the means on this event.",
            "e1 <= exp(-n*shift)*e2",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 12},
            instance={
                "x": "e1",
                "c": "exp(-n*shift)",
                "y": "e2",
                "X": "exp(n*near)",
                "Y": "exp(n*far)",
            },
            over=("near", "far"),
        ),
        OnClaim(
            14,
            r"$D\le d_1$, and $D>x$ only where $\tilde\mu_{j,m}<c_x$,",
            "far <= d1",
            claim=FALLING,
            of_step=24,
            instance={"ry": "far", "uy": "d1"},
        ),
        Textbook(
            15,
            r"so that with $\tilde\mu_{j,m}<\mu^*-\delta$ it has at most the probability $P(x)$ "
            r"that also $\tilde\mu_{j,m}\le c_x$,",
            "P <= less",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 14},
            instance={"p": "P", "q": "less"},
        ),
        OnClaim(
            16,
            r"where $P(x)\le A_ae^{n_ma}e^{-n_mx}$ for every $x\in[0,d_1]$.",
            "less <= const*exp(n*a)*exp(-n*x)",
            claim="bern.F8.A.one_constant",
            of_step=11,
            instance={"P": "less"},
        ),
        Inequality(
            17,
            r"$n_me^{n_mx}P(x)\le A_an_me^{n_ma}$.",
            "n*exp(n*x)*P <= const*n*exp(n*a)",
            weights={15: "n*exp(n*x)", 16: "n*exp(n*x)"},
        ),
        Textbook(
            18,
            r"Hence $E[1[\tilde\mu_{j,m}<\mu^*-\delta]e^{n_mD}]\le1+d_1A_an_me^{n_ma}$,",
            "e2 <= 1 + d1*(const*n*exp(n*a))",
            fact="textbook.layer-cake",
            hypotheses={"X <= d on F": 14, "g'(x) P(F, X > x) <= c for every x in [0, d]": 17},
            instance={
                "e": "e2",
                "d": "d1",
                "c": "const*n*exp(n*a)",
                "X": "far",
                "G": "n*exp(n*x)*P",
            },
            over=("far", "x", "P"),
        ),
        Given(
            19,
            r"and, with $q=e^{-(\delta''-a)}$, $a<\delta''$,",
            "q == exp(-(shift - a))",
            where="a < shift",
        ),
        Given(20, r"$q^{n_m}$,", "Q == exp(-n*(shift - a))", where="a < shift"),
        Inequality(
            21,
            r"the mean of the term of $m$ is at most $n_mq^{n_m}+d_1A_an_m^2q^{n_m}$.",
            "n*e1 <= 1*(n*Q) + d1*const*(n**2*Q)",
            where="a < shift",
            uses=(20,),
            weights={13: "n", 18: "n*exp(-n*shift)"},
            rest="n*exp(-n*shift)*(exp(n*a) - 1)",
        ),
        OnClaim(
            22, "A batch has at least one pull: the n_m are different.", claim="bern.eq14.sizes"
        ),
        Textbook(
            23,
            r"So the sum of all terms has a mean of at most $\sum_{n\ge1}nq^n+d_1A_a\sum_{n\ge1}n^2"
            r"q^n$.",
            "total <= 1*s1 + d1*const*s2",
            where="a < shift",
            fact="textbook.nonnegative-series:means",
            hypotheses={
                "the n are different whole numbers >= 1": 22,
                "each mean is <= b G + c H": 21,
                "b >= 0": "1 >= 0",
                "c >= 0": "d1*const >= 0",
            },
            instance={
                "x": "total",
                "b": "1",
                "c": "d1*const",
                "g": "s1",
                "h": "s2",
                "X": "n*e1",
                "G": "n*Q",
                "H": "n**2*Q",
            },
            over=("n", "e1", "Q"),
        ),
        Textbook(
            24,
            r"The first sum is $\frac q{(1-q)^2}$,",
            "s1 == q/(1 - q)**2",
            fact="textbook.power-series:first",
            hypotheses={"q > 0": "q > 0", "q < 1": "q < 1"},
            instance={"q": "q", "s": "s1"},
        ),
        Textbook(
            25,
            r"and the second $\frac{q(1+q)}{(1-q)^3}$.",
            "s2 == q*(1 + q)/(1 - q)**3",
            fact="textbook.power-series:second",
            hypotheses={"q > 0": "q > 0", "q < 1": "q < 1"},
            instance={"q": "q", "s": "s2"},
        ),
        Textbook(
            26,
            r"$E\,e^{\bar I_j}$ is at most the mean of the sum:",
            "mean <= 1*total",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 10},
            instance={"x": "mean", "c": "1", "y": "total", "X": "top", "Y": "all"},
            over=("top", "all"),
        ),
        Inequality(
            27,
            r"$E\,e^{\bar I_j}\le C$.",
            "mean <= q/(1 - q)**2 + d1*const*q*(1 + q)/(1 - q)**3",
            where="a < shift",
            uses=(24, 25),
            weights={23: "1", 26: "1"},
        ),
        Textbook(
            28,
            r"The mean of the bound of $(A)$:",
            "EA - alpha*n0 - 1 <= alpha**2*mean",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 9},
            instance={
                "x": "EA - alpha*n0 - 1",
                "c": "alpha**2",
                "y": "mean",
                "X": "A - alpha*n0 - 1",
                "Y": "top",
            },
            over=("A", "top"),
        ),
        Inequality(
            29,
            r"$E(A)\le\alpha^2C+\alpha n_0+1$.",
            "EA <= alpha**2*(q/(1 - q)**2 + d1*const*q*(1 + q)/(1 - q)**3) + alpha*n0 + 1",
            where="a < shift",
            weights={28: "1", 27: "alpha**2"},
        ),
        Given(
            30,
            r"With the name $C$ of this constant",
            "C == q/(1 - q)**2 + d1*const*q*(1 + q)/(1 - q)**3",
        ),
        Inequality(
            31,
            r"$E\,e^{\bar I_j}\le C$",
            "mean <= C",
            where="a < shift",
            uses=(30,),
            weights={27: "1"},
        ),
        Inequality(
            32,
            r"and $E(A)\le\alpha^2C+\alpha n_0+1$.",
            "EA <= alpha**2*C + alpha*n0 + 1",
            where="a < shift",
            uses=(30,),
            weights={29: "1"},
        ),
        Parts(
            33,
            r"The bounds of $(A)$, of $E\,e^{\bar I_j}$ and of $E(A)$.",
            uses=(9, 19, 31, 32),
        ),
    ),
)
