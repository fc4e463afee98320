import Glibc

/// Reads the address of a channel from the terminal, or from the first line of standard input: arguments of
/// a process can be read by other users.
struct AddressInput {
    let output: Output

    /// - Throws: A ``UsageError`` if there is no address.
    func read() throws -> String {
        let line = isatty(STDIN_FILENO) == 1 ? output.prompt("Address: ") : readLine()
        let address = (line ?? "").filter { !$0.isWhitespace }
        guard !address.isEmpty else {
            throw UsageError(
                "Standard input has no address in its first line.",
                hint: "Use: dayline notify add webhook < FILE")
        }
        return address
    }
}
