"""A lemma and a proof that takes it in, as texts, and ways to read them and to change them."""

from framed import framed
from banditproof.paper_checks.proofs.text import read_proofs
from banditproof.paper_checks.proofs.text.reading import Reading

LEMMA = """\
lemma my.sum-of-two
where x, y, s in (-inf,inf)
1. One of them is small. :: x <= 1 -- assumed
2. $s$ is the sum. :: s = x + y -- given
3. So $s$ is at most $1+y$. :: s <= 1 + y -- by (1); from 2
4. In other words. :: s - y <= 1 -- from 3
mutant "half of the sum": 2 :: s = x/2 + y/2
mutant "sharper: half of 1": 3 :: s <= 1/2 + y -- by (1/2)*(1)
"""
PROOF = """\
proof my.thm1
where z in [0,1/2]
1. $x$ is twice $z$, :: x = 2*z -- given
2. at most 1. :: x <= 1 -- from 1
3-5. lemma my.sum-of-two (2)
6. A half of it. :: s/2 - y/2 <= 1/2 -- by (1/2)*(4)
7. Both. -- all of 5, 6
mutant "a part of both": 3 :: s = x; 6 :: s <= 1
mutant "with twice the weight": 4 -- by 2*(2)
"""


def read(text, **how):
    return read_proofs(framed(text), "a.proof", how=Reading(**how))[0]


def changed(old, new, text=f"{LEMMA}\n{PROOF}"):
    assert old in text
    return text.replace(old, new, 1)
