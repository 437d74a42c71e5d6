"""Proofs by steps as theorems of the kernel, whose open hypotheses have names and places.

A step is a sequent: what it says, under hypotheses. What is given, a range, a textbook fact at its
terms, a sentence without a formula, or what a cited claim leaves open is a hypothesis with a label
(`kinds_of_hypotheses`). The rest is derived by the rules of the kernel: relations between numbers
by its judge of inequalities, with certificates that stand beside the proofs (`arithmetic`).

`judge` is asked by `Proof.run`, in this order: `steps` makes a sequent of each step, by its kind;
`sequents` keeps them; `verdicts` says in words what became of them, and `grades` how much they show
by what they leave open. `writing_certificates` writes
what `kept_certificates` reads, and `certified_steps` and `left_open` list what a proof rests on.
"""
