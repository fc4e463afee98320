import CivilTime
package import JSON

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByIntegerLiteral
{
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    package init(nilLiteral: ()) {
        self = .null
    }

    package init(integerLiteral value: Int) {
        self.init(value)
    }
}

/// Constructors of results, one for each form.
extension JSONValue {
    static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    static func number(_ value: Double?) -> JSONValue { value.map { JSONValue($0) } ?? .null }
    static func count(_ value: Int) -> JSONValue { JSONValue(value) }
    static func day(_ value: CivilDate) -> JSONValue { .string(value.description) }

    static func enumValue(_ value: (some RawRepresentable<String>)?) -> JSONValue {
        text(value?.rawValue)
    }

    static func list<Value>(
        _ values: some Sequence<Value>, _ form: (Value) throws -> JSONValue
    ) rethrows -> JSONValue {
        .array(try values.map(form))
    }

    static func timeOfDay(_ minute: Int) -> JSONValue {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return .string("\(two(minute / 60)):\(two(minute % 60))")
    }
}
