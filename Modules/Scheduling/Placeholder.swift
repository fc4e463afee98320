// Placeholder until the first file of Scheduling lands.
