"""Tables: who sits there, what is played, who may do what, and what each client is sent."""
