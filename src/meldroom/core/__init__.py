"""What every card game here stands on: cards, chance, zones, views, actions, records."""
