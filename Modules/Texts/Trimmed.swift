extension String {
    /// The text without white space at both ends.
    package var trimmed: String {
        guard let first = first, let last = last, first.isWhitespace || last.isWhitespace else {
            return self
        }
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
