package import Contracts

extension Statistics.AnnotationsResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard !annotations.isEmpty else {
            return "There are no annotations yet. Add one with: dayline annotation add TEXT"
        }
        return annotations.map { "\($0.id)  \($0.line)" }.joined(separator: "\n")
    }
}

extension Statistics.Annotation {
    /// Day, text and activity.
    package var line: String {
        "\(date)  \(text.onOneLine)" + (activity.map { " (\($0.onOneLine))" } ?? "")
    }
}
