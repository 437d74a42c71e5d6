"""Claims about privacy as a limit on tests and on membership inference."""
