"""Numbers with certificates: divergences, confidence bounds, tails and regret bounds.

Each public function has a fast float64 form under its own name, and a certified form,
`certify(function, *arguments)`, which returns an `Enclosure` that provably contains the exact
value. Float forms broadcast over arguments of the type `Float` as NumPy does; what takes a bandit,
or a list of means, takes one budget at a time.

The budget is called `eps` everywhere, and `epsilon` is accepted as well. Numbers may be strings,
which are read exactly: "0.1", "1/3", "5%", "1e-6" or "10^6".

The names that most users need stand here, and are loaded when they are first used. The others
stand in their rooms, for example in `banditproof.theory.transport`.
"""

import sys
from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .accounting import Composition, composed_delta, composed_epsilon
    from .bernoulli import kl, privacy_threshold, tv
    from .budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
    from .certified_forms import certifiable, certify
    from .characteristic_times import CharacteristicTime, characteristic_time
    from .confidence_bounds import d_eps_lcb, d_eps_ucb, kl_lcb, kl_ucb
    from .designs.optimal_design import OptimalDesign, optimal_design
    from .enclosure import Enclosure
    from .exact import Number, exact
    from .infima import d_inf, kl_inf, tv_inf
    from .instances import (
        Bandit,
        BernoulliBandit,
        FiniteSupportBandit,
        GaussianBandit,
        LawBandit,
        LinearBandit,
    )
    from .laws import Bernoulli, FiniteSupport, Law
    from .linear_bounds.joint_program import structural_bound
    from .lower_bounds import Bound, bounds, regret_coefficient
    from .private_divergence import d_eps
    from .transport.optimal_coupling import OptimalCoupling, optimal_coupling

__all__ = [
    "ZCDP", "ApproxDP", "Bandit", "Bernoulli", "BernoulliBandit", "Bound", "Budget",
    "CharacteristicTime", "Composition", "Enclosure", "FiniteSupport", "FiniteSupportBandit",
    "GaussianBandit", "Law", "LawBandit", "LinearBandit", "Number", "OptimalCoupling",
    "OptimalDesign", "PureDP", "RenyiDP", "bounds", "certifiable", "certify", "characteristic_time",
    "composed_delta", "composed_epsilon", "d_eps", "d_eps_lcb", "d_eps_ucb", "d_inf", "exact", "kl",
    "kl_inf", "kl_lcb", "kl_ucb", "optimal_coupling", "optimal_design", "privacy_threshold",
    "regret_coefficient", "structural_bound", "tv", "tv_inf",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)

    class Theory(type(sys)):
        """This package, in which `exact` is the function, whose module has the same name."""

        @property
        def exact(self):
            """The function, loaded when it is first used."""
            return __getattr__("exact")

        @exact.setter
        def exact(self, module):
            """An import puts the module here, once it is loaded."""

    sys.modules[__name__].__class__ = Theory
