// Placeholder until the first file of Supervision lands.
