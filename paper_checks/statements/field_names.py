"""How the fields of a claim are called in a text, and how the line of its verdict is read."""

import re

FIELD = re.compile(r"([a-z][a-z -]*): (.+)\Z")
VERDICT = re.compile(
    r"([a-z-]+)(?:, ((?!slow\b|repaired by)[a-z]+))?(?: \(([a-z ]+)\))?"
    r"(?:, repaired by (\S+))?(, slow)? -- (?:its proof|(?:([\w.]+)\.)?(\w+)( with its proof)?)\Z"
)
PROOF_ALONE = "its proof"
"""What stands in the place of a program if the check is the proof alone."""
VERDICT_FORM = (
    "write `VERDICT, GRADE, repaired by ID, slow -- MODULE.FUNCTION with its proof`, and leave out "
    "what does not apply; or `-- its proof` if no function is needed"
)
FINITE = "finitely many cases"
"""What stands behind a grade if nothing settles a "for all", because there is none."""
READ = re.compile(r"checked(?: [0-9a-f]+)?(?:; leaves out .+)?")
"""What `reads as` says once somebody has compared the words."""
READ_FORM = "checked, checked DIGEST, or either with `; leaves out ...`"
NUMBERS = re.compile(r"\([A-Z]?[\d.]+\)(, \([A-Z]?[\d.]+\))*")
"""The numbers of equations."""
REASON = "not-mechanical"
NOT_ASYMPTOTIC = "no; "
"""How the field `asymptotic` begins where constants or a limit have no part in the verdict."""
LISTS = {
    "parts": "parts",
    "rests on": "rests_on",
    "printed proof": "stated_proof",
    "doubts": "doubt_codes",
}
TEXTS = {
    "draft": "draft",
    "formula": "formula",
    "formally": "formally",
    "reads as": "reads_as",
    "reading": "reading",
    "against": "against",
    "asymptotic": "asymptotic",
    "corrected": "corrected",
    "repeats": "repeats",
    "label": "called",
    "printed title": "printed_title",
    "displays": "displays",
    "summary": "summary",
    "besides": "besides",
    "covered": "covered",
    "beyond": "beyond",
    "not covered": "not_covered",
    "would decide": "would_decide",
    REASON: "reason",
}
NOTHING = "nothing"
"""The printed proof that uses no step."""
FIELDS = TEXTS | LISTS
"""The names of fields, and of what they declare."""
