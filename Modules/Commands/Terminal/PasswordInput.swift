import Glibc

/// Reads a password from the terminal without showing it, or from the first line of standard input.
struct PasswordInput {
    let output: Output

    private static let limit = 4096

    /// - Throws: A ``UsageError`` if nothing was typed or the two entries differ.
    func read() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try firstLine() }
        let password = try ask("Password: ")
        guard try ask("The same password again: ") == password else {
            throw UsageError("The two passwords differ, so nothing was changed.")
        }
        return password
    }

    private func firstLine() throws -> String {
        guard let line = readLine(), !line.isEmpty, line.utf8.count <= Self.limit else {
            throw UsageError(
                "Standard input has no password in its first line.",
                hint: "Run the command at a terminal, or pipe one line into it.")
        }
        return line
    }

    private func ask(_ question: String) throws -> String {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return try firstLine() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // Typed characters that were shown before are dropped.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            output.writeError("\n")
        }
        guard let line = output.prompt(question), !line.isEmpty else {
            throw UsageError("No password was typed, so nothing was changed.")
        }
        return line
    }
}
