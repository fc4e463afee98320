extension String {
    /// The discussion of a help page: an optional text, then examples.
    ///
    /// - Parameters:
    ///   - text: What the page explains before the examples; nil: nothing.
    ///   - commands: Command lines without the name of the program.
    /// - Returns: A text for `CommandConfiguration.discussion`.
    static func examples(after text: String? = nil, _ commands: String...) -> String {
        let lines = commands.map { "  dayline \($0)" }.joined(separator: "\n")
        return (text.map { "\($0)\n\n" } ?? "") + "EXAMPLES:\n\(lines)"
    }
}
