"""The proofs of Theorem 3, the privacy of AdaC-GOPE and AdaC-OFUL, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Step, Textbook

RANGES = "rho in (0,inf), a in (1,inf), u in [-1,1], v in [-1,1], q in [0,inf), s in [0,inf), "
RANGES += "w in (0,inf), cost in [0,inf), div in [0,inf), renyi in [0,inf)"


def _released(first: int, noise: tuple[int, ...], largest: str, weight: str) -> tuple[Step, ...]:
    """From how far a reward moves the statistic, and its noise, to the view of the adversary."""
    bound = first - 1 if len(noise) == 1 else first - 2  # the step that bounds the length
    return (
        Given(
            first,
            r"A reward in $[-1,1]$ changes from $u$ to $v$; its vector of weights has the length "
            "$q$, so the statistic moves by $s$.",
            "s == abs(u - v)*q",
        ),
        Inequality(
            first + 1,
            r"That is at most twice the largest length.",
            f"s <= 2*{largest}",
            uses=(first,),
            weights={bound: "abs(u - v)"},
            rest=f"(2 - abs(u - v))*{largest}",
        ),
        Textbook(
            first + 2,
            r"The divergence of the noisy statistic, by its normal noise.",
            "cost == a*s**2/(2*w)",
            fact="textbook.gaussian-mechanism:divergence",
            hypotheses={"independent normal noise of variance w in each coordinate": noise[0]},
            instance={"v": "cost"},
        ),
        Inequality(
            first + 3,
            r"It is at most $\alpha\rho$: the statistic is $\rho$-zCDP in the rewards of the "
            "episode.",
            "cost <= rho*a",
            uses=(noise[-1], first + 2),
            weights={first + 1: weight},
        ),
        OnClaim(
            first + 4,
            r"So the view has $D_\alpha\le\alpha\rho$,",
            "renyi <= rho*a",
            claim="zcdp.genproof.bound",
            of_step=4,
            uses=(noise[0], first + 3),
        ),
        Given(first + 5, r"and this is its divergence.", "div == renyi"),
        Inequality(
            first + 6,
            r"$D_\alpha(\mathrm{View}(d)\|\mathrm{View}(d'))\le\alpha\rho$ for all $\alpha>1$, all "
            "deterministic adversaries and neighbours.",
            "div <= rho*a",
            uses=(first + 4, first + 5),
        ),
    )


OFUL = Proof(
    "zcdp.thm3.oful",
    where=RANGES,
    steps=(
        Given(
            1,
            r"An episode ends when $\det V$ has grown by the factor $1+C$; its recommendations "
            r"read $\tilde\theta_\tau$, $V$ and public contexts, so all are decided when it begins "
            r"(with the coins of ties drawn then). Its sum $\sum a_sr_s$ is released once, with "
            r"$Y\sim\mathcal N(0,wI_d)$ of its own, $w=\frac2\rho$; later estimates add releases.",
            "w == 2/rho",
        ),
        Given(2, r"By Assumption 1 the weights of a reward are the action, $\|a\|\le1$.", "q <= 1"),
        *_released(3, (1,), "1", "a*rho*(s + 2)/4"),
    ),
)
GOPE = Proof(
    "zcdp.thm3.gope",
    where=RANGES + ", d in [1,inf), c in (0,inf), m in (0,inf), n in [0,inf), k in [0,inf), "
    "g in (0,inf)",
    steps=(
        Given(
            1,
            r"A phase is decided when it begins, by the arms that earlier estimates left. "
            r"$\phi=V_\ell^{-1/2}\sum a_sr_s$ is released once, with $N_\ell\sim\mathcal N(0,wI)$ "
            r"of its own, $w=\frac{2d}{\rho c_\ell}$; $\tilde\theta_\ell=V_\ell^{-1/2}(\phi+N)$.",
            "w == 2*d/(rho*c)",
        ),
        Given(
            2,
            r"$\pi$ is exactly optimal on the span of $\mathcal A_\ell$: "
            r"$k=\|a\|^2_{V(\pi)^{-1}}\le d$ for its actions $a\ne0$ (Theorem 2); the reward of "
            r"the zero action moves nothing.",
            "k <= d",
        ),
        Given(
            3,
            r"Each $b$ is played $\lceil c_\ell\pi(b)\rceil\ge c_\ell\pi(b)$ times: with "
            r"$x=V_\ell^{-1}a$, $m=x^\top V_\ell x=\|a\|^2_{V_\ell^{-1}}$ and $n=x^\top V(\pi)x$.",
            "c*n <= m",
        ),
        Textbook(
            4,
            r"$m=\langle a,x\rangle$, so $m^2\le\|a\|^2_{V(\pi)^{-1}}\|x\|^2_{V(\pi)}$.",
            "m**2 <= k*n",
            fact="textbook.cauchy-schwarz",
            instance={"d": "m", "x": "k", "y": "n"},
        ),
        Inequality(
            5,
            r"So $\|a\|^2_{V_\ell^{-1}}\le d/c_\ell$.",
            "m <= d/c",
            weights={2: "n/m", 3: "d/(c*m)", 4: "1/m"},
        ),
        Given(6, r"The weights of a reward are $V_\ell^{-1/2}a$, of length $q$.", "q**2 == m"),
        Given(7, r"Let $g=\sqrt{d/c_\ell}$.", "g**2 == d/c"),
        Inequality(
            8,
            r"So $q\le g$.",
            "q <= g",
            uses=(6, 7),
            weights={5: "1/(g + q)"},
        ),
        Inequality(9, r"With it the variance is $2g^2/\rho$.", "w == 2*g**2/rho", uses=(1, 7)),
        *_released(10, (1, 9), "g", "a*rho*(s + 2*g)/(4*g**2)"),
    ),
)
