"""How the database came to be as it is: one step per file, taken at start-up under a lock."""
