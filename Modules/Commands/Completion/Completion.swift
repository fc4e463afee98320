import ArgumentParser

/// Candidates for the last word of a partial command line. The scripts of ``CompletionScript``
/// request them with `dayline ---words WORD…`.
struct Completion {
    /// The first argument of a completion request.
    static let request = "---words"

    /// The case is the first line of the output.
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
    /// The word to complete.
    private let current: String

    /// - Parameter words: The words after the program's name, as typed or as bash splits them.
    init(_ words: [String]) {
        let unquoted = ShellWords.joined(words).map(ShellWords.unquoted)
        self.words = unquoted.dropLast()
        current = unquoted.last ?? ""
    }

    /// The candidates as lines.
    func text(of root: any ParsableCommand.Type) -> String {
        switch candidates(of: root) {
        case .files: "files"
        case .folders: "folders"
        case .words(let candidates):
            (["words"] + candidates.map { "\($0.word)\t\($0.about)" }).joined(separator: "\n")
        }
    }

    func candidates(of root: any ParsableCommand.Type) -> Candidates {
        var line = PartialCommandLine(root)
        for word in words { line.parse(word) }
        guard let found = line.candidates(for: current, line: words + [current]) else {
            return .nothing
        }
        guard case .words(let candidates) = found else { return found }
        return .words(matching(candidates))
    }

    /// Candidates with the current word as a prefix; compared without case if no candidate matches.
    private func matching(_ candidates: [Candidate]) -> [Candidate] {
        let exact = candidates.filter { $0.word.hasPrefix(current) }
        guard exact.isEmpty else { return exact }
        return candidates.filter { $0.word.lowercased().hasPrefix(current.lowercased()) }
    }
}

/// Shell syntax of words.
private enum ShellWords {
    /// Joins `--opt`, `=`, `value`, which bash splits at the equals sign.
    static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        var isOpen = false
        for word in words {
            if word == "=", let option = joined.last, option.hasPrefix("--"), !option.contains("=")
            {
                joined[joined.count - 1] += "="
                isOpen = true
            } else if isOpen {
                joined[joined.count - 1] += word
                isOpen = false
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// The word without quotes and backslashes. The last quote may be unterminated.
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
