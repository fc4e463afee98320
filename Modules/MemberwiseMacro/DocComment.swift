import SwiftSyntax

extension DeclSyntaxProtocol {
    /// The doc comment before the declaration on one line, with one pair of backticks around a symbol;
    /// nil without one.
    var docComment: String? {
        var lines: [Substring] = []
        for piece in leadingTrivia {
            switch piece {
            case .docLineComment(let text): lines.append(text.dropFirst("///".count))
            case .docBlockComment(let text):
                lines = text.dropFirst("/**".count).dropLast("*/".count)
                    .split(separator: "\n")
                    .map { $0.drop { $0 == " " || $0 == "*" } }
            default: break
            }
        }
        let words = lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        guard !words.isEmpty else { return nil }
        return words.joined(separator: " ").replacing("``", with: "`")
    }
}
