"""What two or more games share."""
