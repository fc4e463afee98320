/// A word quoted for a POSIX shell, if quoting is necessary.
package func quoted(_ word: String) -> String {
    let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
