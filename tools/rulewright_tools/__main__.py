"""`python -m rulewright_tools` is the command `rulewright`."""

from rulewright_tools.entry import main

if __name__ == "__main__":
    main()
