// Placeholder until the first file of RPC lands.
