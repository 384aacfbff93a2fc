"""What of each game is counted when it is watched: the components, actions and rules that a move uses, and endings."""
