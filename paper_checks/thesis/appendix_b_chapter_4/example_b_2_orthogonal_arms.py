"""Claims about Example B.2: the structure constant of orthogonal arms."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks


@checks("thesis.exB.2")
def orthogonal_arms(proof: Proof = WRITTEN) -> Verdict:
    """The eigenvectors of G, and the two terms that are not 0."""
    return proof.verdict(
        "The arms are eigenvectors of G with the eigenvalues E N_i ||a_i||^2, so E N_j times a_j^T "
        "G^-1 (a - a*) is 1 for a, -1 for a* and 0 otherwise, for bases of different lengths too."
    )
