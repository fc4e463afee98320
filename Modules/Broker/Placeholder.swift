// Placeholder until the first file of Broker lands.
