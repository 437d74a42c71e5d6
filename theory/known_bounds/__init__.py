"""The bounds that claims state, one row each, and what carries them to other settings and notions.

`bounds.toml` has a row for each bound, `inclusions.toml` what is a part of what. `rows` reads the
first, with `orders` for how a bound grows and `formulas` for its constants; `carried` follows the
inclusions. `instances.toml` has the bounds that are computed for one instance, which `instances`
reads; the functions that they name are in `lower_bounds`. Whether a claim holds is not known here:
that is for the checks of the claims.
"""
