// Placeholder until the first file of Metrics lands.
