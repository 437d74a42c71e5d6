"""The steps (19), (25) and (26) of the proof of Lemma D.3, and what Section 4 says of the bound."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.bernoulli.appendix_f_regret.lemma_f_3_derivatives import nearest
from banditproof.paper_checks.bernoulli.section_3_lower_bound.divergence_d_eps import (
    nearest_inside,
)
from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

SPLIT = Proof(
    "bern.lemD.3.noise_split",
    where="i in [0,1], base in [0,1], cond in [0,1], tail in [0,1], mean in [0,1], upper in [0,1], "
    "second in [0,1], below in [0,1]",
    steps=(
        Given(
            1,
            r"$S_n$ and $Z_m$ are independent: given $Z_m=z$, $\tilde S_{n,m}\ge x$ has the "
            r"probability "
            r"$\Pr[S_n\ge x-z]$.",
        ),
        Textbook(
            2,
            r"So $\Pr[\tilde S_{n,m}\ge x]$ is its mean over the noise.",
            "tail == mean",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 1},
            instance={"p": "tail", "q": "mean"},
        ),
        Given(
            3,
            r"Let $i=1(z<0)$: there $\Pr[S_n\ge x-z]\le\Pr[S_n\ge x]$.",
            "i*(base - cond) >= 0",
        ),
        Inequality(
            4,
            r"So it is at most the sum of $i\,\Pr[S_n\ge x]$ and $(1-i)\Pr[S_n\ge x-z]$.",
            "cond <= 1*((1 - i)*cond + base*i + 0)",
            weights={3: "1"},
        ),
        Textbook(
            5,
            "The mean:",
            "mean <= 1*upper",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 4},
            instance={
                "x": "mean",
                "c": "1",
                "y": "upper",
                "X": "cond",
                "Y": "(1 - i)*cond + base*i + 0",
            },
            over=("i", "cond"),
        ),
        Textbook(
            6,
            r"the second part is $\int_0^\infty f_m(z)\Pr[S_n\ge x-z]\,dz$,",
            "upper == second + base*below + 0",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={
                "X = U + b V + W": "(1 - i)*cond + base*i + 0 == (1 - i)*cond + base*i + 0"
            },
            instance={
                "x": "upper",
                "u": "second",
                "b": "base",
                "v": "below",
                "w": "0",
                "X": "(1 - i)*cond + base*i + 0",
                "U": "(1 - i)*cond",
                "V": "i",
                "W": "0",
            },
            over=("i", "cond"),
        ),
        Given(7, r"and $\Pr[Z_m<0]=\frac12$, as $f_m$ is even.", "below == 1/2"),
        Inequality(
            8,
            r"This is (19).",
            "tail <= base/2 + second",
            uses=(2, 6, 7),
            weights={5: "1"},
        ),
    ),
)
BEYOND = Proof(
    "bern.lemD.3.noise_term",
    where="y in (0,1), x in [0,1], y <= x, eps in (0,inf), n in [1,inf), m in [0,inf), "
    "t in [0,1], d in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"For $x\le n$, with $\frac xn$ for $x$, $d_\epsilon(x,\mu)\le\epsilon|x-\mu|$.",
            "d_eps(x,y,eps) <= eps*abs(x-y)",
            claim="bern.rem3.a.chain",
            of_step=3,
        ),
        Given(2, r"Let $d=d_\epsilon(x,\mu)$", "d == d_eps(x,y,eps)"),
        Given(3, r"and $t=x-\mu$.", "t == x - y"),
        Inequality(
            4,
            r"So $d\le\epsilon t$.",
            "d <= eps*t",
            uses=(2, 3),
            weights={1: "1"},
            positive=nearest_inside("x"),
        ),
        Inequality(
            5,
            r"So $e^{-f(x-n\mu)}=e(1+m\epsilon nt)^me^{-\epsilon nt}$ is at most "
            r"$e(1+m\epsilon nt)^me^{-nd}$.",
            "exp(1 + m*log(1 + m*eps*n*t) - eps*n*t) <= exp(1 + m*log(1 + m*eps*n*t) - n*d)",
            monotone=(
                "exp",
                "1 + m*log(1 + m*eps*n*t) - n*d",
                "1 + m*log(1 + m*eps*n*t) - eps*n*t",
            ),
            weights={4: "n"},
        ),
    ),
)
WITHOUT = Proof(
    "bern.lemD.3.reward_term",
    where="y in (0,1), x in [0,1], x >= y, eps in (0,inf), n in [1,inf), d in [0,inf), p in [0,1]",
    steps=(
        Given(
            1, r"$S_n$ is the sum of $n$ independent coins of mean $\mu=y$; for $x>n$ it is less."
        ),
        Textbook(
            2,
            r"Chernoff's bound at $nx$, $x\ge\mu$.",
            "p <= exp(-n*kl(x,y))",
            fact="textbook.chernoff",
            hypotheses={"independent coins of mean y": 1, "x >= y": "x >= y"},
            instance={"p": "p", "n": "n", "x": "x", "y": "y"},
        ),
        OnClaim(
            3,
            r"$d_\epsilon(x,\mu)\le\mathrm{kl}(x,\mu)$:",
            "d_eps(x,y,eps) <= kl(x,y)",
            claim="bern.rem3.a.chain",
            of_step=2,
        ),
        Given(4, r"let $d=d_\epsilon(x,\mu)$,", "d == d_eps(x,y,eps)"),
        Inequality(
            5,
            r"then $d\le\mathrm{kl}(x,\mu)$.",
            "d <= kl(x,y)",
            uses=(4,),
            weights={3: "1"},
            positive=nearest_inside("x"),
        ),
        Inequality(
            6,
            r"So $e^{-n\,\mathrm{kl}}\le e^{-nd_\epsilon}$.",
            "exp(-n*kl(x,y)) <= exp(-n*d)",
            monotone=("exp", "-n*d", "-n*kl(x,y)"),
            weights={5: "n"},
        ),
        Parts(7, "Both bounds.", uses=(2, 6)),
    ),
)
MIRRORED = Proof(
    "bern.lemD.3.d11.repaired",
    where="n in [1,inf), d in [0,inf), A in [0,inf), p in [0,1]",
    steps=(
        OnClaim(
            1,
            r"With the signs of the statement $A_\epsilon$ is the prefactor of the lower tail in "
            r"Lemma "
            "D.3.",
            "p*exp(n*d) <= A",
            claim="bern.lemD.3",
            of_step=7,
        ),
        Inequality(
            2,
            r"$\Pr[\tilde S_{n,m}\le x]\le A_\epsilon e^{-nd}$.",
            "p <= A*exp(-(n*d))",
            weights={1: "exp(-(n*d))"},
        ),
    ),
)
APART = Proof(
    "bern.rem4.1.separate",
    where="x in (-inf,inf), y in (-inf,inf), a in (-inf,inf), p in [0,1], q in [0,1], r in [0,1]",
    steps=(
        Inequality(
            1,
            r"If $X<a$ and $Y<0$, then $X+Y<a$: the event lies in the union of $\{X\ge a\}$ and "
            r"$\{Y\ge0\}$.",
            "x + y < a",
            where="x < a, y < 0",
        ),
        Textbook(
            2,
            r"$\Pr(X+Y\ge a)\le\Pr(X\ge a)+\Pr(Y\ge0)$.",
            "p <= q + r",
            fact="textbook.union-bound:two",
            where="x < a, y < 0",
            hypotheses={"the event is a part of two together": 1},
            over=("x", "y"),
        ),
    ),
)
VERSION = Proof(
    "bern.rem4.1.chernoff",
    where="x in [0,1], y in (0,1), n in [1,inf), eps in (0,inf), d in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The private bound is $A_ae^{-n(d_\epsilon(x,\mu)-a)}$, that of Lemma H.6 "
            r"$e^{-n\,\mathrm{kl}"
            r"(x,\mu)}$.",
            claim="bern.prop4.1",
        ),
        OnClaim(
            2,
            r"$d_\epsilon\le\mathrm{kl}$:",
            "d_eps(x,y,eps) <= kl(x,y)",
            claim="bern.rem3.a.chain",
            of_step=2,
        ),
        Given(3, r"let $d=d_\epsilon(x,\mu)$,", "d == d_eps(x,y,eps)"),
        Inequality(
            4,
            r"then $d\le\mathrm{kl}(x,\mu)$.",
            "d <= kl(x,y)",
            uses=(3,),
            weights={2: "1"},
            positive=nearest_inside("x"),
        ),
        Inequality(
            5,
            r"So the private exponent is the weaker one,",
            "exp(-n*kl(x,y)) <= exp(-n*d)",
            monotone=("exp", "-n*d", "-n*kl(x,y)"),
            weights={4: "n"},
        ),
        OnClaim(
            6,
            r"and the same one exactly from the difference of the log-odds on.",
            claim="bern.rem3.b.regimes",
        ),
        Parts(7, "A Chernoff bound with another exponent.", uses=(1, 5, 6)),
    ),
)


def a_threshold() -> list[Instance]:
    """50 coins of mean 1/2, delta = 1/e and eps = 1: the threshold is 1/2 + 1/10 + 1/50."""
    half, root, noise = Fraction(1, 2), Fraction(1, 10), Fraction(1, 50)
    return [{"n": 50, "y": half, "L": 1, "a": root, "eps": 1, "t": half + root + noise}]


NEAREST = nearest("t")
TIGHTER = Proof(
    "bern.rem4.1.tighter",
    where="y in (0,1), z in [0,1], eps in (0,inf), n in [1,inf), L in [0,inf), a in [0,inf), "
    "t in [0,1], d in [0,inf), k in [0,inf)",
    instances=a_threshold,
    steps=(
        Given(
            1,
            r"Let $L=\log\frac1\delta$, $a=\sqrt{L/(2n)}$,",
            "2*n*a**2 == L",
        ),
        Given(
            2,
            r"$t=\mu+a+\frac L{n\epsilon}$ the threshold (or $t$ above it), with $t\le1$, as "
            r"$d_\epsilon(t,\mu)$ and Proposition 4.1 are about $t\in[0,1]$;",
            "t - y - a >= L/(n*eps)",
        ),
        OnClaim(
            3,
            r"The mean that is nearest to $t$, of those whose log-odds are near those of $\mu$, "
            r"attains $d_\epsilon(t,\mu)$.",
            f"kl({NEAREST},y) + eps*abs(t-({NEAREST})) <= d_eps(t,y,eps)",
            claim="bern.def.deps.attained",
            of_step=2,
            instance={"x": "t"},
        ),
        Given(4, r"Let $z$ be this mean,", f"z == {NEAREST}"),
        Given(5, r"$d=d_\epsilon(t,\mu)$,", "d == d_eps(t,y,eps)"),
        Given(6, r"and $k=\mathrm{kl}(z,\mu)$.", "k == kl(z,y)"),
        Inequality(
            7,
            r"So $d$ is at least the cost of $z$.",
            "d >= k + eps*(t - z)",
            uses=(4, 5, 6),
            weights={3: "1"},
            positive=nearest_inside("t"),
        ),
        Inequality(8, r"As $t\ge\mu$,", "y <= t", weights={2: "1"}, rest="a + L/(n*eps)"),
        Inequality(9, r"$z$ is not above $t$.", "z <= t", uses=(4, 8)),
        Inequality(
            10,
            "Pinsker:",
            "kl(z,y) >= 2*(z-y)**2",
        ),
        Inequality(11, r"so $k\ge2(z-\mu)^2$.", "k >= 2*(z-y)**2", uses=(6,), weights={10: "1"}),
        Inequality(
            12,
            r"If $b\ge a$, then $b^2\ge a^2$;",
            "b**2 >= a**2",
            where="b in (-inf,inf), b >= a",
        ),
        Inequality(
            13,
            r"with $b=z-\mu$: $nd\ge2na^2=L$.",
            "n*d >= 2*n*a**2",
            where="z - y >= a",
            at={12: {"b": "z - y"}},
            weights={7: "n", 11: "n", 12: "2*n", 9: "n*eps"},
        ),
        Inequality(
            14,
            r"Else $t-z\ge\frac L{n\epsilon}$, and $nd\ge n\epsilon(t-z)\ge L$.",
            "n*d >= L",
            where="z - y <= a",
            weights={2: "n*eps", 7: "n"},
            rest="n*k + n*eps*(y+a-z)",
        ),
        Parts(15, r"So $e^{-nd}\le e^{-L}=\delta$ in both cases.", uses=(1, 13, 14)),
    ),
)
ARM = "x in [0,1), y in (0,1), x < y"
RANGE = Proof(
    "bern.rem4.2.range",
    where=f"{ARM}, alpha in (1,inf), tau in (3,inf), gap in (0,1], least in [0,inf), d in [0,inf), "
    "X in (0,inf), share in (0,1), k in [0,inf), eps in (0,inf), v in (0,inf), c in (0,1)",
    steps=(
        Given(
            1,
            r"Let $M=\min\{\mathrm{kl},\epsilon\Delta\}$, where",
            "least == min(k, eps*gap)",
        ),
        Given(
            2, r"$\mathrm{kl}=\mathrm{kl}(x,y)$ for the means $x<y$ of the arms,", "k == kl(x,y)"
        ),
        Given(3, r"$\Delta=y-x$,", "gap == y - x"),
        Given(4, r"$d_\epsilon=d_\epsilon(x,y)$,", "d == d_eps(x,y,eps)"),
        Given(5, r"and $q=1-\frac1e$.", "share == 1 - exp(-1)"),
        OnClaim(
            6,
            r"$d_\epsilon(x,y)\ge(1-\frac1e)\min\{\mathrm{kl},\epsilon\Delta\}$:",
            "min(kl(x,y), eps*(y-x))*(1-exp(-1)) <= d_eps(x,y,eps)",
            claim="bern.derived.klgap",
            of_step=6,
            instance={"c": "1"},
        ),
        Inequality(
            7,
            r"$d_\epsilon\ge qM$.",
            "d >= share*least",
            uses=(1, 2, 3, 4, 5),
            weights={6: "1"},
            positive=nearest_inside("x"),
        ),
        Inequality(8, r"Pinsker:", "kl(x,y) >= 2*(y-x)**2"),
        Inequality(
            9, r"so $\mathrm{kl}>0$,", "k > 0", uses=(2,), weights={8: "1"}, rest="2*(y-x)**2"
        ),
        Inequality(10, r"$M>0$", "least > 0", uses=(1, 9)),
        Inequality(
            11,
            r"and $d_\epsilon>0$.",
            "d > 0",
            weights={7: "1", 10: "share"},
        ),
        Inequality(
            12,
            r"So $\frac{\alpha\Delta}{d_\epsilon}\le\frac{\alpha\Delta}{qM}$.",
            "alpha*gap/d <= alpha*gap/(share*least)",
            uses=(10, 11),
            weights={7: "alpha*gap/(d*share*least)"},
            positive=("d", "least"),
        ),
        Given(13, r"$\alpha<4\tau q$.", "alpha < 4*tau*share"),
        Inequality(
            14,
            r"So that is below $\frac{4\tau\Delta}M$.",
            "alpha*gap/(share*least) < 4*tau*gap/least",
            uses=(10,),
            weights={13: "gap/(share*least)"},
            positive=("least",),
        ),
        Given(
            15,
            r"By the definition of $X$: $X\ge\frac{(1+v)\tau}{\mathrm{kl}}$ with $v>0$,",
            "X*k >= (1 + v)*tau",
        ),
        Given(
            16,
            r"and $X\ge\frac{1+\tau}{(c-\gamma)\epsilon\Delta}$ with $c-\gamma<1$.",
            "X*(c*eps*gap) >= 1 + tau",
        ),
        Inequality(
            17,
            r"So $XM\ge\tau$.",
            "X*least >= tau",
            uses=(1, 15, 16),
        ),
        Inequality(
            18,
            r"So $\frac{4\tau\Delta}M\le4X\Delta$.",
            "4*tau*gap/least <= 4*X*gap",
            uses=(10,),
            weights={17: "4*gap/least"},
            positive=("least",),
        ),
        Inequality(
            19,
            r"Together: the one coefficient is below the other.",
            "alpha*gap/d < 4*X*gap",
            where="alpha < 4*tau*share",
            uses=(10, 11),
            weights={12: "1", 14: "1", 18: "1"},
            positive=("d", "least"),
        ),
        Parts(20, "The chain.", uses=(12, 14, 18, 19)),
    ),
)
IMPROVES = Proof(
    "bern.rem4.2.improves_adap",
    where="ours in (0,inf), theirs in (0,inf), ratio in (1,inf), tau in (3,inf), gap in (0,1], "
    "d in (0,inf), X in (0,inf)",
    steps=(
        Given(1, r"$\alpha\le2$ and $\tau>3$:", "ratio <= 2"),
        Inequality(
            2,
            r"$\alpha<4\tau(1-\frac1e)$, as $e>2$.",
            "ratio < 4*tau*(1 - exp(-1))",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"So the coefficient of Theorem 4.3 is below that of (49) for each arm:",
            "ratio*gap/d < 4*X*gap",
            claim="bern.rem4.2.range",
            of_step=19,
            instance={"alpha": "ratio", "share": "1 - exp(-1)"},
            uses=(2,),
        ),
        Given(4, r"ours is $\frac{\alpha\Delta}{d_\epsilon}$,", "ours == ratio*gap/d"),
        Given(5, r"that of (49) is $4X\Delta$.", "theirs == 4*X*gap"),
        Inequality(6, "It is smaller.", "theirs > ours", uses=(4, 5), weights={3: "1"}),
    ),
)
