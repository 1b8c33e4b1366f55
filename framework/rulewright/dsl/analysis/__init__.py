"""What is known of a checked game that is not played: what texts hold, and between what bounds values lie."""
