// Placeholder until the first file of WorkerKit lands.
