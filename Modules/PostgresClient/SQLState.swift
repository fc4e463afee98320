/// The code of an error of PostgreSQL: two characters for the class and three for the condition.
package struct SQLState: Hashable, Sendable, ExpressibleByStringLiteral {
    package let code: String

    package init(_ code: String) {
        self.code = code
    }

    package init(stringLiteral code: String) {
        self.code = code
    }

    package static let queryCanceled: SQLState = "57014"
    package static let uniqueViolation: SQLState = "23505"

    /// Conditions that another attempt can pass: the server stops or starts, a standby does not accept
    /// writes yet, and transactions that disturbed each other.
    private static let retryable: Set<String> = [
        "57P01", "57P02", "57P03", "40001", "40P01", "25006",
    ]

    /// True if the same transaction may succeed in another attempt, on a new connection.
    package var isRetryable: Bool {
        code.hasPrefix("08") || Self.retryable.contains(code)
    }

    /// Conditions after which prepared statements of the session are not usable: the type of a result
    /// has changed, or the server does not know a statement.
    private static let statementLoss: Set<String> = ["0A000", "26000"]

    var losesStatements: Bool { Self.statementLoss.contains(code) }
}
