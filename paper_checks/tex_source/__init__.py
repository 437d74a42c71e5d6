"""A paper's LaTeX source as data: its statements, numbers, labels and proofs; TeX is never run.

In reading order. The whole, and the text that is read:
`read_paper`, `found`, `limits`: from a source to its statements; what is found; how much is read.
`source_text`, `conditions`: files joined where they are named, without what switches hide.
`groups`, `macros`, `opened_macros`: arguments, macros, and a source in which these are opened up.

The walk through it, and what is numbered:
`walk`, `frames`, `scopes`: from command to command, with the environments and groups around them.
`theorem_kinds`, `document_classes`, `undeclared`: environments that are statements, or unknown.
`restated`: statements that stand twice.
`counters`, `counter_commands`: counters as LaTeX has them, and the commands that change them.
`equations`, `list_items`, `floats`: the numbers of equations, of items, of figures and tables.
`labels`, `aux_numbers`: what a label names at each place, and the numbers that TeX gave.

What becomes of it:
`labels_referred_to`: what statements and proofs name, and which proof is whose.
`displays`, `statement_words`: formulas in the line, and statements in words.
`statement_ids`, `digest`: the ID of a statement, and a digest of what it says.
`watched_places`: figures, equations and algorithms, which are no statements.
"""
