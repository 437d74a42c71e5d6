"""Real cases of the steps of proof_of_theorem_4_9.proof."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.paper_checks.checking import Instance
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
        left = {outcome: path.under_p for outcome, path in outcomes.items()}
        right = {outcome: path.under_q for outcome, path in outcomes.items()}
        loss = Fraction(pure_ratio(case.policy, Notion.VIEW))
        yield {
            "eps": enclose(partial(_logarithm, loss), 20),
            "div": divergence_of_laws(first, second),
            "ratio": divergence_of_laws(left, right),
            "ham": sum((path.under_p * path.mismatches for path in paths), Fraction(0)),
            "dist": sum((m * away[a] for acts, m in first.items() for a in acts), Fraction(0)),
        }
