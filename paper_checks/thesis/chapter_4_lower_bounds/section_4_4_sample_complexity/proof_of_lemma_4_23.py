"""The proof of Lemma 4.23 for private strategies that may never halt, step by step.

It counts the mismatches of a coupled run on the event that the strategy halts and is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models.finite_strategies import Situation, noisy_answer, reported
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.theory import certify, kl


def one_noisy_answer() -> Iterator[Instance]:
    """A strategy of one sample whose answer is right with probability 82 %, and one alternative.

    Only the first arm tells the two instances apart, so that the best weights are those of it.
    """
    nu = (Fraction(9, 10), Fraction(1, 2))
    case = Situation(noisy_answer(Fraction(9, 10)), nu, (Fraction(1, 10), Fraction(1, 2)))
    steps = case.performance.halting_step - 1
    divergence = certify(kl, nu[0], case.other[0], digits=20)
    eps = reported(case.view_eps)
    inner = min(divergence, eps * Fraction(4, 5), key=float)
    level = certify(kl, 1 - case.risk, case.risk, digits=20)
    told = {"p": 1 - case.risk, "q": case.risk, "ham": Fraction(4, 5), "dist": Fraction(4, 5)}
    strategy = {"delta": case.risk, "eps": eps, "n": steps, "tau": steps + 1, "c": level / steps}
    sums = {"kls": divergence * steps, "tvs": steps * Fraction(4, 5)}
    means = {"w1": divergence, "w2": Fraction(4, 5), "value": inner, "rate": inner}
    yield {**told, **strategy, **sums, **means}


MASSES = "v in (0,1], w in (0,1], d in [0,inf)"
PATHS = f"{MASSES}, c in (0,inf), pd in (0,inf), qd in (0,inf)"

STRONGER = Proof(
    "thesis.lem4.23.stronger",
    where="eps in (0,inf), delta in (0,1), p in (0,1], q in [0,1], m in (-inf,inf), "
    "ham in [0,inf), dist in [0,inf)",
    steps=(
        Given(
            1,
            r"For rewards $\mathbf r$ let $\mathcal V_{\mathbf r}(o)$ be the probability of the "
            r"output $o$: the samples $a_1,\dots,a_n$, then the halting step $\tau=n+1$ and the "
            r"recommendation; it depends on $r_1,\dots,r_n$ only, and lists are compared that are "
            r"equal beyond. The strategy is $\varepsilon$-View DP: $\mathbf r\mapsto"
            r"\mathcal V_{\mathbf r}$ is $\varepsilon$-DP.",
        ),
        OnClaim(
            2,
            r"The coupled run of $n+1$ rounds, where to halt with a recommendation is an arm of "
            r"constant reward: the pair $(r_t,r'_t)$ of a sample is drawn from a maximal coupling "
            r"of $\nu_{a_t}$ and $\lambda_{a_t}$, and $o$ has the mass $\mathcal V_{\mathbf r}(o)$ "
            r"given all pairs under $P$, and $\mathcal V_{\mathbf r'}(o)$ under $Q$. So it has the "
            r"law of $\nu$ under $P$, and that of $\lambda$ under $Q$. On $\{o\}$ the density of "
            r"$P$ is",
            "pd == v*c",
            where=PATHS,
            claim="thesis.coupled",
            of_step=7,
            instance={"p": "pd"},
            uses=(1,),
        ),
        OnClaim(
            3,
            r"and that of $Q$, for one measure, is",
            "qd == w*c",
            where=PATHS,
            claim="thesis.coupled",
            of_step=8,
            instance={"q": "qd"},
            uses=(1,),
        ),
        Textbook(
            4,
            r"For rewards at distance $d$: $\mathcal V_{\mathbf r}(o)\le e^{\varepsilon d}"
            r"\mathcal V_{\mathbf r'}(o)$.",
            "v <= exp(eps*d)*w",
            where=MASSES,
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Inequality(
            5,
            r"Hence $\log(\mathcal V_{\mathbf r}(o)/\mathcal V_{\mathbf r'}(o))\le\varepsilon\,d$ "
            r"where $\mathcal V_{\mathbf r}(o)>0$.",
            "log(v/w) <= eps*d",
            where=MASSES,
            uses=(4,),
            monotone=("log", "exp(eps*d)*w", "v"),
        ),
        Identity(
            6,
            r"$\log\frac{dP}{dQ}=\log(\mathcal V_{\mathbf r}(o)/\mathcal V_{\mathbf r'}(o))$.",
            "log(pd/qd) == log(v/w)",
            where=PATHS,
            uses=(2, 3),
        ),
        Inequality(
            7,
            r"Let $i$ be 1 on the event $E$ that the strategy halts and recommends $a^*(\nu)$, and "
            r"0 elsewhere; let $d$ count the $t<\tau$ with $r_t\ne r'_t$.",
            "i*log(pd/qd) <= eps*d",
            where=f"{PATHS}, i in [0,1]",
            uses=(2, 3, 6),
            weights={5: "i"},
            rest="(1 - i)*eps*d",
        ),
        Textbook(
            8,
            r"The mean under $P$: $m=\int_E\log\frac{dP}{dQ}\,dP\le\varepsilon\,\mathbb E_Pd$; "
            r"where this mean is infinite nothing is to be shown.",
            "m <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 7},
            instance={"x": "m", "c": "eps", "y": "ham", "X": "i*log(pd/qd)", "Y": "d"},
            over=("i", "v", "w", "d", "pd", "qd", "c"),
        ),
        OnClaim(
            9,
            r"Given the past and the arm the two rewards of a sample differ with the probability "
            r"$\mathrm{TV}(\nu_{a_t},\lambda_{a_t})$.",
            "apart == t",
            where="apart in [0,1], t in [0,1]",
            claim="thesis.coupled",
            of_step=3,
            uses=(1,),
        ),
        Textbook(
            10,
            r"Whether step $t$ takes a sample, and of which arm, is decided before its pair: "
            r"$\mathbb E_Pd=\sum_a\mathbb E_\nu[N_a]\,\mathrm{TV}(\nu_a,\lambda_a)$.",
            "ham == dist",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 9},
            instance={"x": "ham", "y": "dist"},
        ),
        Given(
            11,
            r"The strategy is $\delta$-correct: $p=P(E)\ge1-\delta$,",
            "p >= 1 - delta",
        ),
        Given(
            12,
            r"and $q=Q(E)\le\delta$, for under $\lambda$ another arm is right.",
            "q <= delta",
        ),
        Textbook(
            13,
            r"The log-sum inequality on $E$: $m\ge p\log\frac pq$.",
            "p*exp(-m/p) <= q",
            fact="textbook.log-sum:event",
            hypotheses={"P has a density with respect to Q on E": 6},
            instance={"p": "p", "q": "q", "m": "m"},
        ),
        Inequality(
            14,
            r"So $e^{-m/p}\le\frac\delta p$,",
            "exp(-m/p) <= delta/p",
            weights={13: "1/p", 12: "1/p"},
        ),
        Inequality(
            15,
            r"$m\ge p\log\frac p\delta$,",
            "-m/p <= log(delta/p)",
            uses=(14,),
            monotone=("log", "delta/p", "exp(-m/p)"),
        ),
        Inequality(
            16,
            r"and $p\log\frac p\delta\ge(1-\delta)\log\frac{1-\delta}\delta$ for "
            r"$\delta\le\frac12$.",
            "-p*log(delta/p) >= -(1 - delta)*log(delta/(1 - delta))",
            where="delta <= 1/2",
            uses=(11,),
        ),
        Inequality(
            17,
            r"$\varepsilon\sum_a\mathbb E_\nu[N_a]\,\mathrm{TV}(\nu_a,\lambda_a)\ge(1-\delta)\log"
            r"\frac{1-\delta}\delta$ for $\delta\le\frac12$;",
            "eps*dist >= -(1 - delta)*log(delta/(1 - delta))",
            where="delta <= 1/2",
            uses=(10,),
            weights={8: "1", 15: "p", 16: "1"},
        ),
        Inequality(
            18,
            r"for $\delta\ge\frac12$ the right side is at most 0.",
            "eps*dist >= -(1 - delta)*log(delta/(1 - delta))",
            where="delta >= 1/2",
        ),
    ),
    instances=one_noisy_answer,
    parts=(17,),
)
REPAIRED = Proof(
    "thesis.lem4.23.repaired",
    where="eps in (0,inf), delta in (0,1/2], dist in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\varepsilon\sum_a\mathbb E_\nu[N_a]\,\mathrm{TV}(\nu_a,\lambda_a)\ge(1-\delta)\log"
            r"\frac{1-\delta}\delta$.",
            "eps*dist >= -(1 - delta)*log(delta/(1 - delta))",
            claim="thesis.lem4.23.stronger",
            of_step=17,
        ),
        Inequality(
            2,
            r"That is $\mathrm{kl}(1-\delta,\delta)+\delta\log\frac{1-\delta}\delta$.",
            "-(1 - delta)*log(delta/(1 - delta)) >= kl(1-delta, delta)",
        ),
        Inequality(
            3,
            r"$\varepsilon\sum_a\mathbb E_\nu[N_a]\,\mathrm{TV}(\nu_a,\lambda_a)\ge"
            r"\mathrm{kl}(1-\delta,\delta)$,",
            "eps*dist >= kl(1-delta, delta)",
            weights={1: "1", 2: "1"},
        ),
        Identity(
            4,
            r"which is $(1-2\delta)\log\frac{1-\delta}\delta$.",
            "kl(1-delta, delta) == -(1 - 2*delta)*log(delta/(1 - delta))",
        ),
    ),
    parts=(3,),
)
