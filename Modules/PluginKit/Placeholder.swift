// Placeholder until the first file of PluginKit lands.
