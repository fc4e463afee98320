/// The times of day in the text of a field, such as `08:00, 21:30`; empty: none.
func timeTexts(_ text: String?) -> [String] {
    (text ?? "").split { $0 == "," || $0.isWhitespace }.map { String($0) }
}
