import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command below `dayline`.
    ///
    /// Without the name of the command above it, the parser takes each command that is parsed by itself for a
    /// program, and first looks for a request for a completion script.
    init(
        name: String, abstract: String = "", discussion: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
    ) {
        self.init(
            commandName: name, _superCommandName: Dayline._commandName, abstract: abstract,
            discussion: discussion, subcommands: subcommands,
            defaultSubcommand: defaultSubcommand, aliases: aliases)
    }
}
