"""Bots: players that see what a person in their seat could see, and no more."""
