"""A logic in which theorems about bandits are derived from a list of axioms.

In reading order. What a theorem is, and who may make one:
`simple_types`, `terms`, `variables`: the language, and its beta-eta normal form.
`signature`: what is declared, each name once.
`kernel`: the rules; nothing else makes a theorem.
`formulas`, `shapes`, `laws`: its constants, formulas taken apart, and its laws as rules.

How a page is read:
`passages`, `pages`, `sentences`: text with its places; the blocks of a page; their sentences.
`tokens`, `reading`: types and formulas as they are written.
`library`: words, axioms and letters, from texts.
`proof_text`, `quantities`, `outlines`: theorems, those that sentences state, and what is open.

How a proof is judged, line by line:
`development`: theorems when they are asked for, each under those that it cites.
`checking`, `context`: the lines, and what is known at each.
`reasons`, `matching`, `premises`: facts at terms, and what they ask for.
`cited_texts`, `named_hypotheses`: facts and claims in a reason; what a sentence supposes by them.
`inductions`, `other_values`: a sentence at each whole number; an earlier one at other values.
`measurability`, `integrability`: two reasons by the parts of a function.
`contradicting_premises`: whether a statement says nothing.

Steps of arithmetic:
`arithmetic`: relations from others, by the core of the checker's rules.
`sizes`, `searched_steps`, `hints`, `certificates`: what is used, how it is searched, what is kept.

Print:
`printing`, `layout`, `spelling`: terms; pages in canonical form; expressions of steps as formulas.

Finite models, in which axioms are tried:
`finite_types`, `finite_laws`, `finite_models`, `model_values`, `model_trials`: random ones.
"""
