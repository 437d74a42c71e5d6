"""Claims about the definition of differential privacy, its properties and mechanisms."""
