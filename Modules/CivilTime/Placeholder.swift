// Placeholder until the first file of CivilTime lands.
