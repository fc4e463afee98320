import ArgumentParser

/// A partial command line: the command that it names and the parameters that may follow.
struct PartialCommandLine {
    typealias Parameter = CommandSyntax.Parameter

    private static let globals = CommandSyntax(GlobalOptions.self).parameters

    private var path: [String] = []
    private var parts: [any ParsableCommand.Type]
    private var parameters: [Parameter]
    /// Names of the options and flags so far.
    private var usedOptions: Set<String> = []
    /// The option whose value comes next.
    private var pendingOption: Parameter?
    private var positionals = 0
    private var isHelp = false
    /// True after `--`, which ends the options.
    private var isAfterTerminator = false
    private var hasUnknownCommand = false

    init(_ root: any ParsableCommand.Type) {
        parts = RawArguments.parts(of: root)
        parameters = Self.globals
    }

    /// Parses the next complete word.
    mutating func parse(_ word: String) {
        if pendingOption != nil {
            pendingOption = nil
        } else if word == "--", !isAfterTerminator {
            isAfterTerminator = true
        } else if word.hasPrefix("-"), word.count > 1, !isAfterTerminator {
            parse(option: word)
        } else if parts.isEmpty {
            positionals += 1
        } else if path.isEmpty, word == "help", !isHelp {
            isHelp = true
        } else {
            selectCommand(word)
        }
    }

    private mutating func parse(option word: String) {
        let name = String(word.prefix { $0 != "=" })
        usedOptions.insert(name)
        let parameter = parameters.first { $0.isNamed(name) }
        if parameter?.kind == .option, name == word { pendingOption = parameter }
    }

    private mutating func selectCommand(_ word: String) {
        guard let part = parts.first(where: { $0._commandName == word }) else {
            hasUnknownCommand = true
            return
        }
        path.append(word)
        parts = RawArguments.parts(of: part)
        parameters = parts.isEmpty ? CommandSyntax(part).parameters : Self.globals
    }

    /// Candidates for `current`, the last word of `line`; nil if completion does not apply.
    func candidates(for current: String, line: [String]) -> Completion.Candidates? {
        if hasUnknownCommand { return nil }
        if let pendingOption { return values(of: pendingOption, line) }
        if current.hasPrefix("-"), !isAfterTerminator {
            return current.contains("=") ? joinedValues(current, line) : .words(options)
        }
        if !parts.isEmpty { return .words(commands) }
        let arguments = parameters.filter { $0.kind == .positional }
        let argument = positionals < arguments.count ? arguments[positionals] : arguments.last
        guard !isHelp, let argument, positionals < arguments.count || argument.isRepeating else {
            return nil
        }
        return values(of: argument, line)
    }

    private var commands: [Completion.Candidate] {
        let help = path.isEmpty && !isHelp
        return parts.filter { $0.configuration.shouldDisplay }
            .map { .init(word: $0._commandName, about: $0.configuration.abstract) }
            + (help ? [.init(word: "help", about: "Show the help of a command.")] : [])
    }

    private var options: [Completion.Candidate] {
        parameters.filter { parameter in
            parameter.kind != .positional && parameter.shouldDisplay
                && (parameter.isRepeating || !usedOptions.contains(where: parameter.isNamed))
        }.flatMap { parameter in
            (parameter.names ?? []).filter { $0.kind == "long" }
                .map { .init(word: $0.text, about: parameter.abstract ?? "") }
        }
    }

    /// Candidates for `--option=value`, as complete words.
    private func joinedValues(_ current: String, _ line: [String]) -> Completion.Candidates? {
        let name = String(current.prefix { $0 != "=" })
        guard let option = parameters.first(where: { $0.isNamed(name) && $0.kind == .option }),
            let found = values(of: option, line)
        else { return nil }
        guard case .words(let candidates) = found else { return found }
        return .words(candidates.map { .init(word: "\(name)=\($0.word)", about: $0.about) })
    }

    private func values(of parameter: Parameter, _ line: [String]) -> Completion.Candidates? {
        guard let kind = parameter.completionKind else { return nil }
        if kind.file != nil { return .files }
        if kind.directory != nil { return .folders }
        if let list = kind.list { return .words(list.values.map { .init(word: $0) }) }
        return kind.custom == nil ? nil : .words(customValues(parameter, line))
    }

    /// The candidates of the parameter's custom completion.
    private func customValues(_ parameter: Parameter, _ line: [String]) -> [Completion.Candidate] {
        let name =
            parameter.names?.first?.text
            ?? "positional@\(min(positionals, positionalCount - 1))"
        // Global options are parsed with any command that has them.
        let path = parts.isEmpty ? path : [StatusCommand._commandName]
        do {
            _ = try Dayline.parseAsRoot(
                ["---completion"] + path + ["--", name, "\(line.count - 1)", "0"] + line)
            return []
        } catch {
            // The parser throws what the function returns.
            return Dayline.fullMessage(for: error).split(separator: "\n")
                .map { .init(word: String($0)) }
        }
    }

    private var positionalCount: Int { parameters.count { $0.kind == .positional } }
}
