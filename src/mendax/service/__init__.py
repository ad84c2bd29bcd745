"""What the app does, without HTTP: the web, the terminal and tests call it alike."""
