import Glibc

/// A question before something that cannot be taken back. A person at a terminal is asked; a script has to
/// say `--yes`.
struct Confirmation {
    private enum Answer {
        case given
        /// Writes the question, and gives what was typed; nil at the end of input.
        case asked((String) -> String?)
        /// Nobody can be asked.
        case absent
    }

    private let answer: Answer

    init(ask: @escaping (String) -> String?) {
        answer = .asked(ask)
    }

    /// - Parameters:
    ///   - isGiven: True if the person has said yes already.
    ///   - output: Where the question goes.
    ///   - isWatched: True if somebody can read a question and answer it.
    init(
        isGiven: Bool, output: Output,
        isWatched: Bool = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    ) {
        answer = isGiven ? .given : isWatched && !output.isJSON ? .asked(output.prompt) : .absent
    }

    /// Returns when the word was typed, or `--yes` was given.
    ///
    /// - Parameters:
    ///   - word: What has to be typed.
    ///   - question: What is asked.
    ///   - command: The command line that needs no question.
    /// - Throws: A `UsageError`, when something else was typed, or nobody can be asked.
    func require(
        _ word: String, _ question: @autoclosure () -> String, command: @autoclosure () -> String
    ) throws {
        switch answer {
        case .given: return
        case .absent:
            throw UsageError(
                "This cannot be undone, and there is no terminal to ask at, so nothing was changed.",
                hint: "If you mean it: \(command())")
        case .asked(let ask):
            guard ask(question()) == word else {
                throw UsageError(
                    "That is not \"\(word)\", so nothing was changed.",
                    hint: "To be asked nothing, say --yes.")
            }
        }
    }
}
