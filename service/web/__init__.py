"""The pages for people: templates, scripts, style sheets, and /docs."""
