import JSON

extension JSONObject {
    /// The text of a key; nil for any other value.
    package func text(_ key: String) -> String? { self[key]?.string }

    /// A number that fits an `Int`; nil for any other value.
    package func number(_ key: String) -> Double? {
        self[key]?.double.flatMap { abs($0) < 1e15 ? $0 : nil }
    }

    /// The instant of a key in milliseconds since 1970 UTC; nil for any other value.
    package func instant(_ key: String) -> Int64? {
        self[key]?.string.flatMap(DocumentInstant.milliseconds)
    }
}
