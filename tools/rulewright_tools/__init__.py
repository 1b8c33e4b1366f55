"""The command line of Rulewright and what stands behind its commands."""
