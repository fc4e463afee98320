// Placeholder until the first file of HostFiles lands.
