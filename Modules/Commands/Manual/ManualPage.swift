import ArgumentParser
import HostFiles

/// The manual page of a command, made from its declaration. The page of a group has a section for each
/// of its commands.
struct ManualPage {
    let name: String
    let text: String

    private typealias Command = any ParsableCommand.Type

    /// The page of `dayline` and that of each of its commands, with the date YYYY-MM-DD.
    static func all(date: String) -> [ManualPage] {
        let commands = RawArguments.parts(of: Dayline.self).filter {
            $0.configuration.shouldDisplay
        }
        return [overview(commands, date)]
            + commands.map { command in page(of: command, date) }
    }

    private static func overview(_ commands: [Command], _ date: String) -> ManualPage {
        let configuration = Dayline.configuration
        var text = heading("dayline", configuration.abstract, date)
        text.formatted(
            "\(ManualText.bold("dayline")) \(ManualText.italic("command")) "
                + "[\(ManualText.italic("arguments"))]")
        let discussion = Discussion(configuration.discussion)
        text.macro("SH", "DESCRIPTION")
        text.paragraphs(discussion.text)
        for group in configuration.groupedSubcommands {
            text.macro("SH", group.name.uppercased().trimmingColon)
            for command in group.subcommands where command.configuration.shouldDisplay {
                text.macro("TP")
                text.formatted(ManualText.bold("dayline\u{2D}\(command._commandName)") + "(1)")
                text.text(command.configuration.abstract)
            }
        }
        text.macro("SH", "OPTIONS OF EVERY COMMAND")
        addOptions(CommandSyntax(GlobalOptions.self).parameters, to: &text)
        text.macro("SH", "ENVIRONMENT")
        for (name, meaning) in variables {
            text.macro("TP")
            text.formatted(ManualText.bold(name))
            text.text(meaning)
        }
        text.macro("SH", "EXIT STATUS")
        for (status, meaning) in ExitStatus.meanings {
            text.macro("TP")
            text.formatted(ManualText.bold(String(status.rawValue)))
            text.text(meaning)
        }
        text.macro("SH", "EXAMPLES")
        text.example(discussion.examples)
        return ManualPage(name: "dayline", text: text.joined)
    }

    private static func page(of command: Command, _ date: String) -> ManualPage {
        let name = "dayline-\(command._commandName)"
        var text = heading(name, command.configuration.abstract, date)
        let parts = leaves(of: command, path: ["dayline", command._commandName])
        for (index, part) in parts.enumerated() {
            if index > 0 { text.macro("br") }
            text.formatted(synopsis(of: part.command, part.path))
        }
        let discussion = Discussion(command.configuration.discussion)
        text.macro("SH", "DESCRIPTION")
        text.text(command.configuration.abstract)
        if !discussion.text.isEmpty {
            text.macro("PP")
            text.paragraphs(discussion.text)
        }
        if RawArguments.parts(of: command).isEmpty {
            let parameters = ownParameters(of: command)
            if !parameters.isEmpty {
                text.macro("SH", "OPTIONS")
                addOptions(parameters, to: &text)
            }
        } else {
            text.macro("SH", "COMMANDS")
            for part in parts { addSection(of: part, to: &text) }
        }
        text.macro("SH", "EXAMPLES")
        text.example(discussion.examples)
        text.macro("SH", "SEE ALSO")
        text.formatted(ManualText.bold("dayline") + "(1)")
        return ManualPage(name: name, text: text.joined)
    }

    /// The title, the name and the beginning of the synopsis.
    private static func heading(_ name: String, _ abstract: String, _ date: String) -> ManualText {
        var text = ManualText()
        text.title(name.uppercased(), date, "Dayline \(ProductVersion.text)")
        text.macro("SH", "NAME")
        let summary = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        text.formatted("\(ManualText.escaped(name)) \\- \(ManualText.escaped(summary))")
        text.macro("SH", "SYNOPSIS")
        return text
    }

    private static func addSection(
        of part: (path: [String], command: Command), to text: inout ManualText
    ) {
        text.macro("SS", part.path.joined(separator: " "))
        text.text(part.command.configuration.abstract)
        let discussion = Discussion(part.command.configuration.discussion)
        if !discussion.text.isEmpty {
            text.macro("PP")
            text.paragraphs(discussion.text)
        }
        addOptions(ownParameters(of: part.command), to: &text)
        if !discussion.examples.isEmpty {
            text.macro("PP")
            text.example(discussion.examples)
        }
    }

    /// The commands without subcommands, in their declared order.
    private static func leaves(
        of command: Command, path: [String]
    ) -> [(path: [String], command: Command)] {
        let parts = RawArguments.parts(of: command).filter { $0.configuration.shouldDisplay }
        guard !parts.isEmpty else { return [(path, command)] }
        return parts.flatMap { leaves(of: $0, path: path + [$0._commandName]) }
    }

    private static let globalNames = Set(
        CommandSyntax(GlobalOptions.self).parameters.flatMap(\.longNames) + ["--help", "--version"])

    /// The parameters without those that every command has.
    private static func ownParameters(of command: Command) -> [CommandSyntax.Parameter] {
        CommandSyntax(command).parameters.filter { parameter in
            parameter.shouldDisplay && globalNames.isDisjoint(with: parameter.longNames)
        }
    }

    private static func synopsis(of command: Command, _ path: [String]) -> String {
        let words = ownParameters(of: command).map { parameter in
            let word = parameter.formatted
            let repeated = parameter.isRepeating ? "\(word) ..." : word
            return parameter.isOptional ? "[\(repeated)]" : repeated
        }
        return ([ManualText.bold(path.joined(separator: " "))] + words).joined(separator: " ")
    }

    private static func addOptions(
        _ parameters: [CommandSyntax.Parameter], to text: inout ManualText
    ) {
        for parameter in parameters where parameter.shouldDisplay {
            text.macro("TP")
            text.formatted(parameter.formatted)
            text.text(parameter.explanation)
        }
    }

    private static let variables = [
        ("DAYLINE_HOME", "The data folder, if --home is not given."),
        ("DAYLINE_PROFILE", "The profile, if --profile is not given."),
        ("DAYLINE_RUN", "The folder of the sockets (default: in XDG_RUNTIME_DIR, else the home)."),
        ("DAYLINE_WEB_PORT", "The port of the web app."),
        ("DAYLINE_DUMPABLE", "If set, processes can be read by debuggers of the same user."),
        ("NO_COLOR", "If set, text is printed without colour."),
    ]
}

/// A discussion of a command, divided into its text and its examples.
private struct Discussion {
    let text: String
    let examples: [String]

    init(_ discussion: String) {
        let parts = discussion.split(separator: "EXAMPLES:\n", omittingEmptySubsequences: false)
        text = parts[0].trimmingLines
        examples =
            parts.count < 2
            ? []
            : parts[1].split(separator: "\n").map { $0.drop { $0 == " " } }.map { String($0) }
    }
}

extension ManualText {
    /// The page, which ends with a line feed.
    fileprivate var joined: String { lines.joined(separator: "\n") + "\n" }
}

extension CommandSyntax.Parameter {
    /// The names and the value in bold and italics.
    fileprivate var formatted: String {
        let value = valueName.map { ManualText.italic($0) }
        guard kind != .positional else { return value ?? ManualText.italic("value") }
        let name = (longNames.first ?? names?.first?.text).map { ManualText.bold($0) } ?? ""
        guard kind == .option, let value else { return name }
        return "\(name) \(value)"
    }

    /// The help with the default of an option, as `--help` prints both.
    fileprivate var explanation: String {
        let help = abstract ?? ""
        guard kind == .option, let defaultValue, !defaultValue.isEmpty else { return help }
        return "\(help) (default: \(defaultValue))"
    }

    fileprivate var longNames: [String] {
        (names ?? []).filter { $0.kind == "long" }.map(\.text)
    }
}

extension String {
    fileprivate var trimmingColon: String { hasSuffix(":") ? String(dropLast()) : self }
}

extension Substring {
    /// The text without line feeds at its end.
    fileprivate var trimmingLines: String {
        var rest = self
        while rest.hasSuffix("\n") { rest.removeLast() }
        return String(rest)
    }
}
