"""What the documents state: places, declared claims, and the register that finds them."""
