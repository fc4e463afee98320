// Placeholder until the first file of StorageService lands.
