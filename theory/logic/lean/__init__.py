"""Statements of the logic in the syntax of Lean 4, for somebody who has Lean to take over.

`words` writes types, terms and names, and `statements` a file with definitions, axioms and
theorems. No Lean reads them here; a test reads each back.
"""
