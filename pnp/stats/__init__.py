"""Statistics of a deck: tables, charts and the odds of draws."""
