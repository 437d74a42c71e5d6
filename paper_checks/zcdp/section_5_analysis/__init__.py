"""Section V: assumptions, privacy and regret of the linear algorithms."""
