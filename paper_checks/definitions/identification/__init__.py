"""Claims about best-arm identification: sections 2.2.3, 2.2.8, 2.2.9 and 4.4."""
