import Glibc

/// A question before something that cannot be taken back. Who sits at a terminal is asked; a script, and
/// whoever says `--yes`, is taken at their word.
struct Confirmation {
    /// Writes the question, and gives what was typed; nil at the end of input.
    private let ask: ((String) -> String?)?

    /// - Parameter ask: Nil when nobody is asked.
    init(ask: ((String) -> String?)?) {
        self.ask = ask
    }

    /// - Parameters:
    ///   - isGiven: Whether the person has said yes already.
    ///   - output: Where the question goes.
    ///   - isWatched: Whether somebody can read a question and answer it.
    init(
        isGiven: Bool, output: Output,
        isWatched: Bool = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    ) {
        let isAsked = isWatched && !isGiven && !output.isJSON
        ask = isAsked ? { output.ask($0) } : nil
    }

    /// Returns when the word was typed, or nobody is asked.
    /// - Throws: A `UsageError`, when something else was typed.
    func require(_ word: String, _ question: @autoclosure () -> String) throws {
        guard let ask else { return }
        guard ask(question()) == word else {
            throw UsageError(
                "That is not \"\(word)\", so nothing was changed.",
                hint: "To be asked nothing, say --yes.")
        }
    }
}
