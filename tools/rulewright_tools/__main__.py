"""`python -m rulewright_tools` is the command `rulewright`."""

from rulewright_tools.cli import main

if __name__ == "__main__":
    main()
