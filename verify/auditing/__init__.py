"""Statistical audits of algorithms that are too large to enumerate."""
