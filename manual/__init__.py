"""The manual: reference pages made from the code, the gallery made of the games, and how the site looks.

`make docs` runs it; `python -m manual reference` renews the committed pages alone. Nothing of it is in the wheel.
"""
