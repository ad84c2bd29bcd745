"""One module a work, one function a table, figure or theorem."""
