"""The typed tree read back as English, by the wording that packs declare under `texts`."""
