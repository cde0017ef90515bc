"""Research environments: every game for PettingZoo, Gymnasium and OpenSpiel."""
