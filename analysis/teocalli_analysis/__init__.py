"""Self-play records and balance reports for the games of teocalli."""
