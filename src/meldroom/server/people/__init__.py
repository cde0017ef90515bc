"""What a room keeps of its people: records of their games, ratings, and how they are erased."""
