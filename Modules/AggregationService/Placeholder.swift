// Placeholder until the first file of AggregationService lands.
