"""Section III: policies, and privacy against lists, tables and queries."""
