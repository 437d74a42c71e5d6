"""Section 2.4: convergence of laws, the central limit theorem of arrays, and density expansions."""
