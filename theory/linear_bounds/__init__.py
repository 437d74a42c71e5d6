"""Structural lower bounds of linear bandits, each between a primal and a dual exact certificate."""

from .certified_coefficient import StructuralBound
from .elimination_regret import elimination_regret
from .joint_program import structural_bound
from .norm_program import (
    nonprivate_structural_bound,
    norm_form_structural_bound,
    printed_structural_bound,
)
from .private_program import private_structural_bound
from .quotient import Structure
from .structural_table import NamedStructuralBound, linear_structural_bounds
from .structure_constants import (
    printed_structure_constant,
    quotient_structure_constants,
    structure_constant,
)

__all__ = [
    "NamedStructuralBound", "StructuralBound", "Structure", "elimination_regret",
    "linear_structural_bounds", "nonprivate_structural_bound", "norm_form_structural_bound",
    "printed_structural_bound", "printed_structure_constant", "private_structural_bound",
    "quotient_structure_constants", "structural_bound", "structure_constant",
]  # fmt: skip
