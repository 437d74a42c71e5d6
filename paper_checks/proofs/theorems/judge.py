"""The judge of proofs by steps that is the kernel: one theory, and what was found in it."""

from __future__ import annotations
import gc
from dataclasses import dataclass, field
from banditproof.theory.logic.development import nothing_collected
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.library import standard_library
from ..proof import Proof
from .arithmetic import Arithmetic
from .deep_terms import deeply_nested
from .kept_certificates import kept_of
from .sequents import Sequents
from .steps import sequent_of


@dataclass
class Judge:
    """A theory with the numbers of the library, in which proofs by steps are judged."""

    theory: Theory = field(default_factory=lambda: standard_library(["numbers"]).theory)
    arithmetic: Arithmetic = field(default_factory=Arithmetic)
    programs: bool = True
    """Whether the programs of steps and of real cases run; else the former stay open unseen."""
    known: dict[int, Sequents] = field(default_factory=dict)
    """The proofs that were judged, each kept with its sequents, so that its id stays its own."""

    def of(self, proof: Proof, whole: bool = True) -> Sequents:
        """The sequents of a proof, worked out once; up to its first fault, if not the `whole`."""
        if id(proof) not in self.known:
            one = Sequents(
                self.theory,
                proof,
                arithmetic=self.arithmetic,
                kept=kept_of(proof.id),
                programs=self.programs,
                cited=self.of,
            )
            self.known[id(proof)] = one
            alone = gc.isenabled()  # and not within the judgement of a proof that cites this one
            with deeply_nested(), nothing_collected():
                one.judge_all(sequent_of, whole)
                if alone:
                    gc.collect(0)  # terms form no circles, but what has checked a certificate does
            if one.faults and not whole:
                return self.known.pop(id(proof))
        return self.known[id(proof)]
