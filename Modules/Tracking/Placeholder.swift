// Placeholder until the first file of Tracking lands.
