// Placeholder until the first file of ZeroMQTransport lands.
