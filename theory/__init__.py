"""Numbers with certificates: divergences, confidence bounds, tails and regret bounds.

Each public function has a fast float64 form under its own name, and a certified form,
`certify(function, *arguments)`, which returns an `Enclosure` that provably contains the exact
value. Float forms broadcast over arguments of the type `Float` as NumPy does; what takes a bandit,
or a list of means, takes one budget at a time.

The budget is called `eps` everywhere, and `epsilon` is accepted as well. Numbers may be strings,
which are read exactly: "0.1", "1/3", "5%", "1e-6" or "10^6".

The names that most users need stand here, and are loaded when they are first used. The others
stand in their rooms, for example in `banditproof.theory.transport`.

The files beside these rooms, in reading order.

Numbers with certificates:
`exact`: exact numbers, read without rounding.
`enclosure`: intervals of rationals that contain a number.
`extended_rationals`: their ends, with the two infinities.
`comparison`: the outcome of comparing two enclosures.
`balls`: enclosures of formulas, at a precision that grows.
`working_precision`: that precision, which belongs to the process.
`ball_ends`: the exact ends of a ball.
`certified_forms`: the certified form of a function, and how to ask for it.

Numbers as people write them:
`number_words`: how they are read.
`number_text`: how they are shown.
`decimal_digits`: the digits of a rational.

Exact tools:
`rational_roots`: square roots between rationals.
`rational_steps`: the lattices on which rationals lie.
`rational_matrices`: matrices, for the library that solves with them.
`rational_polytopes`: polytopes of few dimensions.
`rational_programs`: linear programs, with their certificates.
`exact_sampling`: samplers from random integers.

Budgets and instances:
`budgets`: which guarantee is meant.
`implied_budgets`: which budget follows from which.
`named_budgets`: a budget from the names of its numbers.
`shown_budgets`: a budget in a few words.
`instances`: bandits, which know their gaps.
`batch_schedule`: the batches of phased algorithms.
`phase_lengths`: the phases of eliminations by designs.
`bound_words`: what kind of bound one is.

Divergences of Bernoulli laws:
`bernoulli`, `bernoulli_kernels`: KL, total variation and log-odds.
`private_divergence`, `private_divergence_kernels`: d_eps, which determines private regret.
`confidence_bounds`, `confidence_bound_kernels`: the inverses of both.
`noisy_mean_bounds`, `noisy_mean_bound_kernels`: the inverse of kl where a mean has normal noise.
`kl_root`: the inverse of kl in balls.
`kl_decompositions`: how well actions tell two instances apart.
`error_free_kernels`: rounded sums and products with their errors.
`normal_tail_floats`: tails of normal numbers.

Two forms of a loop:
`compiled`: kernels, interpreted or as machine code.
`machine_math`: the functions of machine code for the interpreter.
`kernel_cache`: where machine code is stored.

Arguments of functions:
`domains`: checks of floats, before any computation.
`argument_readers`: each argument by the reader of its name.
`parameter_names`: other names of parameters.
`broadcasting`: shapes that do not fit.
`wrappers`: what stands for a function.

Files, figures and libraries:
`atomic_files`: files that are complete or absent.
`bounded_reading`: files that are read up to a limit.
`figure_style`: how figures look.
`logarithmic_grid`: the numbers on their axes.
`optional_libraries`: libraries that are imported when they are needed.
`unraisable`: alarms that rang where Python cannot raise.
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
