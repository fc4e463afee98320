import ArgumentParser

/// What the shell may offer for the last word of a command line that is being typed; the scripts of
/// ``CompletionScript`` ask for it with `dayline ---words WORD…`.
struct Completion {
    /// What stands for a command line in place of a command.
    static let request = "---words"

    /// The first line that is written says which it is.
    enum Candidates: Equatable {
        case words([Candidate])
        case files
        case folders

        static let nothing = Self.words([])
    }

    struct Candidate: Equatable {
        var word: String
        var about = ""
    }

    private let words: [String]
    /// The word that is completed.
    private let current: String

    /// `words` stand behind the program's name, as they were typed or as bash cuts them.
    init(_ words: [String]) {
        let whole = ShellWords.joined(words).map(ShellWords.unquoted)
        self.words = whole.dropLast()
        current = whole.last ?? ""
    }

    /// The offer, as lines.
    func text(of root: any ParsableCommand.Type) -> String {
        switch offer(of: root) {
        case .files: "files"
        case .folders: "folders"
        case .words(let candidates):
            (["words"] + candidates.map { "\($0.word)\t\($0.about)" }).joined(separator: "\n")
        }
    }

    func offer(of root: any ParsableCommand.Type) -> Candidates {
        var line = PartialCommandLine(root)
        for word in words { line.parse(word) }
        guard let offer = line.offer(current, line: words + [current]) else { return .nothing }
        guard case .words(let candidates) = offer else { return offer }
        return .words(matching(candidates))
    }

    /// Those that begin as the word does, whatever the case of letters if there is none else.
    private func matching(_ candidates: [Candidate]) -> [Candidate] {
        let exact = candidates.filter { $0.word.hasPrefix(current) }
        guard exact.isEmpty else { return exact }
        return candidates.filter { $0.word.lowercased().hasPrefix(current.lowercased()) }
    }
}

/// Words as they stand on a command line.
private enum ShellWords {
    /// bash takes an equals sign for a word: `--opt`, `=`, `value`.
    static func joined(_ words: [String]) -> [String] {
        var whole: [String] = []
        var isOpen = false
        for word in words {
            if word == "=", let option = whole.last, option.hasPrefix("--"), !option.contains("=") {
                whole[whole.count - 1] += "="
                isOpen = true
            } else if isOpen {
                whole[whole.count - 1] += word
                isOpen = false
            } else {
                whole.append(word)
            }
        }
        return whole
    }

    /// Without quotes and backslashes; a quote may still be open.
    static func unquoted(_ word: String) -> String {
        var plain = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                plain.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}
