// Placeholder until the first file of Windows lands.
