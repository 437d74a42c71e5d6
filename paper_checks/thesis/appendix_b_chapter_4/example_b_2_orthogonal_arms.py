"""Claims about Example B.2: the structure constant of orthogonal arms."""

from __future__ import annotations

import random
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import derived, require
from banditproof.theory import LinearBandit
from banditproof.theory.linear_bounds import printed_structure_constant
from banditproof.verify.evidence import Grade

from .lemma_b_1_structure_constant import Constant, quotient_constant, rho


@claim(
    "thesis.exB.2",
    r"If the action space is the orthogonal basis, $\rho_a(\mathcal A)=2$, because $\bar G_T$ is "
    r"diagonal with entries $\mathbb E N_i(T)$, and so $\mathbb E\sum_t|\langle A_t,\bar G_T^{-1}"
    r"(a-a^*)\rangle|=2$.",
    recorded="holds",
    place="B.3 Example B.2",
    rests_on=("textbook.spectral-theorem",),
    mutants={
        "the constant modulo the best arm": {"constant": quotient_constant},
        "a basis that is not orthogonal": {"skew": Fraction(1, 10)},
    },
)
def orthogonal_arms(
    constant: Constant = printed_structure_constant,
    skew: Fraction = Fraction(0),
) -> Verdict:
    """Orthogonal bases of R^2 to R^6, every suboptimal arm, random counts, exact."""
    source = random.Random(19)
    for size in range(2, 7):
        lengths = [Fraction(1 if size % 2 else i + 1) for i in range(size)]
        actions = [
            [lengths[i] if i == j else skew * (j == 0) for j in range(size)] for i in range(size)
        ]
        bandit = LinearBandit(actions, [(size - i) / lengths[i] for i in range(size)])
        for arm in bandit.suboptimal_arms:
            right, counts = (
                constant(bandit, arm),
                [Fraction(source.randint(1, 99)) for _ in actions],
            )
            two = rho(bandit, arm, counts) == right == 2
            require(two, "Another constant.", Grade.PROVED, d=size, arm=arm + 1, rho_a=right)
    return derived(
        "The arms are eigenvectors of G with the eigenvalues E N_i ||a_i||^2, so E N_j times a_j^T "
        "G^-1 (a - a*) is 1 for a, -1 for a* and 0 otherwise, for bases of different lengths too.",
        covered="All orthogonal bases and counts, by this line; every suboptimal arm in dimensions "
        "2 to 6, one random count vector each, exactly.",
    )
