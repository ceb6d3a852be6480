"""The web pages: templates, scripts, style sheets, and /docs."""
