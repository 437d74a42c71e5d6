"""The bounds that claims state, one row each, and what carries them to other settings and notions.

`bounds.toml` has a row for each bound, `inclusions.toml` what is a part of what. `rows` reads the
first, with `orders` for how a bound grows and `formulas` for its constants; `carried` follows the
inclusions. Whether a claim holds is not known here: that is for the checks of the claims.
"""
