"""What people agree on before they play."""
