"""What Sphinx needs for these pages: formulas, the reference, the gallery, checked examples."""
