"""A proof as text in the folder of a paper, and the program that checks its claim."""

from pathlib import Path

TEXT = """\
# Theorem 3.
proof my.thm3
  where p in [0,1]; n in [1,inf); v in [0,inf)
  instances section_2_bounds.cases
  1. A coin has the variance $p(1-p)$, at most 1/4. :: p*(1 - p) <= 1/4
  2. $v$ is the variance of the mean of $n$ coins. :: v = p*(1 - p)/n -- given
  3. It is at most $1/(4n)$. :: v <= 1/(4*n) -- from 1, 2
  mutant "sharper: at most 1/(5n)": 3 :: v <= 1/(5*n)
  mutant "the variance of one coin": 2 :: v = p*(1 - p)
  mutant "a fifth, in another order": 1 :: p*(1 - p) <= 1/5; 3 -- from 2, 1
  mutant "fewer than one": where p in [0,1], n in [0.9,inf), v in [0,inf)
qed
# The end & no more <b>.
"""
PROGRAM = '''"""Section 2: a bound with a proof of numbered steps."""

from banditproof.claims import Proof, Verdict, checks, written_proof


def cases():
    """A real case."""
    return [{"p": "1/2", "n": 2, "v": "1/8"}]


@checks("my.thm3", mutants=MUTANTS)
def variance_of_a_mean(most: int = 4, proof: Proof = written_proof("my.thm3")) -> Verdict:
    """A check whose subject is a proof as text."""
    return proof.verdict("The variance of a mean of n coins is at most 1/(4n).")
'''


def write(paper: Path, text: str = TEXT, mutants: str = "None") -> Path:
    program = PROGRAM.replace("MUTANTS", mutants)
    (paper / "section_2_bounds.py").write_text(program, encoding="utf-8")
    (paper / "inside").mkdir(exist_ok=True)
    (paper / "section_2_bounds.proof").write_text(text, encoding="utf-8")
    return paper / "section_2_bounds.proof"
