"""The engine: the rules of the games, played on the decks that the specs describe. It knows cards and no ink."""
