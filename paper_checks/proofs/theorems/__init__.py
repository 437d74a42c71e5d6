"""Proofs by steps as theorems of the kernel, whose open hypotheses have names and places.

A step is a sequent: what it says, under hypotheses. What is given, a range, a textbook fact at its
terms, a sentence without a formula, or what a cited claim leaves open is a hypothesis with a label.
The rest is derived by the rules of the kernel: relations between numbers by its judge of
inequalities, with certificates that stand beside the proofs.

In reading order. Who is asked, and how a step becomes a sequent:
`judge`: what `Proof.run` asks.
`steps`, `sequents`: the sequent of a step by its kind; those of one proof.
`hypotheses`, `kinds_of_hypotheses`: what a sequent stands under, with names and places.
`settings`, `formulas`, `defined_words`: ranges, relations and d_eps as formulas of the logic.

The kinds of steps that take more than a rule:
`textbook_facts`, `cited_claims`, `open_words`: facts and claims at terms, and what they leave open.
`other_values`, `inductions`, `particular_quantities`: a step at other values, or for all members.

Arithmetic:
`by_arithmetic`, `hints_of_steps`: relations from others, and the hints of a step.
`arithmetic`, `kept_certificates`, `writing_certificates`: certificates found, kept and written.
`points_against`: a point at which a refused step is false.
`deep_terms`: room for terms that are nested deeply.

What is said of it:
`verdicts`, `grades`: what became of each step, and how much the proof shows.
`open_items`, `left_open`, `certified_steps`: what a proof rests on, item by item.
"""
