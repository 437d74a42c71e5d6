"""A finite policy's divergence between two environments, beside what its privacy allows.

The privacy constants are the exact ones of the policy, in the notion that a bound asks for, and in
the reading of the object: a `FinitePolicy` is a kernel, a `FiniteMachine` has a hidden memory.
"""

from dataclasses import dataclass
from functools import cached_property
from banditproof.theory import certify
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import INFINITE, ZERO, Bound, Enclosure
from banditproof.theory.kl_decompositions import zcdp_kl_decomposition, zcdp_kl_domination
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import Finite, reading_of
from banditproof.verify.definitions.notions import Notion, Reading
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.exact_laws.law_divergences import Ratio, divergence_of_laws
from .coupled_environment import MismatchMoments, distances, mismatch_moments
from .visible_laws import Environment, Given, action_law, environment_of


def scaled(factor: Enclosure, times: Bound) -> Enclosure:
    """factor times a number >= 0, where 0 times infinity is 0: nothing to tell apart."""
    return ZERO if times == 0 else factor * times


@dataclass(frozen=True)
class Decomposition:
    """KL(m_nu || m_nu') of a policy and its bounds; the rewards of T - 1 rounds count.

    >>> from banditproof.verify.decompositions.adaptive_witnesses import one_response
    >>> case = one_response(3)
    >>> found = Decomposition(case.policy, case.one, case.two)
    >>> print(found.divergence, found.view_bound())  # log(3)/2 against log(3)
    0.549306144334054845697622[5..8] 1.09861228866810969139524[5..6]
    """

    policy: Finite
    one: Given
    two: Given
    digits: int = 12

    @cached_property
    def _environments(self) -> tuple[Environment, Environment]:
        return environment_of(self.policy, self.one), environment_of(self.policy, self.two)

    @property
    def reading(self) -> Reading:
        """The reading of the word policy that the constants are for."""
        return reading_of(self.policy)

    @cached_property
    def divergence(self) -> Enclosure:
        """KL(m_nu || m_nu')."""
        first, second = self._environments
        laws = action_law(self.policy, first), action_law(self.policy, second)
        return divergence_of_laws(*laws, digits=self.digits + 8)

    @cached_property
    def moments(self) -> MismatchMoments:
        """The exact moments of the mismatches under nu, over T - 1 rounds."""
        return mismatch_moments(self.policy, *self._environments)

    @cached_property
    def ratio(self) -> Ratio:
        """e^eps of View DP, exact."""
        return pure_ratio(self.policy, Notion.VIEW)

    def rho(self, notion: Notion = Notion.INTERACTIVE) -> Enclosure:
        """The zCDP constant in a notion, over all orders above 1."""
        return zcdp_constant(self.policy, notion, self.digits)

    @cached_property
    def _rho(self) -> Enclosure:
        return self.rho()

    def view_bound(self) -> Enclosure:
        """eps E[S], Theorem 4.9."""
        if isinstance(self.ratio, float):
            eps = INFINITE
        else:
            ratio = self.ratio
            eps = enclose(lambda: ball(ratio).log(), self.digits + 8)
        return scaled(eps, self.moments.total)

    def printed_bound(self) -> Enclosure:
        """rho (E[S^2] + E[V]) as in Theorem 4.14: not a bound, see `thesis.thm4.14`."""
        return scaled(self._rho, self.moments.printed)

    def distance_bound(self) -> Enclosure:
        """rho E[d^2], true for kernels."""
        return scaled(self._rho, self.moments.distance_square)

    def repaired_bound(self) -> Enclosure:
        """rho (sqrt(E[S^2]) + sqrt(E[V]))^2, true for kernels."""
        moments = self.moments.square, self.moments.variance
        norm = certify(zcdp_kl_decomposition, 1, *moments, digits=self.digits + 8)
        return Enclosure.of(scaled(self._rho, norm.lo), scaled(self._rho, norm.hi))

    def domination_bound(self) -> Enclosure:
        """rho ((n t)^2 + n t (1 - t)) with n = T - 1, t = max t_a, and the *Table* constant."""
        largest = max(distances(self.policy, *self._environments))
        square = certify(zcdp_kl_domination, 1, self.policy.horizon - 1, largest)
        return scaled(self.rho(Notion.TABLE), square.lo)
