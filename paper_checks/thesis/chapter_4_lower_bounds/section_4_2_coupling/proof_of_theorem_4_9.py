"""The proof of Theorem 4.9, the decomposition of the divergence under View DP, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, Instance, OnClaim, Proof, Textbook
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


PROOF = Proof(
    "thesis.thm4.9",
    where="eps in [0,inf), div in [0,inf), ratio in (-inf,inf), ham in [0,inf), dist in [0,inf)",
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
        ),
        Textbook(
            4,
            r"For all $\mathbf a$ and lists of rewards at distance $d$: $\mathcal V_{\mathbf r}"
            r"(\mathbf a)\le e^{\varepsilon d}\mathcal V_{\mathbf r'}(\mathbf a)$.",
            "v <= exp(eps*d)*w",
            where="v in (0,1], w in (0,1], d in [0,inf)",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Inequality(
            5,
            r"Hence $\log(\mathcal V_{\mathbf r}(\mathbf a)/\mathcal V_{\mathbf r'}(\mathbf a))\le"
            r"\varepsilon\,d$ wherever $p$ has mass: there $\mathcal V_{\mathbf r}(\mathbf a)>0$.",
            "log(v/w) <= eps*d",
            where="v in (0,1], w in (0,1], d in [0,inf)",
            uses=(4,),
            monotone=("log", "exp(eps*d)*w", "v"),
        ),
        Textbook(
            6,
            r"The mean under $p$: $\mathbb E_p\log(\mathcal V_{\mathbf r}(\mathbf a)/"
            r"\mathcal V_{\mathbf r'}(\mathbf a))\le\varepsilon\,\mathbb E_p\,"
            r"d_{\mathrm{Ham}}(\mathbf r,\mathbf r')$.",
            "ratio <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 5},
            over=("v", "w", "d"),
            instance={"x": "ratio", "c": "eps", "y": "ham", "X": "log(v/w)", "Y": "d"},
        ),
        Textbook(
            7,
            r"$d_{\mathrm{Ham}}=\sum_t1(r_t\ne r'_t)$, so $\mathbb E_p\,d_{\mathrm{Ham}}="
            r"\mathbb E_{\nu\pi}\sum_tt_{a_t}$.",
            "ham == dist",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 2},
            instance={"x": "ham", "y": "dist"},
        ),
        Inequality(
            8,
            r"$D_{\mathrm{KL}}(\mathbb M_{\nu\pi}\|\mathbb M_{\nu'\pi})\le\varepsilon\,"
            r"\mathbb E_{\nu\pi}\sum_{t=1}^Tt_{a_t}$.",
            "div <= eps*dist",
            uses=(7,),
            weights={3: "1", 6: "1"},
        ),
    ),
    instances=noisy_answers,
)
