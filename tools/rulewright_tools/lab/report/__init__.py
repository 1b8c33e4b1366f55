"""A report in one HTML file: a pure function of the JSON document of `sim` or `compare`."""
