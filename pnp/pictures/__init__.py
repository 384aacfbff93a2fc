"""Pictures: files in PNG, JPEG and WebP, pages of PDFs, and how a PDF holds them."""
