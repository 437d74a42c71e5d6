"""Claims about the conventions and symbols."""
