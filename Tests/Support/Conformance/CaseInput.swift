package import CivilTime
package import JSON
import TrackerDocuments

/// The input of a case. Errors name the path of the invalid value.
package struct CaseInput: Sendable {
    package let value: JSONValue
    private let path: String

    package init(_ value: JSONValue, path: String = "given") {
        self.value = value
        self.path = path
    }

    /// The error for an input that does not have the form of its operation.
    package struct Malformed: Error, CustomStringConvertible {
        package var description: String
    }

    /// The value of a key; null if the key is absent.
    package subscript(key: String) -> CaseInput {
        CaseInput(value.object?[key] ?? .null, path: "\(path).\(key)")
    }

    package var isNull: Bool { value == .null }

    private func require<Value>(_ read: Value?, _ form: String) throws -> Value {
        guard let read else { throw Malformed(description: "\(path): expected \(form)") }
        return read
    }

    package func string() throws -> String { try require(value.string, "text") }
    package func double() throws -> Double { try require(value.double, "number") }
    package func int() throws -> Int { try require(value.integer, "whole number") }
    /// A count of at most a million.
    package func count() throws -> Int {
        try require(value.integer.flatMap { (0...1_000_000).contains($0) ? $0 : nil }, "count")
    }
    package func bool() throws -> Bool { try require(value.bool, "truth value") }

    package func day() throws -> CivilDate {
        try require(value.string.flatMap { CivilDate($0) }, "day")
    }

    package func enumValue<Value: RawRepresentable<String>>(_: Value.Type = Value.self) throws
        -> Value
    {
        try require(value.string.flatMap(Value.init), "\(Value.self)")
    }

    package func list() throws -> [CaseInput] {
        let elements = try require(value.array, "list")
        return elements.enumerated().map { CaseInput($1, path: "\(path)[\($0)]") }
    }

    package func list<Value>(_ read: (CaseInput) throws -> Value) throws -> [Value] {
        try list().map(read)
    }

    /// The decoded value; nil for null and for an absent key.
    package func ifPresent<Value>(_ read: (CaseInput) throws -> Value) rethrows -> Value? {
        isNull ? nil : try read(self)
    }

    /// Minutes since midnight, from HH:MM.
    package func minuteOfDay() throws -> Int {
        let parts = try string().split(separator: ":").compactMap { Int($0) }
        return try require(parts.count == 2 ? parts[0] * 60 + parts[1] : nil, "time of day")
    }

    /// YYYY-MM-DDTHH:MM, without a zone.
    package func localTime() throws -> LocalTime {
        try require(value.string.flatMap { LocalTime($0) }, "local date-time")
    }

    /// Milliseconds since 1970 UTC.
    package func instant() throws -> Int64 {
        try require(value.string.flatMap(DocumentInstant.milliseconds), "instant")
    }
}
