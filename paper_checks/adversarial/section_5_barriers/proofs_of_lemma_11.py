"""The proofs about Lemma 11: its core inequality, the repaired bound, and its order."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

PREFIXES = Proof(
    "adv.lem11.inequality",
    where="eps in (0,1], p in [0,inf), a in [0,1], b in [0,1], c in [0,1], v in [0,1], w in [0,1], "
    "u in [0,1]",
    parts=(7,),
    steps=(
        Given(
            1,
            r"$\mathcal A$ is $\epsilon$-DP: replacing one loss function changes the probability "
            r"of each event by a factor of at most $e^\epsilon$. An event is a set of prefixes "
            r"too: "
            r"what comes after is summed out.",
        ),
        Given(
            2,
            r"Each run outside of $E^p_{\gamma,\tau}$ has exactly one prefix that ends with the "
            r"$(p+1)$-th pull of arm 2 after round $\tau$. In it $\ell'$ and $\ell^S$, where $S$ "
            r"are the $p$ earlier ones of these pulls, show the same losses before each action.",
        ),
        Textbook(
            3,
            r"So the prefix has the same probability under both: $a$ and $b$.",
            "a == b",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 2},
            instance={"p": "a", "q": "b"},
        ),
        Textbook(
            4,
            r"$\ell^S$ and $\ell$ differ in $p$ rounds: $c$ is the probability under $\ell$.",
            "b <= exp(eps*p)*c",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"e": "eps", "d": "p", "v": "b", "w": "c"},
        ),
        Inequality(5, "Prefix by prefix.", "a <= exp(eps*p)*c", uses=(3,), weights={4: "1"}),
        Textbook(
            6,
            r"$v$ and $w$ are the probabilities of the complement of $E^p_{\gamma,\tau}$.",
            "v <= exp(eps*p)*w",
            fact="textbook.elementary-probability:atoms",
            hypotheses={"the relation for each single outcome": 5},
            instance={"p": "v", "q": "w", "c": "exp(eps*p)", "A": "a", "B": "c"},
            over=("a", "b", "c"),
        ),
        Inequality(7, r"The first inequality of (2).", "v <= exp(eps*p)*w", weights={6: "1"}),
        Given(8, r"Condition (2) for $\ell$.", "u >= 1/2"),
        Textbook(
            9,
            "The complement.",
            "u + w == 1",
            fact="textbook.elementary-probability:complement",
            hypotheses={"the second event is that the first does not come": 2},
            instance={"p": "u", "q": "w"},
        ),
        Inequality(
            10,
            "The second one.",
            "v <= exp(eps*p)/2",
            uses=(9,),
            weights={7: "1", 8: "exp(eps*p)"},
        ),
        Parts(11, "Both.", uses=(7, 10)),
    ),
)

SIZES = (
    "eps in (0,1], p in (0,inf), T in (0,inf), g in (0,1/2], t in [0,inf), eps*p < log(2), "
    "R in [0,inf), v in [0,1], u in [0,1], a in [0,1], m in [0,inf), n in [0,inf), k in "
    "(-inf,inf), "
    "A in [0,1], N in [0,inf), B in [0,1], D in (-inf,inf), h in (0,1)"
)
BOUND = Proof(
    "adv.lem11.bound.repaired",
    where=SIZES,
    parts=(6, 15, 16),
    steps=(
        Given(1, r"Condition (1): $a=P(E_\gamma)$.", "a >= 1/2"),
        Given(2, r"$A=1$ on $E_\gamma$, else 0; $N$ counts the pulls of arm 2.", "A*g*T <= N"),
        Textbook(
            3,
            r"In the mean $n$.",
            "a*(g*T) <= 1*n",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "a*(g*T)", "c": "1", "y": "n", "X": "A*g*T", "Y": "N"},
            over=("A", "N"),
        ),
        Given(4, r"On $\ell$ each of them costs $\frac12$.", "m == n/2"),
        Given(5, r"$R$ is the worst-case regret.", "m <= R"),
        Inequality(
            6,
            r"$R\ge\frac{\gamma T}4$.",
            "R >= g*T/4",
            uses=(4,),
            weights={5: "1", 3: "1/2", 1: "g*T/2"},
        ),
        OnClaim(
            7,
            r"The core inequality: $v$ is the probability of the complement of "
            r"$E^p_{\gamma,\tau}$ under $\ell'$.",
            "v <= exp(eps*p)/2",
            claim="adv.lem11.inequality",
            of_step=10,
        ),
        Given(
            8,
            r"$D$ is the regret on $\ell'$ against arm 2, $B=1$ on $E^p_{\gamma,\tau}$, else 0. A "
            r"round up to $\tau$ costs at least $-\frac12$, a later one $\frac12$ if arm 1 is "
            r"played, and else 0; on $E^p_{\gamma,\tau}$ arm 1 is played $\frac p\gamma-p$ times "
            r"or more in the $\frac p\gamma\le T-\tau$ rounds after $\tau$.",
            "D >= B*(p/g - p)/2 - t/2",
        ),
        Textbook(
            9,
            r"In the mean $k$, with $u$ that of $B$.",
            "k >= 1*(-t/2) + (p/g - p)/2*u",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 8},
            instance={
                "x": "k",
                "n": "1",
                "c": "-t/2",
                "b": "(p/g - p)/2",
                "z": "u",
                "X": "D",
                "Z": "B",
            },
            over=("B", "D"),
        ),
        Given(10, r"The complement.", "u == 1 - v"),
        Given(11, r"$R$ is the worst-case regret.", "k <= R"),
        Inequality(
            12,
            r"$\frac p\gamma-p\ge\frac p{2\gamma}$ for $\gamma\le\frac12$.",
            "(p/g - p)/2 >= p/(4*g)",
        ),
        Given(13, "The factor.", "h == 1 - exp(eps*p)/2"),
        Inequality(
            14,
            r"$P(E^p_{\gamma,\tau})\ge1-\frac12e^{\epsilon p}$ under $\ell'$.",
            "u >= h",
            uses=(10, 13),
            weights={7: "1"},
        ),
        Inequality(
            15,
            r"$R\ge(1-\frac12e^{\epsilon p})\frac p{4\gamma}-\frac\tau2$.",
            "R >= h*p/(4*g) - t/2",
            weights={11: "1", 9: "1", 12: "u", 14: "p/(4*g)"},
        ),
        Inequality(
            16,
            "The product of both bounds.",
            "(R + t/2)**2 >= p*T*h/16",
            weights={15: "R + t/2", 6: "h*p/(4*g)"},
            rest="h*p*t/(8*g)",
        ),
        Inequality(
            17,
            r"$R\ge\sqrt{pT(1-\frac12e^{\epsilon p})/16}-\frac\tau2$.",
            "R + t/2 >= sqrt(p*T*h/16)",
            uses=(16,),
        ),
        Parts(18, "All three.", uses=(6, 15, 17)),
    ),
)

ORDER = Proof(
    "adv.lem11.order.repaired",
    where="eps in (0,1], T in (0,inf), t in [0,inf), R in [0,inf), h in (0,1), w in (0,inf), "
    "w < log(2), q in (0,inf), f in (0,1)",
    steps=(
        Given(1, r"The factor at $\epsilon p=u$.", "h == 1 - exp(w)/2"),
        OnClaim(
            2,
            r"The square of the repaired bound, with $p=\frac u\epsilon$.",
            "(R + t/2)**2 >= w/eps*T*h/16",
            uses=(1,),
            claim="adv.lem11.bound.repaired",
            of_step=16,
            instance={"p": "w/eps"},
        ),
        Given(3, "The ratio.", "q == T/eps"),
        Given(4, r"$f=u(1-\frac12e^u)$.", "f == w*h"),
        Inequality(5, "In these words.", "(R + t/2)**2 >= f*q/16", uses=(3, 4), weights={2: "1"}),
        Inequality(
            6,
            r"$R\ge\frac14\sqrt{u(1-\frac12e^u)\frac T\epsilon}-\frac\tau2$.",
            "R + t/2 >= sqrt(f*q)/4",
            uses=(5,),
        ),
    ),
)

LARGEST = Proof(
    "adv.lem11.constant",
    where="u in (0,1), s in (0,1), y in (0,inf), z in (0,inf)",
    parts=(4,),
    steps=(
        Given(1, r"$s=W(2e)-1$: $(1+s)e^s=2$.", "z == 2/(1 + s)"),
        Given(
            2,
            r"$y=e^u$, $z=e^s$: the exponential lies above its tangent at $s$.",
            "y == z*exp(u-s)",
        ),
        Inequality(
            3,
            "The exponential lies above its tangent.",
            "exp(u - s) >= 1 + u - s",
        ),
        Inequality(
            4,
            r"$u(1-\frac12e^u)\le\frac{s^2}{1+s}$, with equality at $u=s$.",
            "u*(1 - y/2) <= s**2/(1 + s)",
            uses=(1, 2),
            weights={3: "u/(1 + s)"},
            rest="(u - s)**2/(1 + s)",
        ),
    ),
)
