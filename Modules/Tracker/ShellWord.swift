/// A word as it has to be typed in a shell.
package func quoted(_ word: String) -> String {
    let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
