"""Made for an engine that does not exist yet; importing it would fail."""

raise SystemExit("imported although it is incompatible")
