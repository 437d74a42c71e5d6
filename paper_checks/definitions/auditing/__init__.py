"""Claims about audits that bound a privacy budget from below."""
