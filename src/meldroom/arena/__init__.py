"""The arena: bot tournaments on paired deals, and reports with confidence intervals."""
