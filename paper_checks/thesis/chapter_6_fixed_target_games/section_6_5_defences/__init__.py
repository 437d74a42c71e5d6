"""Section 6.5: what noise, sub-sampling and a misspecified target do to the leakage."""
