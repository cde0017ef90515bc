"""The arena: tournaments of bots on paired deals, and what they prove."""
