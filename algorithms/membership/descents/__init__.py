"""Membership in the data of a gradient descent whose iterates are visible, in NumPy alone.

The public names stand here, and are loaded when they are first used.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .batch_schedules import DrawnBatches, DrawnRows, Epochs, FullBatch, Schedule
    from .canaries import (
        Canary,
        adversarial_canary,
        best_candidate,
        blank_canary,
        dirac_canary,
        input_canary,
        mislabelled_canary,
        moved_candidates,
    )
    from .canife import canife_losses, canife_row
    from .descent import ClippedNoise, Descent, Trajectory, constant_rates
    from .descent_attack import (
        AS_PRINTED,
        CORRECTED,
        DescentAttack,
        FrozenReferences,
        RecomputedReferences,
        Recovery,
        References,
        Target,
        TargetGradient,
        TargetRow,
        covariance_scores,
        glir_scores,
    )
    from .descent_game import DescentGame, attack_scores
    from .drawn_rows import NormalFeatures
    from .labelled_rows import LabelledLaw, LabelledRows, PoolOfRows
    from .linear_layers import LinearRegression, LogisticRegression, SoftmaxRegression
    from .model import Model
    from .privacy_of_descents import DescentPrivacy, descent_privacy
    from .quadratic_loss import QuadraticLoss
    from .recorded_rows import digits, read_rows
    from .reference_gradients import GradientGeometry, gradient_geometry
    from .torch_model import TorchModel

__all__ = [
    "AS_PRINTED", "CORRECTED", "Canary", "ClippedNoise", "Descent", "DescentAttack",
    "DescentGame", "DescentPrivacy", "DrawnBatches", "DrawnRows", "Epochs", "FrozenReferences",
    "FullBatch", "GradientGeometry", "LabelledLaw", "LabelledRows", "LinearRegression",
    "LogisticRegression", "Model", "NormalFeatures", "PoolOfRows", "QuadraticLoss",
    "RecomputedReferences", "Recovery", "References", "Schedule", "SoftmaxRegression", "Target",
    "TargetGradient", "TargetRow", "TorchModel", "Trajectory", "adversarial_canary",
    "attack_scores", "best_candidate", "blank_canary", "canife_losses", "canife_row",
    "constant_rates", "covariance_scores", "descent_privacy", "digits", "dirac_canary",
    "glir_scores", "gradient_geometry", "input_canary", "mislabelled_canary",
    "moved_candidates", "read_rows",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
