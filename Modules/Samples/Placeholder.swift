// Placeholder until the first file of Samples lands.
