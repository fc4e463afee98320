// Placeholder until the first file of AppleHealth lands.
