"""Witnesses of violations, recomputed by a program that shares no code with what found them.

The files in reading order.

The file, and what it says:
`witness`: what is checked, and how: begin here.
`witness_files`: files with witnesses.
`belonging`: whether the parts of an audit's file belong together.
`in_words`: what a witness is about.
`plain_fields`: JSON that nobody vouches for.
`stated_claim`: the claim.
`neighbouring_inputs`: the two inputs.
`table_objects`: a finite policy as a table, and its law.
`declared_policies`: a policy that is code, by its name.
`budget_breaks`: when two laws break a budget.

A policy is played along a path:
`scripted_plays`: with given rewards, noises and draws.
`scripted_draws`: these draws.

One transcript:
`transcripts`: its probability in either world.
`path_densities`: the density of the noises behind it.
`noise_densities`: that of each noise.
`moved_numbers`: by how much a reward moves noises.

Laws of released numbers:
`released_laws`: a noise that is moved by a reward.
`shifted_noises`: what a noise shows of a shift.
`mixture_events`: a mixture over coins.
`mixture_cells`: its cells.
`thinned_sums`: the curator that keeps rewards by coins.
`curator_coins`: all ways in which coins fall.

Answers of a curator that chooses or compares:
`answer_events`: the event of some answers.
`answering_curators`: the probability of each.
`laplace_products`: the integrals that this takes.

Actions:
`action_laws`: the probability that actions begin in some way.
`noise_boxes`: the same under continuous noise, by boxes.
`between`: what is decided for all numbers between two ends.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .plain_fields import Refused, Unreadable
    from .witness import Witness

__all__ = ["Refused", "Unreadable", "Witness"]

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
