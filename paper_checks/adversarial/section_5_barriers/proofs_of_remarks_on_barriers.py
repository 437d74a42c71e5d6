"""The proofs about Sections 5.1 and 5.2: exponential weights, and EXP3 on two constant losses."""

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

LOSS = Proof(
    "adv.sec5.1.loss",
    where="e in (0,inf), w in (0,inf), S in (0,inf), v in (0,inf), R in (0,inf), a in (0,inf), "
    "B in (0,inf), d in [-1,1], g in [-1,1]",
    parts=(8,),
    steps=(
        Given(1, r"The changed loss of arm $i$ is larger by $d$.", "a == exp(-e*d)"),
        Given(2, r"That of another arm is larger by $g$.", "B == exp(-e*g)"),
        Inequality(
            3, r"A weight changes by a factor of at most $e^\eta$,", "a <= exp(e)", uses=(1,)
        ),
        Inequality(4, r"and of at least $e^{-\eta}$.", "B >= exp(-e)", uses=(2,)),
        Given(5, "The weight after the change.", "v == a*w"),
        Textbook(
            6,
            r"The sum $R$ of the changed weights is a mean of the factors times the sum $S$ "
            r"before.",
            "S <= exp(e)*R",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": "1 <= exp(e)*B"},
            instance={"x": "S", "c": "exp(e)", "y": "R", "X": "1", "Y": "B"},
            over=("B", "g"),
            uses=(4,),
        ),
        Inequality(
            7,
            r"The ratio of $P'_t(i)=\frac vR$ and $P_t(i)=\frac wS$.",
            "v*S <= exp(2*e)*w*R",
            uses=(5,),
            weights={3: "w*S", 6: "exp(e)*w"},
        ),
        Inequality(
            8,
            r"$P'_t(i)\le e^{2\eta}P_t(i)$; the other direction by exchange of the two.",
            "v/R <= exp(2*e)*(w/S)",
            weights={7: "1/(R*S)"},
        ),
        Identity(
            9,
            r"It is tight: for $K=2$, changes $-1$ and $1$ and $P_t(i)\to0$.",
            "exp(e)/exp(-e) == exp(2*e)",
        ),
        Parts(10, "The bound, and its limit.", uses=(8, 9)),
    ),
)
COMPOSED = Proof(
    "adv.sec5.1.privacy.repaired",
    where="eps in (0,inf), T in (0,inf), D in (0,inf), x in (0,1], v in [0,1], w in [0,1], "
    "r in (0,1), y in (0,inf)",
    steps=(
        Given(1, r"Each round is $x$-DP with $x=2\eta=\frac{2\epsilon}{\sqrt T}\le1$."),
        Given(2, r"$D=\log\frac1\delta$.", "T == (2*eps/x)**2"),
        Textbook(
            3,
            "Advanced composition.",
            "v <= exp(sqrt(2*T*D)*x + T*x*(exp(x) - 1))*w + T*0 + r",
            fact="textbook.advanced-composition",
            hypotheses={
                "each part is (e, d)-DP": 1,
                "each part draws by itself, given the data and the outputs before it": 1,
            },
            instance={"e": "x", "d": "0", "k": "T", "g": "D"},
        ),
        Inequality(4, r"$e^x-1\le2x$ on $(0,1]$.", "exp(x) - 1 <= 2*x"),
        Inequality(
            5,
            r"The second term is at most $8\epsilon^2$.",
            "T*x*(exp(x) - 1) <= 8*eps**2",
            uses=(2,),
            weights={4: "4*eps**2/x"},
        ),
        Given(6, r"$y=\sqrt{2TD}x=\epsilon\sqrt{8D}$.", "y == sqrt(2*T*D)*x"),
        Inequality(
            7,
            r"$(\epsilon\sqrt{8\log\frac1\delta}+8\epsilon^2,\delta)$-DP.",
            "exp(y + T*x*(exp(x) - 1)) <= exp(y + 8*eps**2)",
            monotone=("exp", "y + 8*eps**2", "y + T*x*(exp(x) - 1)"),
            weights={5: "1"},
        ),
        Inequality(
            8,
            r"In these words.",
            "v <= exp(y + 8*eps**2)*w + r",
            uses=(6,),
            weights={3: "1", 7: "w"},
        ),
    ),
)
REGRET = Proof(
    "adv.sec5.1.regret.repaired",
    where="e in (0,inf), K in [2,inf), T in (0,inf), eps in (0,inf), Z in [0,inf), l in [0,1], "
    "a in (0,inf), b in (-inf,inf), m in [0,inf), s in [0,inf), A in (-inf,inf), B in (-inf,inf), "
    "M in [0,inf), W in (0,inf), C in [0,inf), R in (-inf,inf), root in (0,inf)",
    steps=(
        Given(1, r"In a round an arm has $Z=\eta\ell$.", "Z == e*l"),
        Inequality(2, r"$e^{-Z}\le1-Z+\frac{Z^2}2$.", "exp(-Z) <= 1 - Z + Z**2/2"),
        Textbook(
            3,
            r"The mean over $P_t$.",
            "a <= 1*b",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "a", "c": "1", "y": "b", "X": "exp(-Z)", "Y": "1 - Z + Z**2/2"},
            over=("Z", "l"),
        ),
        Textbook(
            4,
            r"$m=E[Z]$, $s=E[Z^2]$.",
            "b == 1 - m + s/2",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 2},
            instance={"x": "b", "y": "1 - m + s/2"},
        ),
        Inequality(5, "The tangent of the logarithm.", "log(a) <= a - 1"),
        Given(6, r"Losses of at most 1.", "s <= e**2"),
        Inequality(
            7,
            "One round.",
            "log(a) <= -m + e**2/2",
            uses=(4,),
            weights={5: "1", 3: "1", 6: "1/2"},
        ),
        Textbook(
            8,
            "All rounds.",
            "A <= B",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 1, "each term is <= its bound": 7},
            instance={"x": "A", "y": "B", "X": "log(a)", "Y": "-m + e**2/2"},
            over=("a", "m"),
        ),
        Given(9, r"$M=\eta\sum_t\langle P_t,\ell_t\rangle$.", "B == -M + e**2*T/2"),
        Given(10, r"The sum of the weights begins at $K$.", "A == log(W) - log(K)"),
        Given(
            11, r"It is at least the weight of one arm, $C=\eta\sum_t\ell_t(i)$.", "log(W) >= -C"
        ),
        Given(12, r"The regret.", "R == (M - C)/e"),
        Given(13, r"$\eta=\frac\epsilon{\sqrt T}$.", "e == eps/root"),
        Given(14, r"$T=\mathrm{root}^2$.", "T == root**2"),
        Inequality(
            15,
            r"$\mathrm R\le\frac{\sqrt T\log K}\epsilon+\frac{\epsilon\sqrt T}2$.",
            "R <= root*log(K)/eps + eps*root/2",
            uses=(9, 10, 12, 13, 14),
            weights={8: "1/e", 11: "1/e"},
        ),
    ),
)
SLOW = Proof(
    "adv.sec5.2.intuition.slow",
    where="e in (0,inf), g in (0,1], n in [0,inf), w in [0,1], q in (0,1), p in (0,1), "
    "l in [0,1], r in (-inf,inf), s in (-inf,inf)",
    parts=(5,),
    steps=(
        Given(1, r"Let the log-odds of arm 2 be $-w\ge-1$.", "q == 1/(1 + exp(w))"),
        Given(2, r"$P_t(2)=p$ with mixing.", "p == (1-g)*q + g/2"),
        Inequality(3, "The mixing does not lower it.", "p >= q", uses=(1, 2)),
        Inequality(4, "The odds are above a third:", "q > 1/4", uses=(1,)),
        Inequality(5, "So it is more than a quarter,", "p > 1/4", weights={3: "1", 4: "1"}),
        Inequality(
            6,
            r"and an observed loss of at most 1 lowers the log-odds by less than $4\eta$.",
            "e*l/p <= 4*e",
            uses=(5,),
        ),
        Given(
            7,
            r"Stop the log-odds once $s>1$: an update moves them by $r$, which is that or 0.",
            "r <= 4*e",
            uses=(6,),
        ),
        Induction(
            8,
            r"After $n$ updates $s\le4\eta n$, which is at most 1 for $n\le\frac1{4\eta}$: they "
            r"were "
            r"not stopped.",
            "s <= 4*e*n",
            variable="n",
            start="0",
            sequence="s",
            first="0",
            following="s + r",
            uses=(7,),
        ),
        Parts(9, r"$P_t(2)>\frac14$ so long.", uses=(5, 8)),
    ),
)
SUMMED = Proof(
    "adv.sec5.2.exp3.regret.repaired",
    where="e in (0,inf), g in (0,1], T in [1,inf), k in [1,inf), n in [0,inf), p in (0,1), "
    "q in (0,1), R in [0,inf), S in [0,inf)",
    parts=(4, 7),
    steps=(
        Given(1, r"On $\ell$ a pull of arm 2 costs $\frac12$; its probability is", "p >= g/2"),
        Inequality(2, "The mean cost of a round.", "p/2 >= g/4", weights={1: "1/2"}),
        Textbook(
            3,
            "All rounds.",
            "T*g/4 <= R",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 2},
            instance={"mean": "R", "total": "T*g/4", "X": "p/2", "T": "g/4"},
            over=("p",),
        ),
        Inequality(4, r"$\mathrm R\ge\frac{\gamma T}4$.", "R >= g*T/4", weights={3: "1"}),
        OnClaim(
            5,
            r"Batches of $\kappa$ rounds: in the first $n$ rounds, $n\le T$ and $n\le\frac\kappa"
            r"{4\eta}$, no more than $\frac1{4\eta}$ updates were made.",
            "q > 1/4",
            claim="adv.sec5.2.intuition.slow",
            of_step=5,
            instance={"p": "q"},
        ),
        Inequality(6, "The mean cost of such a round.", "q/2 >= 1/8", weights={5: "1/2"}),
        Textbook(
            7,
            r"So $\mathrm R\ge\frac18\min\{T,\lfloor\frac\kappa{4\eta}\rfloor\}$.",
            "n/8 <= R",
            fact="textbook.elementary-probability:sum of means",
            hypotheses={"each mean is >= its bound": 6},
            instance={"mean": "R", "total": "n/8", "X": "q/2", "T": "1/8"},
            over=("q",),
        ),
        Parts(8, "Both.", uses=(4, 7)),
    ),
)
BELOW = Proof(
    "adv.sec5.2.exp3.above",
    where="e in (0,1], g in (0,1], T in [1,inf), R in (-inf,inf), H in (-inf,inf), "
    "U in (-inf,inf), V in [0,inf), D in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"The general bound for $\ell=(\frac12,1)$,",
            "R <= (1-g)*H + g/2*U + (1-g)*log(2)/e + e*V",
            claim="adv.lem23.general",
            of_step=22,
            instance={"K": "2"},
        ),
        Given(2, r"with these sums,", "H == T/2"),
        Given(3, "these,", "U == 3/2*T"),
        Given(4, "and these.", "V == 5/4*T"),
        Given(5, r"The regret.", "D == R - H"),
        Inequality(
            6,
            r"$\mathrm R\le\frac{\gamma T}4+\frac{\log2}\eta+\frac54\eta T$.",
            "D <= g*T/4 + log(2)/e + 5/4*e*T",
            uses=(2, 3, 4, 5),
            weights={1: "1"},
            rest="g*log(2)/e",
        ),
        Inequality(
            7,
            r"For $\gamma\ge2\eta$ this is less than $\gamma T+\frac1\eta$.",
            "D < g*T + 1/e",
            weights={6: "1"},
            rest="(3*g/4 - 5/4*e)*T + (1 - log(2))/e",
            where="g >= 2*e",
        ),
    ),
)
PULLS = Proof(
    "adv.sec5.2.intuition.pulls",
    where="M in [0,inf), N in [0,inf), n in [0,inf), R in [0,inf)",
    steps=(
        Given(
            1,
            r"On $\ell$ arm 1 is best, and each of the $N$ pulls of arm 2 in a run costs "
            r"$\frac12$ more than it: $M$ in sum.",
            "M == N/2",
        ),
        Textbook(
            2,
            r"The means.",
            "R == 0 + 1/2*n",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 1},
            instance={"x": "R", "z": "n", "c": "0", "b": "1/2", "X": "M", "Z": "N"},
            over=("M", "N"),
        ),
        Identity(3, r"$n=2R$ pulls.", "n == 2*R", uses=(2,)),
    ),
)
ADDITIVE = Proof(
    "adv.sec5.2.additive.repaired",
    where="r in [1,inf), t in [0,inf), R in [0,inf), f in (0,1), q in (0,inf), A in [0,inf)",
    parts=(5, 6),
    steps=(
        Given(
            1,
            r"Let $\epsilon=\frac1{\sqrt T}$ and $r=T^{1/4}$: so $\frac T\epsilon$ is",
            "q == r**6",
        ),
        OnClaim(
            2,
            r"The lower bound, with $f=u(1-\frac12e^u)$.",
            "R + t/2 >= sqrt(f*q)/4",
            claim="adv.lem11.order.repaired",
            of_step=6,
            uses=(1,),
        ),
        Given(3, r"For $\tau=o(\sqrt{T/\epsilon})$ and all long games", "t <= sqrt(f*q)/4"),
        Given(
            4,
            r"An additive upper bound is $A(\sqrt T+\frac1\epsilon)$, where $A$ is a power of "
            r"logarithms.",
            "R <= A*(r**2 + r**2)",
        ),
        Inequality(
            5,
            "So it needs",
            "A >= sqrt(f*q)/(16*r**2)",
            weights={4: "1/(2*r**2)", 2: "1/(2*r**2)", 3: "1/(4*r**2)"},
        ),
        Identity(
            6,
            r"which is $\frac{\sqrt f}{16}T^{1/4}$, and no power of logarithms.",
            "(sqrt(f*q)/(16*r**2))**2 == f*r**2/256",
            uses=(1,),
        ),
        Parts(7, r"$A\ge\frac{\sqrt f}{16}T^{1/4}$.", uses=(5, 6)),
    ),
)
