"""Players: an agent is a name, a frozen configuration and `act(view, rng) -> action`."""
