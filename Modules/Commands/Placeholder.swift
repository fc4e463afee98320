// Placeholder until the first file of Commands lands.
