"""What drawings are made with: a pen, and curves."""
