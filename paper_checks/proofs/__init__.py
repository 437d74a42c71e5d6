"""Proofs as objects: numbered steps, each with a check that can fail.

| kind of step | what shows it |
|---|---|
| `Given` | nothing: a hypothesis of the statement, or a definition |
| `Identity` | the kernel: both sides are equal |
| `Inequality` | the kernel, under the relations that it uses |
| `Induction` | the first case, and the next one from each |
| `ExtremePoints` | concavity, and the ends |
| `Enumeration`, `Computed` | all cases of a finite set; a certified computation |
| `Textbook` | a named theorem, with its hypotheses discharged |
| `OnClaim` | another claim that is proved or derived |
| `Parts` | the steps that it joins |
| `Words` | nothing: the proof is no better than points |

`written_proof(id)` is a proof that stands as text in a `.proof` file; `WRITTEN` is that of the
claim whose check has it as the default of its subject `proof`.

In reading order. A proof and what it is about:
`proof`, `step`: numbered steps; what each says, its relation, and where that holds.
`relations`, `scope`: relations, ranges and conditions; what may run through a proof.
`written`, `proof_alone`, `whole_statement`: proofs of claims, and whether they show all of one.

The kinds of steps:
`cited`, `parts`: what stands on something else, and what joins others.
`inequality`, `identity`, `extreme_points`, `induction`, `finite`: what is shown here.
`goals_of_relations`: what the prover has to show of a relation.

Numbers at which all that is assumed holds:
`instances`, `real_cases`, `case_search`, `assumptions`, `suppositions`: stored, searched, verified.

How a proof is attacked:
`weakenings`, `weight`, `carried_weights`: weaker steps, what carries weight, and its counts.
`sharpest_case`: how sharp an inequality is.

Lists that import no program:
`facts_in_sources`, `listed_facts`: what sources say of claims.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .cited import Given, OnClaim, Textbook, Words
    from .extreme_points import ExtremePoints
    from .finite import Computed, Enumeration
    from .identity import Identity
    from .induction import Induction
    from .inequality import Inequality
    from .instances import Instance
    from .parts import Parts
    from .proof import Proof
    from .sharpest_case import sharpest
    from .step import Context, ProgramStep, Step, StepVerdict
    from .text import Misread, written_proof
    from .written import WRITTEN

__all__ = [
    "WRITTEN",
    "Computed",
    "Context",
    "Enumeration",
    "ExtremePoints",
    "Given",
    "Identity",
    "Induction",
    "Inequality",
    "Instance",
    "Misread",
    "OnClaim",
    "Parts",
    "ProgramStep",
    "Proof",
    "Step",
    "StepVerdict",
    "Textbook",
    "Words",
    "sharpest",
    "written_proof",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
