"""The vocabulary of claims: what the documents of this package use, for your own paper as well.

Statements are text, in files that end in `.claims`. Register the checks that can fail:

- `checks`: the function below is the program of a claim, or of a false print and its repair;
  `mutant`: a wrong version that the check must notice; `checks_both`: the former name of `checks`;
- `textbook_fact`: a theorem with its reference, which claims of your folder may rest on;
- `claim`, `pair`, `whole`, `repeated`: the statement too, where a text is not worth a file.

Write a check, a function whose keyword arguments are what it examines:

- `require`, `require_or_repair`: what the statement says of a case; `need`: what the check needs;
- `at_most`, `below`: comparisons that may be undecided; `Sides`: two sides, and their ratio;
- `showing`: what a case inside shows of all constants, or along a limit, an `Along`; one comes from
  `prover_shows`, `for_every_number`, `no_multiple_helps` or `steps_show`, or by exact algebra from
  `equal_in_symbols`, `multiple_in_symbols`, `limit_in_symbols`, `polynomials_vanish`, `numbers_show`;
- `witness_of`, `shown`: values in words; `Undecided`, `Condition`, `Check`, `Subjects`: types.

End it with a verdict, by the strength of the evidence:

- it holds: `proved`, `points`, `sampled`, `statistical`, `cited`, or `Proof.verdict`; `vacuous`;
- it does not: `refuted`, `needs_repair`, `misprinted`, `not_reproduced`;
- neither: `undecided`, `not_mechanical`; `judged` makes a verdict of a check that raises;
- `Verdict`, `Outcome`, `REFUTING`, `Evidence`, `Grade`, `JudgedBy`, `ForAll`, `Sharpness`: what it
  consists of.

Prove it step by step, with a `Proof` of a `Step` each: `Given`, `Identity`, `Inequality`,
`Induction`, `ExtremePoints`, `Enumeration`, `Computed`, `Textbook`, `OnClaim`, `Parts`, `Words`;
an `Instance` is a real case of it, and `sharpest` finds the tightest one. `written_proof` is the
proof that stands as text in a `.proof` file, `WRITTEN` that of the claim itself, as the default of
its check's subject `proof`; a `Misread` says what is wrong in such a file.

Read and run: `open_document` imports the folder of a paper, which runs its code, and
`close_document` forgets it; `find` gives one claim, `claims` gives all, `run` and `run_all` check.

>>> from fractions import Fraction
>>> sides = Sides()
>>> for mean in (Fraction(1, 4), Fraction(1, 2)):
...     sides.at_most(mean * (1 - mean), Fraction(1, 4), "The variance is larger.", mean=mean)
>>> verdict = points(
...     "The variance of a Bernoulli law is at most 1/4.",
...     covered="Two means.",
...     not_covered="All other means.",
...     sharpness=sides.sharpness,
... )
>>> verdict.outcome.value, verdict.evidence.grade.value, verdict.sharpness.case
('holds', 'points', 'mean = 1/2')
"""

from banditproof.paper_checks.other_papers.added_facts import textbook_fact
from banditproof.paper_checks.other_papers.opening import close_document, open_document
from banditproof.paper_checks.proofs import (
    WRITTEN,
    Computed,
    Context,
    Enumeration,
    ExtremePoints,
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    Misread,
    OnClaim,
    Parts,
    Proof,
    Step,
    StepVerdict,
    Textbook,
    Words,
    sharpest,
    written_proof,
)
from banditproof.paper_checks.running.runner import Result, run, run_all
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.statements.claim import Check, Claim, Subjects
from banditproof.paper_checks.statements.documents import Document
from banditproof.paper_checks.statements.mutants_of_checks import mutant
from banditproof.paper_checks.statements.programmed import claim, pair, repeated, whole
from banditproof.paper_checks.statements.registry import claims, find
from banditproof.paper_checks.verdicts.along import (
    Along,
    for_every_number,
    no_multiple_helps,
    prover_shows,
    steps_show,
)
from banditproof.paper_checks.verdicts.along_by_algebra import (
    equal_in_symbols,
    limit_in_symbols,
    multiple_in_symbols,
    numbers_show,
    polynomials_vanish,
)
from banditproof.paper_checks.verdicts.judging import judged
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import (
    REFUTING,
    ForAll,
    Outcome,
    Sharpness,
    Verdict,
    not_mechanical,
    undecided,
)
from banditproof.paper_checks.verdicts.vocabulary import (
    Condition,
    Counterexample,
    Undecided,
    at_most,
    below,
    cited,
    misprinted,
    need,
    needs_repair,
    not_reproduced,
    points,
    proved,
    refuted,
    require,
    require_or_repair,
    sampled,
    showing,
    statistical,
    vacuous,
)
from banditproof.paper_checks.verdicts.witness import shown, witness_of
from banditproof.verify.evidence import Evidence, Grade, JudgedBy

checks_both = checks
"""The former name of `checks` where it has `subjects`."""

__all__ = [
    "REFUTING",
    "WRITTEN",
    "Along",
    "Check",
    "Claim",
    "Computed",
    "Condition",
    "Context",
    "Counterexample",
    "Document",
    "Enumeration",
    "Evidence",
    "ExtremePoints",
    "ForAll",
    "Given",
    "Grade",
    "Identity",
    "Induction",
    "Inequality",
    "Instance",
    "JudgedBy",
    "Misread",
    "OnClaim",
    "Outcome",
    "Parts",
    "Proof",
    "Result",
    "Sharpness",
    "Sides",
    "Step",
    "StepVerdict",
    "Subjects",
    "Textbook",
    "Undecided",
    "Verdict",
    "Words",
    "at_most",
    "below",
    "checks",
    "checks_both",
    "cited",
    "claim",
    "claims",
    "close_document",
    "equal_in_symbols",
    "find",
    "for_every_number",
    "judged",
    "limit_in_symbols",
    "misprinted",
    "multiple_in_symbols",
    "mutant",
    "need",
    "needs_repair",
    "no_multiple_helps",
    "not_mechanical",
    "not_reproduced",
    "numbers_show",
    "open_document",
    "pair",
    "points",
    "polynomials_vanish",
    "proved",
    "prover_shows",
    "refuted",
    "repeated",
    "require",
    "require_or_repair",
    "run",
    "run_all",
    "sampled",
    "sharpest",
    "showing",
    "shown",
    "statistical",
    "steps_show",
    "textbook_fact",
    "undecided",
    "vacuous",
    "whole",
    "witness_of",
    "written_proof",
]
