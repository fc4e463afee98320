import ArgumentParser

/// A command line as far as it was typed: which command it leads to, and what is to come next.
struct PartialCommandLine {
    typealias Parameter = CommandSyntax.Parameter

    private static let globals = CommandSyntax(GlobalOptions.self).parameters

    private var path: [String] = []
    private var parts: [any ParsableCommand.Type]
    private var parameters: [Parameter]
    /// Names of options and flags that were said.
    private var usedOptions: Set<String> = []
    /// The option whose value comes next.
    private var pendingOption: Parameter?
    private var positionals = 0
    private var isHelp = false
    /// Behind `--` nothing is an option.
    private var isAfterTerminator = false
    private var hasUnknownCommand = false

    init(_ root: any ParsableCommand.Type) {
        parts = RawArguments.parts(of: root)
        parameters = Self.globals
    }

    /// Goes on by a word that is complete.
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

    /// What may stand in the place of `current`, with which the whole `line` ends.
    func offer(_ current: String, line: [String]) -> Completion.Candidates? {
        if hasUnknownCommand { return nil }
        if let pendingOption { return values(of: pendingOption, line) }
        if current.hasPrefix("-"), !isAfterTerminator {
            return current.contains("=") ? joinedValues(current, line) : .words(options)
        }
        if !parts.isEmpty { return .words(commands) }
        let takers = parameters.filter { $0.kind == .positional }
        let taker = positionals < takers.count ? takers[positionals] : takers.last
        guard !isHelp, let taker, positionals < takers.count || taker.isRepeating else {
            return nil
        }
        return values(of: taker, line)
    }

    private var commands: [Completion.Candidate] {
        let help = path.isEmpty && !isHelp
        return parts.filter { $0.configuration.shouldDisplay }
            .map { .init(word: $0._commandName, about: $0.configuration.abstract) }
            + (help ? [.init(word: "help", about: "Say what a command does.")] : [])
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

    /// Of `--option=value`, in whole words.
    private func joinedValues(_ current: String, _ line: [String]) -> Completion.Candidates? {
        let name = String(current.prefix { $0 != "=" })
        guard let option = parameters.first(where: { $0.isNamed(name) && $0.kind == .option }),
            let offer = values(of: option, line)
        else { return nil }
        guard case .words(let candidates) = offer else { return offer }
        return .words(candidates.map { .init(word: "\(name)=\($0.word)", about: $0.about) })
    }

    private func values(of parameter: Parameter, _ line: [String]) -> Completion.Candidates? {
        guard let kind = parameter.completionKind else { return nil }
        if kind.file != nil { return .files }
        if kind.directory != nil { return .folders }
        if let list = kind.list { return .words(list.values.map { .init(word: $0) }) }
        return kind.custom == nil ? nil : .words(customValues(parameter, line))
    }

    /// What the parameter's own function says.
    private func customValues(_ parameter: Parameter, _ line: [String]) -> [Completion.Candidate] {
        let name =
            parameter.names?.first?.text
            ?? "positional@\(min(positionals, positionalCount - 1))"
        // Before a command there are options that every one has, this one too.
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
