"""Hold'em on the river: cards, ranges, and the public game that they make."""
