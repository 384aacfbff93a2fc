"""Sheet layout: the position of every piece on the paper, in mm from the upper left corner. No drawing."""
