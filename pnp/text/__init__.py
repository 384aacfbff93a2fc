"""Text: fonts, typography, line breaks, and text boxes measured with the real font."""
