// Placeholder until the first file of ZeroMQ lands.
