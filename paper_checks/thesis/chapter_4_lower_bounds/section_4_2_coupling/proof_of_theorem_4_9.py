"""The proof of Theorem 4.9, the decomposition of the divergence under View DP, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Step,
    Textbook,
)
from banditproof.theory.balls import ball, enclose
from banditproof.verify.decompositions.adaptive_witnesses import one_response
from banditproof.verify.decompositions.coupled_environment import coupled_paths, distances
from banditproof.verify.decompositions.visible_laws import action_law, environment_of
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws


def _logarithm(value: Fraction) -> arb:
    return ball(value).log()


def noisy_answers() -> Iterator[Instance]:
    """Two rounds, where the first reward is answered by randomised response: all laws are exact."""
    for ratio, mean in ((3, Fraction(1, 5)), (1000, Fraction(1, 2))):
        case = one_response(ratio, mean)
        paths = tuple(coupled_paths(case.policy, case.one, case.two))
        away = distances(case.policy, case.one, case.two)
        first, second = (
            action_law(case.policy, environment_of(case.policy, given))
            for given in (case.one, case.two)
        )
        outcomes = {(path.actions, path.rewards, path.others): path for path in paths}
        one = {outcome: path.under_p for outcome, path in outcomes.items()}
        two = {outcome: path.under_q for outcome, path in outcomes.items()}
        loss = Fraction(pure_ratio(case.policy, Notion.VIEW))
        yield {
            "eps": enclose(partial(_logarithm, loss), 20),
            "div": divergence_of_laws(first, second),
            "ratio": divergence_of_laws(one, two),
            "ham": sum((path.under_p * path.mismatches for path in paths), Fraction(0)),
            "dist": sum((m * away[a] for acts, m in first.items() for a in acts), Fraction(0)),
        }


RATIO = "v in (0,1], w in (0,1], d in [0,inf)"


def same_support(number: int, private: int, output: str) -> tuple[Step, Step]:
    """What has no mass under one list of rewards has none under another: so w > 0 where v > 0."""
    where = "mass in [0,1], none in [0,0], d in [0,inf)"
    return (
        Textbook(
            number,
            f"If {output} has the mass $w=0$, then its mass $v$ under another list",
            "mass <= exp(eps*d)*none",
            where=where,
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": private},
            instance={"v": "mass", "w": "none", "d": "d", "e": "eps"},
        ),
        Inequality(
            number + 1,
            "is 0 too. So $w>0$ wherever $p$ has mass.",
            "mass <= 0",
            where=where,
            uses=(number,),
        ),
    )


def log_ratio(number: int, private: int, output: str, support: int) -> tuple[Step, Step]:
    """log(v/w) <= eps d for the masses of an output under two lists of rewards."""
    return (
        Textbook(
            number,
            r"For lists of rewards at distance $d$ and the masses $v,w$ of "
            + output
            + r": $v\le e^{\varepsilon d}w$.",
            "v <= exp(eps*d)*w",
            where=RATIO,
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": private},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Inequality(
            number + 1,
            r"Hence $\log(v/w)\le\varepsilon\,d$ wherever $p$ has mass: there $v,w>0$.",
            "log(v/w) <= eps*d",
            where=RATIO,
            uses=(number, support),
            monotone=("log", "exp(eps*d)*w", "v"),
        ),
    )


PROOF = Proof(
    "thesis.thm4.9",
    where="eps in [0,inf), div in [0,inf), ratio in [0,inf), ham in [0,inf), dist in [0,inf)",
    steps=(
        Given(
            1,
            r"$\pi$ is $\varepsilon$-View DP: the view mechanism, from a list of rewards "
            r"$\mathbf r$ to the law $\mathcal V_{\mathbf r}$ of the actions, is $\varepsilon$-DP.",
        ),
        OnClaim(
            2,
            r"In the coupled environment $(\mathbf a,\mathbf r)$ has the law of the policy in "
            r"$\nu$, and $r_t\ne r'_t$ has probability $t_{a_t}$ given the past and $a_t$.",
            claim="thesis.coupled",
        ),
        OnClaim(
            3,
            r"$D_{\mathrm{KL}}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le\mathbb E_p"
            r"\log(\mathcal V_{\mathbf r}(\mathbf a)/\mathcal V_{\mathbf r'}(\mathbf a))$.",
            "div <= ratio",
            claim="thesis.eq4.7",
            of_step=8,
        ),
        *same_support(4, 1, r"$\mathbf a$"),
        *log_ratio(6, 1, r"$\mathbf a$", 5),
        Textbook(
            8,
            r"The mean under $p$: $\mathbb E_p\log(\mathcal V_{\mathbf r}(\mathbf a)/"
            r"\mathcal V_{\mathbf r'}(\mathbf a))\le\varepsilon\,\mathbb E_p\,"
            r"d_{\mathrm{Ham}}(\mathbf r,\mathbf r')$.",
            "ratio <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 7},
            over=("v", "w", "d"),
            instance={"x": "ratio", "c": "eps", "y": "ham", "X": "log(v/w)", "Y": "d"},
        ),
        Textbook(
            9,
            r"$d_{\mathrm{Ham}}=\sum_t1(r_t\ne r'_t)$, so $\mathbb E_p\,d_{\mathrm{Ham}}="
            r"\mathbb E_{\nu\pi}\sum_tt_{a_t}$.",
            "ham == dist",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 2},
            instance={"x": "ham", "y": "dist"},
        ),
        Inequality(
            10,
            r"$D_{\mathrm{KL}}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le\varepsilon\,"
            r"\mathbb E_{\nu\pi}\sum_{t=1}^Tt_{a_t}$.",
            "div <= eps*dist",
            uses=(9,),
            weights={3: "1", 8: "1"},
        ),
    ),
    instances=noisy_answers,
)
STOPPED = Proof(
    "thesis.rem4.11",
    where="eps in [0,inf), div in (-inf,inf), joint in (-inf,inf), ratio in (-inf,inf), "
    "ham in [0,inf), all in [0,inf), dist in [0,inf)",
    steps=(
        Given(
            1,
            r"The strategy is $\varepsilon$-View DP: from a list of rewards to the mass $v$ of an "
            r"output $o=(a_1,\dots,a_n,\hat a,n)$, which it gives after $r_n$. The mass depends on "
            r"$r_1,\dots,r_n$; lists are compared that are equal beyond. There are countably many "
            "outputs. A run without end has none; if the bound is infinite, it says nothing.",
        ),
        OnClaim(
            2,
            r"The coupled environment up to $\tau$, with stop and recommendation drawn as actions: "
            r"on $\{o\}$ it has the density $p=v\,c_{\mathbf a}$, where $c$ is that of the pairs,",
            "p == v*c",
            where=f"{RATIO}, p in (0,inf), c in (0,inf)",
            claim="thesis.coupled",
            of_step=7,
            uses=(1,),
        ),
        OnClaim(
            3,
            r"and $q=w\,c_{\mathbf a}$, with the mass $w$ of $o$ for $\mathbf r'$.",
            "q == w*c",
            where=f"{RATIO}, q in (0,inf), c in (0,inf)",
            claim="thesis.coupled",
            of_step=8,
            uses=(1,),
        ),
        OnClaim(
            4,
            r"The integrals of $p$ and $q$ over the pairs are the masses $\mathbb M_\nu(o)$ and "
            r"$\mathbb M_\lambda(o)$.",
            claim="thesis.coupled",
        ),
        Textbook(
            5,
            r"$D_{\mathrm{KL}}(\mathbb M_\nu\|\mathbb M_\lambda)\le\int p\log(p/q)$ over the runs "
            "that end.",
            "div <= joint",
            fact="textbook.log-sum",
            hypotheses={"the masses of an outcome are integrals of p and q": 4},
            instance={"k": "div", "r": "joint"},
        ),
        *same_support(6, 1, "$o$"),
        Identity(
            8,
            r"There $\log(p/q)=\log(v/w)$.",
            "log(p/q) == log(v/w)",
            where=f"{RATIO}, p in (0,inf), q in (0,inf), c in (0,inf)",
            uses=(2, 3, 7),
        ),
        Textbook(
            9,
            "The integrals of the two.",
            "joint == ratio",
            where=f"{RATIO}, p in (0,inf), q in (0,inf), c in (0,inf)",
            fact="textbook.elementary-probability:same",
            hypotheses={"X = Y almost surely": 8},
            instance={"x": "joint", "y": "ratio", "X": "log(p/q)", "Y": "log(v/w)"},
            over=("p", "q", "v", "w", "c"),
        ),
        *log_ratio(10, 1, "$o$", 7),
        Textbook(
            12,
            r"The mean over the runs that end, with the number $d$ of mismatches up to $\tau$.",
            "ratio <= eps*ham",
            where=RATIO,
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 11},
            instance={"x": "ratio", "c": "eps", "y": "ham", "X": "log(v/w)", "Y": "d"},
            over=("v", "w", "d"),
        ),
        Inequality(
            13,
            r"With $f=1$ if the run ends, and 0 if not.",
            "f*m <= m",
            where="f in [0,1], m in [0,inf)",
        ),
        Textbook(
            14,
            "So the mismatches of all runs are more.",
            "ham <= all",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 13},
            instance={"x": "ham", "c": "1", "y": "all", "X": "f*m", "Y": "m"},
            over=("f", "m"),
        ),
        OnClaim(
            15,
            r"$t\le\tau$ and $a_t$ are decided before $r_t,r'_t$, which differ with probability "
            r"$t_{a_t}$.",
            claim="thesis.coupled",
        ),
        Textbook(
            16,
            r"So the mean of the mismatches up to $\tau$ is $\mathbb E_\nu\sum_{t\le\tau}t_{a_t}$.",
            "all == dist",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 15},
            instance={"x": "all", "y": "dist"},
        ),
        Inequality(
            17,
            r"$D_{\mathrm{KL}}(\mathbb M_\nu\|\mathbb M_\lambda)\le\varepsilon\,\mathbb E_\nu"
            r"\sum_{t=1}^\tau t_{a_t}$.",
            "div <= eps*dist",
            where=f"{RATIO}, p in (0,inf), q in (0,inf), c in (0,inf)",
            uses=(9, 16),
            weights={5: "1", 12: "1", 14: "eps"},
        ),
    ),
)
COUNTED = Proof(
    "thesis.eq4.15",
    where="eps in [0,inf), div in (-inf,inf), dist in [0,inf), pulls in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"Remark 4.11: $\mathrm{KL}(M_\nu\|M_\lambda)\le\varepsilon\,\mathbb E_\nu\sum_{t\le"
            r"\tau}t_{a_t}$.",
            "div <= eps*dist",
            claim="thesis.rem4.11",
            of_step=17,
        ),
        Given(
            2,
            r"Each sample of arm $a$ adds $t_a$: $\sum_{t\le\tau}t_{a_t}=\sum_aN_a(\tau)t_a$.",
        ),
        Textbook(
            3,
            r"$\mathbb E_\nu\sum_{t\le\tau}t_{a_t}=\sum_a\mathbb E_\nu[N_a(\tau)]\,\mathrm{TV}("
            r"\nu_a\|\lambda_a)$.",
            "dist == pulls",
            fact="textbook.elementary-probability:weighted sum",
            hypotheses={"X is the sum of b_a Y_a over finitely many a": 2},
            instance={"x": "dist", "y": "pulls"},
        ),
        Inequality(4, "Both in one.", "div <= eps*pulls", uses=(1, 3)),
    ),
    parts=(3,),
)
