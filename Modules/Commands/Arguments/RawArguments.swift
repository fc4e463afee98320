import ArgumentParser
import RPC
import Texts

/// The words of a command line, looked at before they are parsed: for what the parser has no words of
/// its own, or others than ours.
struct RawArguments {
    /// Those before `--`.
    private let words: [String]
    private let root: any ParsableCommand.Type

    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        words = Array(arguments[..<(arguments.firstIndex(of: "--") ?? arguments.endIndex)])
        self.root = root
    }

    /// Throws where a command is not known or not said, or a word begins with a dash and is no option.
    func check() throws(Status) {
        guard let first = words.first else { return }
        if first == "help" {
            _ = try command(words.dropFirst(), isHelp: true)
        } else if first.hasPrefix("-"), words.contains(where: { !$0.hasPrefix("-") }),
            !words.contains("--help"), !words.contains("-h"), first != "--version"
        {
            throw Self.unknownFlag(first)
        } else if !first.hasPrefix("-") {
            _ = try command(words[...], isHelp: false)
            try checkDashes()
        }
    }

    /// The command that `path` leads to.
    private func command(
        _ path: ArraySlice<String>, isHelp: Bool
    ) throws(Status) -> any ParsableCommand.Type {
        var command = root
        var said = "dayline"
        var path = path
        while !Self.parts(of: command).isEmpty {
            guard let word = path.first, !word.hasPrefix("-") else {
                let asksForHelp = isHelp || ["-h", "--help"].contains(path.first)
                guard asksForHelp || command.configuration.defaultSubcommand != nil else {
                    throw missingCommand(said, Self.parts(of: command))
                }
                break
            }
            let parts = Self.parts(of: command)
            guard let part = parts.first(where: { $0._commandName == word }) else {
                // A number, such as that of an import, is an argument of the default command.
                if command.configuration.defaultSubcommand != nil, Int64(word) != nil { break }
                throw unknown(word, after: said, parts)
            }
            said += " \(word)"
            command = part
            path = path.dropFirst()
        }
        return command
    }

    /// Those that every command takes are behind it by now.
    private static func unknownFlag(_ word: String) -> Status {
        let closest = nearestName(to: word, among: GlobalOptions.flags + ["--home", "--profile"])
        return Status(
            .invalidArgument, "There is no option \"\(word)\" that every command takes.",
            hint: closest.map { "Did you mean \"\($0)\"?" }
                ?? "Options of a command stand behind it.")
    }

    static func parts(
        of command: any ParsableCommand.Type
    ) -> [any ParsableCommand.Type] {
        // The commands of groups are included.
        command.configuration.subcommands
    }

    private func unknown(
        _ word: String, after said: String, _ parts: [any ParsableCommand.Type]
    ) -> Status {
        let group = said == "dayline" ? "" : "\(said.dropFirst("dayline ".count)) "
        let closest = nearestName(to: word, among: parts.map { $0._commandName })
        return Status(
            .invalidArgument, "There is no command \"\(group)\(word)\".",
            hint: closest.map { "Did you mean \"\(said) \($0)\"?" }
                ?? "See them all with: dayline help \(group)".trimmed)
    }

    private func missingCommand(_ said: String, _ parts: [any ParsableCommand.Type]) -> Status {
        let names = parts.map { $0._commandName }.joined(separator: ", ")
        return Status(
            .invalidArgument, "After \"\(said)\" comes one of: \(names).",
            hint: "See what they do with: dayline help \(said.dropFirst("dayline ".count))")
    }

    /// The parser takes `-dash` for four flags, and its h for a question for help.
    private func checkDashes() throws(Status) {
        for (place, word) in words.enumerated().dropFirst() {
            guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 1, word != "-h" else {
                continue
            }
            let option = words[place - 1]
            throw Status(
                .invalidArgument, "There is no option \"\(word)\".",
                hint: option.hasPrefix("--") && !option.contains("=")
                    ? "As the option's value it is written: \(option)=\(word)"
                    : "Words that begin with a dash go to the end, behind two dashes: "
                        + "dayline \(words[0]) … -- \(word)")
        }
    }
}
