import ArgumentParser

/// Options that every command accepts before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the data folder DIR (default: $DAYLINE_HOME, else ~/.local/share/dayline).",
            valueName: "dir"),
        completion: .directory)
    var home: String?

    @Option(
        help: ArgumentHelp(
            "Use the data of profile NAME (default: $DAYLINE_PROFILE, else the setting profile).",
            valueName: "name"),
        completion: .custom(NameCompletion.profiles))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Use the system at ADDRESS on another machine (default: $DAYLINE_REMOTE).",
            valueName: "address"))
    var remote: String?

    @Option(
        name: .customLong("key-file"),
        help: ArgumentHelp(
            "Connect to the remote system with the key in FILE (default: $DAYLINE_KEY_FILE).",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Print one JSON document (streams: one object a line).")
    var json = false

    @Flag(help: "Print only the result: no progress and no notices on standard error.")
    var quiet = false

    @Flag(name: .customLong("no-color"), help: "Print without colour.")
    var noColor = false

    /// Rejects empty values: an unset variable of a script would otherwise select the default data.
    func validate() throws {
        if home?.isEmpty == true {
            throw ValidationError("--home is empty. Leave it out to use the default folder.")
        }
        if profile?.isEmpty == true {
            throw ValidationError("--profile is empty. Leave it out to use the default profile.")
        }
        guard remote == nil || home == nil else {
            throw ValidationError("--remote does not apply to --home: use one of them.")
        }
    }

    /// The options with a value.
    static let options = ["--home", "--profile", "--remote", "--key-file"]

    /// The options without a value.
    static let flags = ["--json", "--quiet", "--no-color"]

    /// `arguments` with the options of this group moved to the end, where every command accepts
    /// them.
    static func movedAfterCommand(_ arguments: [String]) -> [String] {
        // The words after a completion request are another command line.
        guard arguments.first?.hasPrefix("---") != true else { return arguments }
        let (words, moved, rest) = separated(arguments)
        // Without a command, or with a request for help, the options are dropped: after a group's
        // `--help` the parser would assign them to the group's default command and print its help.
        guard let first = words.first, first != "help",
            !words.contains("--help"), !words.contains("-h")
        else { return words + rest }
        return words + moved + rest
    }

    /// True if `arguments` are `word` and options of this group.
    static func surround(_ word: String, in arguments: [String]) -> Bool {
        let (words, _, rest) = separated(arguments)
        return words == [word] && rest.isEmpty
    }

    /// `arguments` as the other words before `--`, the options of this group there, and all after.
    private static func separated(
        _ arguments: [String]
    ) -> (words: [String], options: [String], rest: ArraySlice<String>) {
        var words: [String] = []
        var moved: [String] = []
        var rest = arguments[...]
        while let word = rest.first, word != "--" {
            rest.removeFirst()
            if options.contains(word) {
                moved.append(word)
                if let value = rest.popFirst() { moved.append(value) }
            } else if flags.contains(word)
                || options.contains(where: { word.hasPrefix("\($0)=") })
            {
                moved.append(word)
            } else {
                words.append(word)
            }
        }
        return (words, moved, rest)
    }
}
