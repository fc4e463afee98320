// Placeholder until the first file of Contracts lands.
