package import JSON

extension JSONValue {
    /// True if the result has all expected values: the expected keys, lists of equal length and order, and
    /// numbers within a relative tolerance of 1e-6 or the tolerance of the case.
    package func satisfies(_ expected: JSONValue) -> Bool {
        let tolerance = expected.object?["tolerance"]?.double
        return satisfies(expected, tolerance: tolerance)
    }

    private func satisfies(_ expected: JSONValue, tolerance: Double?) -> Bool {
        if let number = expected.double {
            guard let got = double else { return false }
            let allowed = tolerance ?? max(abs(number) * 1e-6, 1e-9)
            return got == number || abs(got - number) <= allowed
        }
        switch (expected, self) {
        case (.array(let items), .array(let got)):
            return items.count == got.count
                && zip(items, got).allSatisfy { $1.satisfies($0, tolerance: tolerance) }
        case (.object(let members), .object(let got)):
            return members.filter { $0.key != "tolerance" }.allSatisfy { key, value in
                got[key]?.satisfies(value, tolerance: tolerance) ?? false
            }
        default:
            return self == expected
        }
    }
}
