"""Rules compiled: rounds of dice as arrays, and small games given explicitly."""
