"""Chapter 6: membership games with a fixed target."""
