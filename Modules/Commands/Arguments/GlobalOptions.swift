import ArgumentParser

/// Flags that every command takes, before its name or after it.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder that the data is in.", valueName: "dir"),
        completion: .directory)
    var home: String?

    @Option(
        help: ArgumentHelp("Whose days.", valueName: "name"),
        completion: .custom(NameCompletion.profiles))
    var profile: String?

    @Flag(help: "Print one JSON document (streams: one object a line).")
    var json = false

    @Flag(help: "Print the result alone: no progress, and no notes on standard error.")
    var quiet = false

    @Flag(name: .customLong("no-color"), help: "Print without colour.")
    var noColor = false

    /// A script's variable that is empty would otherwise mean the data of everybody's default.
    func validate() throws {
        if home?.isEmpty == true {
            throw ValidationError("--home names no folder. Leave it out for the usual one.")
        }
        if profile?.isEmpty == true {
            throw ValidationError("--profile names nobody. Leave it out for the usual one.")
        }
    }

    /// Those that take no value.
    static let flags = ["--json", "--quiet", "--no-color"]

    /// `arguments` with the flags of this group moved to their end, where the command that they are
    /// for reads them wherever they stood.
    static func movedBehindCommand(_ arguments: [String]) -> [String] {
        // The words behind this one are another command line, to be completed.
        guard arguments.first?.hasPrefix("---") != true else { return arguments }
        var words: [String] = []
        var moved: [String] = []
        var rest = arguments[...]
        while let word = rest.first, word != "--" {
            rest.removeFirst()
            if word == "--home" || word == "--profile" {
                moved.append(word)
                if let value = rest.popFirst() { moved.append(value) }
            } else if flags.contains(word) || word.hasPrefix("--home=")
                || word.hasPrefix("--profile=")
            {
                moved.append(word)
            } else {
                words.append(word)
            }
        }
        // Alone, or asking for help, they are about nothing: behind a group's `--help` they would be for
        // the command that stands for the group, and the help would be that one's.
        guard let first = words.first, first != "help",
            !words.contains("--help"), !words.contains("-h")
        else { return words + Array(rest) }
        return words + moved + Array(rest)
    }
}
