// Placeholder until the first file of IngestionService lands.
