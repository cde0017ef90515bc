"""The tables of a room: who sits there, what is played, what each is told."""
