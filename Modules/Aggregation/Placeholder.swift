// Placeholder until the first file of Aggregation lands.
