"""Section 3: what HTINF costs that is told noisy losses."""
