import Glibc

/// A confirmation of an irreversible change. A person is asked at the terminal; a script needs
/// `--yes`.
struct Confirmation {
    private enum Answer {
        case confirmed
        /// Prints the question and returns the typed line; nil at the end of input.
        case asked((String) -> String?)
        /// There is no terminal.
        case absent
    }

    private let answer: Answer

    init(ask: @escaping (String) -> String?) {
        answer = .asked(ask)
    }

    /// - Parameters:
    ///   - isConfirmed: True if `--yes` was given.
    ///   - output: The output that prints the question.
    ///   - isInteractive: True if a person can read the question and answer it.
    init(
        isConfirmed: Bool, output: Output,
        isInteractive: Bool = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    ) {
        answer =
            isConfirmed
            ? .confirmed : isInteractive && !output.isJSON ? .asked(output.prompt) : .absent
    }

    /// Asks for the confirmation, unless `--yes` was given.
    ///
    /// - Parameters:
    ///   - word: The text that confirms.
    ///   - question: The prompt.
    ///   - command: The command line that needs no confirmation.
    /// - Throws: A ``UsageError`` if another text was typed or there is no terminal.
    func require(
        _ word: String, _ question: @autoclosure () -> String, command: @autoclosure () -> String
    ) throws {
        switch answer {
        case .confirmed: return
        case .absent:
            throw UsageError(
                "This cannot be undone, and there is no terminal to ask at, so nothing was changed.",
                hint: "If you mean it: \(command())")
        case .asked(let ask):
            guard ask(question()) == word else {
                throw UsageError(
                    "The answer is not \"\(word)\", so nothing was changed.",
                    hint: "Use --yes to skip the question.")
            }
        }
    }
}
