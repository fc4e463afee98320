import ArgumentParser
import RPC
import Texts

/// The words of a command line before parsing. Reports errors for which the parser has no message
/// or a misleading one.
struct RawArguments {
    private let arguments: [String]
    /// The words before `--`.
    private let words: [String]
    private let root: any ParsableCommand.Type

    /// A command with the arguments after its name.
    struct Named {
        let command: any ParsableCommand.Type
        let arguments: [String]
    }

    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        self.arguments = arguments
        words = Array(arguments[..<(arguments.firstIndex(of: "--") ?? arguments.endIndex)])
        self.root = root
    }

    /// Checks command names and words with a single dash.
    /// - Returns: The command that the first words name; nil for help, and without a command.
    /// - Throws: INVALID_ARGUMENT for an unknown or missing command, an unknown global option, and
    ///   a word with a single dash.
    @discardableResult
    func check() throws(Status) -> Named? {
        guard let first = words.first else { return nil }
        if first == "help" {
            _ = try command(words.dropFirst(), isHelp: true)
        } else if first.hasPrefix("-"), words.contains(where: { !$0.hasPrefix("-") }),
            !words.contains("--help"), !words.contains("-h"), first != "--version"
        {
            throw Self.unknownFlag(first)
        } else if !first.hasPrefix("-") {
            let named = try command(words[...], isHelp: false)
            try checkDashes()
            return named
        }
        return nil
    }

    /// The command with the names at the start of `path`.
    private func command(_ path: ArraySlice<String>, isHelp: Bool) throws(Status) -> Named {
        var command = root
        var parts = Self.parts(of: root)
        var prefix = "dayline"
        var path = path
        while !parts.isEmpty {
            guard let word = path.first, !word.hasPrefix("-") else {
                let asksForHelp = isHelp || ["-h", "--help"].contains(path.first)
                guard asksForHelp || command.configuration.defaultSubcommand != nil else {
                    throw missingCommand(prefix, parts)
                }
                break
            }
            guard let part = parts.first(where: { $0._commandName == word }) else {
                // A number, such as an import's, is an argument of the default command.
                if command.configuration.defaultSubcommand != nil,
                    Int64(word) != nil || command is any NamedDefault.Type
                {
                    break
                }
                throw unknown(word, after: prefix, parts)
            }
            prefix += " \(word)"
            command = part
            parts = Self.parts(of: part)
            path = path.dropFirst()
        }
        return Named(command: command, arguments: Array(arguments[path.startIndex...]))
    }

    /// The error for an unknown option before the command; global options were moved after it.
    private static func unknownFlag(_ word: String) -> Status {
        let closest = nearestName(to: word, among: GlobalOptions.flags + GlobalOptions.options)
        return Status(
            .invalidArgument, "There is no global option \"\(word)\".",
            hint: closest.map { "Did you mean \"\($0)\"?" }
                ?? "Write the options of a command after its name.")
    }

    static func parts(
        of command: any ParsableCommand.Type
    ) -> [any ParsableCommand.Type] {
        // The commands of groups are included.
        command.configuration.subcommands
    }

    private func unknown(
        _ word: String, after prefix: String, _ parts: [any ParsableCommand.Type]
    ) -> Status {
        let group = prefix == "dayline" ? "" : "\(prefix.dropFirst("dayline ".count)) "
        let closest = nearestName(to: word, among: parts.map { $0._commandName })
        return Status(
            .invalidArgument, "There is no command \"\(group)\(word)\".",
            hint: closest.map { "Did you mean \"\(prefix) \($0)\"?" }
                ?? "List the commands with: dayline help \(group)".trimmed)
    }

    private func missingCommand(_ prefix: String, _ parts: [any ParsableCommand.Type]) -> Status {
        let names = parts.map { $0._commandName }.joined(separator: ", ")
        return Status(
            .invalidArgument, "\"\(prefix)\" needs a command: \(names).",
            hint: "Show their help with: dayline help \(prefix.dropFirst("dayline ".count))")
    }

    /// Rejects words with a single dash: the parser reads `-dash` as four flags and `-h` as help.
    private func checkDashes() throws(Status) {
        for (index, word) in words.enumerated().dropFirst() {
            guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 1, word != "-h",
                word != TodayCommand.shortFlag || words.first != "today"
            else { continue }
            let option = words[index - 1]
            throw Status(
                .invalidArgument, "There is no option \"\(word)\".",
                hint: option.hasPrefix("--") && !option.contains("=")
                    ? "Write it as the option's value with: \(option)=\(word)"
                    : "Write words that begin with a dash at the end, after --: "
                        + "dayline \(words[0]) … -- \(word)")
        }
    }
}

/// A group of commands whose default command begins with a name: another word than a command of the group is an
/// argument of the default command.
protocol NamedDefault: ParsableCommand {}
