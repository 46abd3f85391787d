"""What is asked at a prompt, as one value (`Asked`) that every surface draws; nothing here draws, types or rolls."""
