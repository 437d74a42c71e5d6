"""Why the trusted-leader policy refutes Theorem 3.1 at mu_star = 1, step by step.

It is private, consistent, and its regret at a best mean of 1 is bounded. The better of the two arms
has the mean x, the other one y = x - g. Epoch k has the length n = 2^k; an exploration in epoch
k + 1 reads m = (k+2)^2 rewards of each arm, and then b is the probability that the worse one leads.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

from .first_epochs import computed_pulls, two_laplace_variables

ONE_LAW = "textbook.ionescu-tulcea:one law"
SAME = "the same conditional laws"
FACTORS = "textbook.elementary-probability:product of means"
MOMENTS = "textbook.laplace-tail:moments"
SUM = "textbook.elementary-probability:sum of means above"
TELESCOPING = "textbook.nonnegative-series:telescoping"
SHRINKING = {
    "each term is <= c (Y - Z)": 0,
    "Z is the Y of the next term, and they are >= 0": 45,
}
FROM_ABOVE = "x_n <= c + s for every s > 0 and all large n"

PRIVATE = (
    Given(
        1,
        r"The policy: the noisy sums so far fix the arm and the rounds of the next batch. A reward "
        r"enters the sum of its own batch alone, which is released with fresh noise "
        r"$\mathrm{Lap}(1/\epsilon)$ at the end of the batch. Let $r,r'$ be two lists of rewards "
        r"in $[0,1]$ that differ at round $t^\star$ alone.",
    ),
    Textbook(
        2,
        r"The noisy sums before the batch of $t^\star$ read earlier rewards alone: their density "
        "is the same under both lists.",
        "first == first2",
        fact=ONE_LAW,
        hypotheses={SAME: 1},
        instance={"p": "first", "q": "first2"},
    ),
    Given(
        3,
        r"They fix that batch. Let $o$ be the sum of its other rewards: its sum is $o+u$ under the "
        r"one list, and the noisy sum has at $z$ the density $f$;",
        "f == eps/2*exp(-eps*abs(z-o-u))",
        uses=(2,),
        where="z in (-inf,inf)",
    ),
    Given(
        4,
        r"it is $o+v$ under the other, with the density $f'$, $u,v\in[0,1]$.",
        "f2 == eps/2*exp(-eps*abs(z-o-v))",
        uses=(2,),
        where="z in (-inf,inf)",
    ),
    Inequality(
        5,
        r"$|z-o-v|\le1+|z-o-u|$,",
        "abs(l + h) <= 1 + abs(l)",
        where="l in (-inf,inf), h in [-1,1]",
    ),
    Inequality(
        6,
        "so that",
        "exp(-eps*abs(z-o-u)) <= exp(eps - eps*abs(z-o-v))",
        where="z in (-inf,inf)",
        at={5: {"l": "z-o-u", "h": "u-v"}},
        monotone=("exp", "eps - eps*abs(z-o-v)", "-eps*abs(z-o-u)"),
        weights={5: "eps"},
    ),
    Inequality(
        7,
        r"$f\le e^\epsilon f'$.",
        "f <= exp(eps)*f2",
        uses=(3, 4),
        where="z in (-inf,inf)",
        weights={6: "eps/2"},
    ),
    Textbook(
        8,
        "Given all noisy sums up to this one, the later ones read other rewards, which are the "
        "same.",
        "later == later2",
        fact=ONE_LAW,
        hypotheses={SAME: 1},
        instance={"p": "later", "q": "later2"},
    ),
    Inequality(
        9,
        r"So the density of all noisy sums under $r$ is at most $e^\epsilon$ times that under "
        "$r'$,",
        "first*f*later <= exp(eps)*(first2*f2*later2)",
        uses=(2, 8),
        weights={7: "first2*later2"},
    ),
    Textbook(
        10,
        "and so is the probability of each event of actions, which are functions of these sums.",
        "p <= exp(eps)*q",
        fact="textbook.density:events",
        hypotheses={"f <= c g at every point": 9},
        instance={
            "p": "p",
            "q": "q",
            "c": "exp(eps)",
            "A": "first*f*later",
            "B": "first2*f2*later2",
        },
        over=("first", "first2", "f", "f2", "later", "later2"),
    ),
    Textbook(
        11,
        r"If the batch of $t^\star$ is cut at $T$, its sum is not released, and $r_{t^\star}$ is "
        "not read.",
        "p == q",
        fact=ONE_LAW,
        hypotheses={SAME: 1},
        instance={"p": "p", "q": "q"},
    ),
    OnClaim(
        12,
        r"This is View DP at every horizon; Table DP is the same.",
        claim="bern.prop2.4",
        uses=(10, 11),
    ),
)
CHERNOFF = (
    Given(
        13,
        "Two arms, whose means have the gap $g$; arm 2 is the worse one. Let each epoch have its "
        "own independent draws, of both arms for an exploration, and of its leader and all noises, "
        r"whether they are used or not. What follows reads no order of the arms.",
        "g == (1-y)*t",
    ),
    Given(14, "$x=y+g$ is the best mean.", "x == y + (1-y)*t"),
    Textbook(
        15,
        "With these draws the policy has the law that it has in the bandit.",
        "bandit == b",
        fact=ONE_LAW,
        hypotheses={SAME: 13},
        instance={"p": "bandit", "q": "b"},
    ),
    Given(16, r"Let $s=\min(\epsilon/2,g/3)$,", "s == min(eps/2, g/3)"),
    Inequality(17, r"so that $s\le\epsilon/2$", "2*s <= eps", uses=(16,)),
    Inequality(18, r"and $s\le g/3$,", "3*s <= g", uses=(16,)),
    Given(19, r"and $c=sg/2$.", "c == s*g/2"),
    Given(20, r"A coin $X$ of mean $y$: $\mathbb Ee^{sX}$ is", "coin == 1-y+y*exp(s)"),
    Inequality(21, r"at most $e^{y(s+s^2)}$.", "log(coin) <= y*(s+s**2)", uses=(20,)),
    Given(22, r"A coin $X'$ of mean $x$: $\mathbb Ee^{-sX'}$ is", "lack == 1-x+x*exp(-s)"),
    Inequality(23, r"at most $e^{x(e^{-s}-1)}$.", "log(lack) <= x*(exp(-s) - 1)", uses=(22,)),
    Inequality(
        24,
        r"So the product of both is at most $e^{-c}$.",
        "log(coin) + log(lack) <= -c",
        uses=(13, 14, 19),
        weights={21: "1", 23: "1", 18: "s/2"},
        rest="(1-y)*s**2 + (1-y)*(1-t)*s**2/2 + (y + (1-y)*t)*(1 - s + s**2/2 - exp(-s))",
    ),
    Textbook(
        25,
        r"The noise $Z$, and $-Z$: $\mathbb Ee^{sZ}=1/(1-(s/\epsilon)^2)$,",
        "noise == 1/(1 - s**2*(1/eps)**2)",
        fact=MOMENTS,
        hypotheses={"l b < 1": "s*(1/eps) < 1", "l b >= 0": "s*(1/eps) >= 0"},
        instance={"x": "noise", "l": "s", "b": "1/eps"},
        uses=(17,),
    ),
    Inequality(26, r"at most $\frac43$,", "noise <= 4/3", uses=(17, 25)),
    Inequality(27, "and its logarithm at most a third.", "log(noise) <= 1/3", weights={26: "1"}),
    Textbook(
        28,
        r"Arm 2 wins an exploration of $m$ draws if $\sum_i(X_i-X'_i)+Z-Z'\ge0$. A factor "
        r"$e^{s(X_i-X'_i)}$ has the mean",
        "pair == coin*lack",
        fact="textbook.elementary-probability:independent product",
        hypotheses={"independent, and not negative": 13},
        instance={"m": "pair", "x": "coin", "y": "lack"},
    ),
    Textbook(
        29,
        r"and all factors are independent.",
        "moment == exp(m*log(pair) + 2*log(noise))",
        fact=FACTORS,
        hypotheses={"independent factors": 13},
        instance={"x": "moment", "a": "pair", "b": "noise", "n": "m", "m": "2"},
    ),
    Textbook(
        30,
        "Markov's inequality.",
        "lost*1 <= moment",
        where="z in (-inf,inf)",
        fact="textbook.markov",
        hypotheses={"X >= 0": "exp(z) >= 0", "a > 0": "1 > 0"},
        instance={"p": "lost", "a": "1", "m": "moment", "X": "exp(z)"},
        over=("z",),
    ),
    Inequality(
        31,
        "The exponent of the right side:",
        "m*log(pair) + 2*log(noise) <= 2/3 - c*m",
        uses=(28,),
        weights={24: "m", 27: "2"},
    ),
    Inequality(
        32,
        "The right side:",
        "exp(m*log(pair) + 2*log(noise)) <= exp(2/3 - c*m)",
        monotone=("exp", "2/3 - c*m", "m*log(pair) + 2*log(noise)"),
        weights={31: "1"},
    ),
    Inequality(
        33,
        r"So arm 2 wins with probability at most $e^{2/3-cm}$.",
        "lost <= exp(2/3 - c*m)",
        uses=(29,),
        weights={30: "1", 32: "1"},
    ),
    Given(
        34,
        r"Epoch $k$ lasts $n=2^k$ rounds; it tolerates $\theta=2^{\lfloor k/2\rfloor}$ zeros: "
        r"$n=\theta^2$ for even $k$, and $2\theta^2$ for odd $k$.",
        "n == (1 + j)*theta**2",
    ),
    Inequality(35, r"So $\theta^2\le n$.", "theta**2 <= n", uses=(34,)),
    Textbook(
        36,
        r"Arm 2 as the leader is trusted again if $\sum_{i\le n}X_i+Z\ge n-\theta$.",
        "moment2 == exp(n*log(coin) + 1*log(noise))",
        fact=FACTORS,
        hypotheses={"independent factors": 13},
        instance={"x": "moment2", "a": "coin", "b": "noise", "n": "n", "m": "1"},
    ),
    Textbook(
        37,
        "Markov's inequality.",
        "passed*exp(s*(n-theta)) <= moment2",
        where="z in (-inf,inf)",
        fact="textbook.markov",
        hypotheses={"X >= 0": "exp(z) >= 0", "a > 0": "exp(s*(n-theta)) > 0"},
        instance={"p": "passed", "a": "exp(s*(n-theta))", "m": "moment2", "X": "exp(z)"},
        over=("z",),
    ),
    Inequality(
        38,
        r"$s\theta\le\frac{cn}2+\frac sg$.",
        "s*theta <= c*n/2 + s/g",
        uses=(19,),
        weights={35: "s*g/4"},
        rest="s*g/4*(theta - 2/g)**2",
    ),
    Inequality(
        39,
        "The exponent:",
        "n*log(coin) + 1*log(noise) - s*(n-theta) <= 2/3 - c*n/2",
        uses=(13, 19),
        weights={21: "n", 27: "1", 38: "1", 18: "1/(3*g) + n*s/2"},
        rest="n*s*(1-y)*(1-t) + n*s**2*(3/2-y)",
    ),
    Inequality(
        40,
        "The probability of that is at most its exponential,",
        "passed <= exp(n*log(coin) + 1*log(noise) - s*(n-theta))",
        uses=(36,),
        weights={37: "exp(-(s*(n-theta)))"},
    ),
    Inequality(
        41,
        "which is at most",
        "exp(n*log(coin) + 1*log(noise) - s*(n-theta)) <= exp(2/3 - c*n/2)",
        monotone=("exp", "2/3 - c*n/2", "n*log(coin) + 1*log(noise) - s*(n-theta)"),
        weights={39: "1"},
    ),
    Inequality(42, r"$e^{2/3-cn/2}$.", "passed <= exp(2/3 - c*n/2)", weights={40: "1", 41: "1"}),
)
EPOCHS = (
    Textbook(
        43,
        r"Arm 2 leads in epoch $k+1$ only if it wins its exploration, or led in epoch $k$ and is "
        "trusted again.",
        "b <= lost + passed",
        fact="textbook.union-bound:two",
        hypotheses={"the event is a part of two together": 34},
        instance={"p": "b", "q": "lost", "r": "passed"},
        uses=(15,),
    ),
    Given(44, r"$m=(k+2)^2$", "m == (k+2)**2"),
    Given(45, r"and $n=2^k$.", "n == exp(k*log(2))"),
    Inequality(
        46,
        r"$2k\log2-c(k+2)^2\le\frac1{2c}$,",
        "2*k*log(2) + 2/3 - c*(k+2)**2 <= 2/3 + 1/(2*c)",
        rest="c*(k - log(2)/c)**2 + c*(4*k+4) + (1/2 - log(2)**2)/c",
    ),
    Inequality(
        47,
        r"so that for the won exploration",
        "exp(2*k*log(2) + 2/3 - c*(k+2)**2) <= exp(2/3 + 1/(2*c))",
        monotone=("exp", "2/3 + 1/(2*c)", "2*k*log(2) + 2/3 - c*(k+2)**2"),
        weights={46: "1"},
    ),
    Inequality(
        48,
        r"$n^2e^{2/3-cm}$ is bounded,",
        "n**2*exp(2/3 - c*m) <= exp(2/3 + 1/(2*c))",
        uses=(44, 45),
        weights={47: "1"},
    ),
    Inequality(49, r"and as $z^2e^{-z}\le2$,", "z**2*exp(-z) <= 2", where="z in [0,inf)"),
    Inequality(
        50,
        r"so is $n^2e^{2/3-cn/2}$.",
        "n**2*exp(2/3 - c*n/2) <= 8*exp(2/3)/c**2",
        at={49: {"z": "c*n/2"}},
        weights={49: "4*exp(2/3)/c**2"},
    ),
    Given(51, r"Let $B$ be the sum of both bounds.", "B == exp(2/3 + 1/(2*c)) + 8*exp(2/3)/c**2"),
    Inequality(
        52,
        r"So arm 2 leads with probability at most $B/n^2$.",
        "n**2*b <= B",
        uses=(51,),
        weights={43: "n**2", 33: "n**2", 42: "n**2", 48: "1", 50: "1"},
    ),
)
CONSISTENT = (
    Inequality(
        53,
        r"Epoch $k+1$ has $2n$ rounds: arm 2 leads in at most $2B/n$ of them in the mean,",
        "2*n*b <= 2*B/n",
        weights={52: "2/n"},
    ),
    Textbook(
        54,
        "and in all epochs from 1 on in at most the sum of these,",
        "led <= total",
        fact=SUM,
        hypotheses={"each mean is <= its bound": 53},
        instance={"mean": "led", "total": "total", "X": "2*n*b", "T": "2*B/n"},
        over=("n", "b"),
    ),
    Inequality(55, r"where $n$ doubles:", "2*B/n <= 4*B*(1/n - 1/(2*n))"),
    Textbook(
        56,
        r"$4B$.",
        "total <= 4*B*1",
        fact=TELESCOPING,
        hypotheses=SHRINKING | {"each term is <= c (Y - Z)": 55, "c >= 0": "4*B >= 0"},
        instance={
            "x": "total",
            "c": "4*B",
            "y": "1",
            "X": "2*B/n",
            "Y": "1/n",
            "Z": "1/(2*n)",
        },
        over=("n",),
    ),
    Induction(
        57,
        r"Explorations of the epochs up to $k$ have at most $\sum_{i\le k}(i+1)^2\le(k+1)^3$ "
        "rounds of arm 2.",
        "S <= (k+1)**3",
        variable="k",
        start="0",
        sequence="S",
        first="1",
        following="S + (k+2)**2",
    ),
    Given(
        58,
        r"Let $L=\log T$, and let $k$ be the last epoch that begins by round $T$. Before it the "
        r"leaders had $2^k-1$ rounds, so $2^k\le T$.",
        "k*log(2) <= L",
    ),
    Inequality(59, r"So $k\le2L$.", "k <= 2*L", weights={58: "2"}, rest="k*(2*log(2) - 1)"),
    Given(60, r"For $a\in(0,1]$ let $w=\frac6ae^{aL/3}$.", "w == 6/a*exp(a*L/3)"),
    Inequality(61, r"Then $1+2L\le w$,", "1 + 2*L <= w", uses=(60,)),
    Inequality(62, r"so that $k+1\le w$,", "k + 1 <= w", weights={59: "1", 61: "1"}),
    Inequality(
        63,
        r"and $(k+1)^3\le w^3$,",
        "(k+1)**3 <= w**3",
        weights={62: "w**2 + w*(k+1) + (k+1)**2"},
    ),
    Identity(64, r"which is $216a^{-3}T^a$.", "w**3 == 216/a**3*exp(a*L)", uses=(60,)),
    Given(
        65,
        "The pulls of arm 2 in $T$ rounds are in explorations, the one of epoch 0, or as the "
        "leader of later epochs.",
        "counted <= 1*(S + 1 + leading)",
    ),
    Textbook(
        66,
        "The mean:",
        "number <= 1*(S + 1 + led)",
        fact="textbook.elementary-probability:mean",
        hypotheses={"X <= c Y at every outcome": 65},
        instance={
            "x": "number",
            "c": "1",
            "y": "S + 1 + led",
            "X": "counted",
            "Y": "S + 1 + leading",
        },
        over=("counted", "leading"),
    ),
    Given(67, r"The regret is $g\le1$ times the mean.", "reg == g*number"),
    Inequality(
        68,
        r"So it is at most $1+4B+216a^{-3}T^a$.",
        "reg <= 1 + 4*B + 216/a**3*exp(a*L)",
        uses=(64, 67),
        weights={66: "1", 54: "1", 56: "1", 57: "1", 63: "1"},
        rest="(1-g)*number",
    ),
    Given(
        69,
        r"For every $r>0$ and all large $T$",
        "1 + 4*B + 216/a**3 <= r*exp(a*L)",
    ),
    Inequality(
        70,
        r"the regret is at most $r\,T^{2a}$:",
        "reg*exp(-(2*a*L)) <= 0 + r",
        weights={68: "exp(-(2*a*L))", 69: "exp(-(a*L))"},
        rest="(1 + 4*B)*exp(-(a*L))*(1 - exp(-(a*L)))",
    ),
    Textbook(
        71,
        r"it is $o(T^{2a})$ for every $a\in(0,1]$, at all means: the policy is consistent.",
        "high <= 0",
        fact="textbook.bounds-of-sets:upper limit with a margin",
        hypotheses={FROM_ABOVE: 70},
        instance={"high": "high", "c": "0", "s": "r", "X": "reg*exp(-(2*a*L))"},
        over=("r", "reg", "L"),
    ),
)
BOUNDED = (
    Given(
        72,
        r"Let the best mean be 1: the leader's zeros of arm 1 are $-Z$. Epoch $k+1$ tolerates "
        r"$\theta'$ of them, with $2n=\theta'^2$ or $2\theta'^2$.",
        "2*n == (1 + i)*more**2",
    ),
    Inequality(73, r"So $n\le\theta'^2$.", "n <= more**2", uses=(72,)),
    Textbook(
        74,
        r"As a leader arm 1 is dismissed with probability $\frac12e^{-\epsilon\theta'}$.",
        "leave == exp(-(eps*more))/2",
        fact="textbook.laplace-tail",
        hypotheses={"z >= 0": "eps*more >= 0"},
        instance={"p": "leave", "z": "eps*more"},
    ),
    Inequality(75, r"As $z^4e^{-z}\le24$,", "z**4*exp(-z) <= 24", where="z in [0,inf)"),
    Inequality(
        76,
        r"that is at most $12\epsilon^{-4}\theta'^{-4}$,",
        "more**4*leave <= 12/eps**4",
        uses=(74,),
        at={75: {"z": "eps*more"}},
        weights={75: "1/(2*eps**4)"},
    ),
    Inequality(
        77,
        r"and so $n^2$ times it is at most $12\epsilon^{-4}$.",
        "n**2*leave <= 12/eps**4",
        weights={73: "(n + more**2)*leave", 76: "1"},
    ),
    Textbook(
        78,
        r"Epoch $k+2$ is explored only if arm 1 was dismissed, or arm 2 led.",
        "e <= leave + b",
        fact="textbook.union-bound:two",
        hypotheses={"the event is a part of two together": 72},
        instance={"p": "e", "q": "leave", "r": "b"},
    ),
    Inequality(
        79,
        r"Its exploration has $(k+3)^2\le32\cdot2^k$ draws,",
        "(k+3)**2 <= 32*n",
        uses=(45,),
    ),
    Given(80, r"With $A=34B+384\epsilon^{-4}$", "A == 34*B + 384/eps**4"),
    Inequality(
        81,
        r"arm 2 has at most $A/n$ pulls as the leader of epoch $k+1$ and in the exploration of "
        "epoch $k+2$ in the mean,",
        "2*n*b + (k+3)**2*e <= A/n",
        uses=(80,),
        weights={79: "e", 78: "32*n", 77: "32/n", 52: "34/n"},
    ),
    Textbook(
        82,
        "and from some such epoch on at most the sum of these,",
        "late <= beyond",
        fact=SUM,
        hypotheses={"each mean is <= its bound": 81},
        instance={"mean": "late", "total": "beyond", "X": "2*n*b + (k+3)**2*e", "T": "A/n"},
        over=("n", "b", "k", "e"),
    ),
    Inequality(83, r"where $n$ doubles:", "A/n <= 2*A*(1/n - 1/(2*n))"),
    Textbook(
        84,
        r"$2A$ divided by the first $n$.",
        "beyond <= 2*A*least",
        fact=TELESCOPING,
        hypotheses=SHRINKING | {"each term is <= c (Y - Z)": 83, "c >= 0": "2*A >= 0"},
        instance={
            "x": "beyond",
            "c": "2*A",
            "y": "least",
            "X": "A/n",
            "Y": "1/n",
            "Z": "1/(2*n)",
        },
        over=("n",),
    ),
    Given(
        85,
        "Before these epochs are the exploration of epoch 0, its one round of the leader, and the "
        "four draws of the exploration of epoch 1. The first $n$ is 1,",
        "pulled <= 1*(1 + 1 + 4 + later_ones)",
    ),
    Textbook(
        86,
        "The mean:",
        "pulls <= 1*(1 + 1 + 4 + late)",
        fact="textbook.elementary-probability:mean",
        hypotheses={"X <= c Y at every outcome": 85},
        instance={
            "x": "pulls",
            "c": "1",
            "y": "1 + 1 + 4 + late",
            "X": "pulled",
            "Y": "1 + 1 + 4 + later_ones",
        },
        over=("pulled", "later_ones"),
    ),
    Inequality(
        87,
        r"So arm 2 has at most $6+2A$ pulls in the mean, at all horizons.",
        "pulls <= 6 + 2*A",
        at={84: {"least": "1"}},
        weights={86: "1", 82: "1", 84: "1"},
    ),
)
NUMBERS = (
    Given(
        88,
        r"Let the means be 1 and 0. Epoch $k$ is explored with probability $E$, and arm 2 leads in "
        r"it with probability $l$; $E_0=1$. Given the past, the leader 1 is dismissed with "
        r"probability $o$, the leader 2 is kept with probability $h$, and arm 2 wins an "
        r"exploration of epoch $k+1$ with probability $w$.",
    ),
    Textbook(
        89,
        r"Total probability.",
        "explored == (1 - lead)*out + lead*(1 - keep)",
        fact="textbook.elementary-probability:total",
        hypotheses={"the conditional law given the first part": 88},
        instance={"p": "explored", "q": "(1 - lead)*out + lead*(1 - keep)"},
        uses=(15,),
    ),
    Textbook(
        90,
        r"Likewise",
        "next == explored*wins + lead*keep",
        fact="textbook.elementary-probability:total",
        hypotheses={"the conditional law given the first part": 88},
        instance={"p": "next", "q": "explored*wins + lead*keep"},
        uses=(15,),
    ),
    Textbook(
        91,
        r"$o=\Pr[-Z>\theta]$,",
        "out == exp(-(eps*theta))/2",
        fact="textbook.laplace-tail",
        hypotheses={"z >= 0": "eps*theta >= 0"},
        instance={"p": "out", "z": "eps*theta"},
    ),
    Textbook(
        92,
        r"$h=\Pr[Z\ge n-\theta]$,",
        "keep == exp(-(eps*(n - theta)))/2",
        fact="textbook.laplace-tail",
        hypotheses={"z >= 0": "eps*(n - theta) >= 0"},
        instance={"p": "keep", "z": "eps*(n - theta)"},
        uses=(34,),
    ),
    Textbook(
        93,
        r"$w=\Pr[Z-Z'\ge d/\epsilon]$ with $d=\epsilon(k+2)^2$, the mean of $\Pr[-Z'\ge d/\epsilon-"
        r"z]$ over the values $z$ of $Z$.",
        "wins == over",
        fact="textbook.elementary-probability:total",
        hypotheses={"the conditional law given the first part": 88},
        instance={"p": "wins", "q": "over"},
    ),
    Computed(
        94,
        r"That is an integral over three ranges.",
        "over == (1/2 + d/4)*exp(-d)",
        by=two_laplace_variables,
    ),
    Identity(95, "So", "wins == (1/2 + d/4)*exp(-d)", uses=(93, 94)),
    Textbook(
        96,
        r"The pulls as the leader of the epochs up to 60, and in the explorations up to epoch 61, "
        r"have as mean the sum of $l\,2^k$ and of $E(k+1)^2$.",
        "early == first60",
        fact="textbook.elementary-probability:linearity",
        hypotheses={"a sum of finitely many multiples": 88},
        instance={"x": "early", "y": "first60"},
    ),
    Given(
        97,
        r"The other pulls are those of the steps above from $n=2^{60}$ on.",
        "pulled <= 1*(soon + later_ones)",
        uses=(82,),
    ),
    Textbook(
        98,
        "The mean:",
        "pulls <= 1*(early + late)",
        fact="textbook.elementary-probability:mean",
        hypotheses={"X <= c Y at every outcome": 97},
        instance={
            "x": "pulls",
            "c": "1",
            "y": "early + late",
            "X": "pulled",
            "Y": "soon + later_ones",
        },
        over=("pulled", "soon", "later_ones"),
    ),
    Computed(
        99,
        r"For $\epsilon=\frac12,1,3$ the recursion in balls, with the bound of the other pulls at "
        r"the gap 1, gives at most 23.18, 9.25 and 1.91.",
        "first60 + 2*A*(1/1152921504606846976) <= most",
        by=computed_pulls,
        uses=(16, 19, 51, 80, 89, 90, 91, 92, 95),
    ),
    Inequality(
        100,
        "So these bound the pulls of arm 2.",
        "pulls <= most",
        uses=(96,),
        at={84: {"least": "1/1152921504606846976"}},
        weights={98: "1", 82: "1", 84: "1", 99: "1"},
    ),
)
TRUSTED = Proof(
    "bern.derived.mustar1.trusted",
    where="eps in (0,inf), p in [0,1], q in [0,1], first in [0,inf), first2 in [0,inf), "
    "later in [0,inf), later2 in [0,inf), f in (0,inf), f2 in (0,inf), o in [0,inf), u in [0,1], "
    "v in [0,1], w in (0,inf), "
    "g in (0,1], y in [0,1), t in (0,1], x in (0,1], b in [0,1], bandit in [0,1], s in (0,1/3], "
    "c in (0,inf), coin in (0,inf), lack in (0,inf), noise in (0,inf), pair in (0,inf), "
    "m in [1,inf), moment in (0,inf), lost in [0,1], n in [1,inf), j in [0,1], theta in [1,inf), "
    "moment2 in (0,inf), passed in [0,1], k in [0,inf), B in (0,inf), led in [0,inf), "
    "total in [0,inf), S in [0,inf), L in [0,inf), a in (0,1], reg in [0,inf), "
    "counted in [0,inf), leading in [0,inf), "
    "number in [0,inf), pulled in [0,inf), later_ones in [0,inf), soon in [0,inf), r in (0,inf), "
    "high in (-inf,inf), i in [0,1], more in [1,inf), leave in [0,1], e in [0,1], A in (0,inf), "
    "late in [0,inf), beyond in [0,inf), least in (0,1], pulls in [0,inf), explored in [0,1], "
    "lead in [0,1], out in [0,1], keep in [0,1], next in [0,1], wins in [0,1], over in [0,1], "
    "d in [0,inf), early in [0,inf), first60 in [0,inf), most in (0,inf)",
    steps=(
        *PRIVATE,
        *CHERNOFF,
        *EPOCHS,
        *CONSISTENT,
        *BOUNDED,
        *NUMBERS,
        Parts(
            101,
            "It is private and consistent, and at a best mean of 1 its regret is bounded.",
            uses=(10, 11, 12, 71, 87, 100),
        ),
    ),
)
