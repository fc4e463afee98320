/// A number as typed, with a point or a comma as its decimal sign.
struct TypedNumber: Equatable {
    /// The reason why a text is not a number, as a sentence.
    struct Problem: Error, Equatable {
        var message: String
    }

    var value: Double

    /// The number of a text. A comma before exactly three digits is rejected, because `2,500` can
    /// mean 2500 or 2.5.
    static func parse(_ text: String) -> Result<TypedNumber, Problem> {
        let digits = text.filter { !$0.isWhitespace }.replacing("−", with: "-")
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].count == 3, parts[0].drop(while: { $0 == "-" }).first != "0",
            parts.joined().allSatisfy({ $0.isNumber || $0 == "-" })
        {
            return .failure(
                Problem(
                    message: "“\(text)” is ambiguous: write \(parts.joined()) or "
                        + "\(parts.joined(separator: "."))."))
        }
        guard let value = Double(parts.joined(separator: ".")), value.isFinite else {
            return .failure(Problem(message: "“\(text)” is not a number, such as 2.5."))
        }
        return .success(TypedNumber(value: value))
    }
}
