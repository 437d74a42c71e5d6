"""KL decompositions of bandits on finite policies, exact: what actions tell about an instance.

`visible_laws`: the law of the actions in an environment and its divergences. `coupled_environment`:
two environments at once, forward in time, and the exact moments of their mismatches.
`kl_decomposition`: a policy's divergence beside the bounds that its exact privacy constant gives.
`stopped_strategies`: the same for best-arm identification. `adaptive_witnesses` and
`release_families` with `linear_response`: policies against the printed Theorem 4.14 of the thesis.
The formulas of the bounds themselves are in `banditproof.theory.kl_decompositions`.
"""
