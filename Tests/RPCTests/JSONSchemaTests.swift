import BusTestKit
import Memberwise
import RPC
import Testing

struct JSONSchemaTests {
    private enum Color: String, Codable, CaseIterable {
        case red
        case green
    }

    /// Refuses strings that are not dates, as many types do.
    private struct Day: Codable {
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.split(separator: "-").count == 3 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "not a date"))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("2000-01-01")
        }
    }

    private struct Leaf: Codable {
        var number: Double
        var flag: Bool
    }

    private final class Tree: Codable {
        var children: [Tree]
    }

    private struct Everything: Codable {
        var color: Color
        var day: Day
        var count: Int64
        var note: String?
        var leaves: [Leaf]
        var sums: [String: Int]
        var after: String
    }

    @Test
    func `every property of a type is in its schema`() {
        let leaf = JSONSchema.object([
            .init("number", .number, isRequired: true), .init("flag", .boolean, isRequired: true),
        ])

        let schema = JSONSchema(of: Everything.self)

        #expect(
            schema
                == .object([
                    .init("color", .choice(["red", "green"]), isRequired: true),
                    .init("day", .string, isRequired: true),
                    .init("count", .integer, isRequired: true),
                    .init("note", .string, isRequired: false),
                    .init("leaves", .array(leaf), isRequired: true),
                    .init("sums", .map(.integer), isRequired: true),
                    .init("after", .string, isRequired: true),
                ]))
    }

    /// A number or a string.
    private struct NumberOrText: Codable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode(Double.self)) == nil {
                _ = try container.decode(String.self)
            }
        }
    }

    @Test
    func `the schema of a number or string has both`() {
        #expect(JSONSchema(of: NumberOrText.self) == .anyOf([.number, .string]))
        #expect(JSONSchema(of: Double.self) == .number)
    }

    @Test
    func `the schema of a recursive type ends at the recursion`() {
        let schema = JSONSchema(of: Tree.self)

        #expect(schema == .part([.init("children", .array(.any), isRequired: true)]))
    }

    /// A type with a property that depends on its color.
    private struct Lamp: Codable {
        enum Key: String, CodingKey {
            case color, shade, power
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let color = try container.decode(Color.self, forKey: .color)
            if color == .green { _ = try container.decode(String.self, forKey: .shade) }
            _ = try container.decodeIfPresent(Int.self, forKey: .power)
        }

        func encode(to encoder: any Encoder) throws {}
    }

    @Test
    func `an object with properties that depend on a choice is a part with all of them`() {
        #expect(
            JSONSchema(of: [Lamp].self)
                == .array(
                    .part([
                        .init("color", .choice(["red", "green"]), isRequired: true),
                        .init("power", .integer, isRequired: false),
                        .init("shade", .string, isRequired: false),
                    ])))
    }

    @Test
    func `a schema is unchanged by encoding and decoding`() throws {
        let schema = JSONSchema.object([
            .init("a", .array(.map(.choice(["x", "y"]))), isRequired: true),
            .init("b", .any, isRequired: false, description: "Anything."),
            .init("c", .anyOf([.number, .string]), isRequired: false),
            .init("d", .part([.init("e", .string, isRequired: true)]), isRequired: false),
        ])

        let bytes = try JSONBody.encode(schema)

        #expect(try JSONBody.decode(JSONSchema.self, from: bytes) == schema)
    }

    @Test
    func `reflection describes the methods of a server`() async throws {
        let client = Client(inProcess: Probe())

        let description = try await client.call(BusReflection.describe, .init())

        let service = try #require(description.services.first { $0.name == Probe.name })
        #expect(
            service.methods.map(\.name) == [
                "Columns", "Count", "Echo", "Fail", "Second", "Sum", "Wait",
            ])
        let sum = try #require(service.methods.first { $0.name == "Sum" })
        #expect(sum.kind == .clientStream)
        #expect(sum.item == .object([.init("value", .integer, isRequired: true)]))
        #expect(description.services.map(\.name).contains(BusStatistics.service))
    }

    @Test
    func `the schema of an empty message is an empty object`() {
        #expect(JSONSchema(of: Empty.self) == .object([]))
    }

    @Test
    func `reflection can be limited to one method`() async throws {
        let client = Client(inProcess: Probe())

        let description = try await client.call(
            BusReflection.describe, .init(service: Probe.name, method: "Sum"))

        #expect(description.services.flatMap(\.methods).map(\.name) == ["Sum"])
    }

    /// Encodes its missing value as null, and omits its missing note.
    private struct Row: Codable {
        enum CodingKeys: String, CodingKey {
            case name, value, note
        }

        var name: String
        var value: Double?
        var note: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(value, forKey: .value)
            try container.encodeIfPresent(note, forKey: .note)
        }
    }

    @Test
    func `a property that is encoded as null may be null, and one that is omitted may not`() {
        #expect(
            JSONSchema(of: Row.self)
                == .object([
                    .init("name", .string, isRequired: true),
                    .init("value", .anyOf([.number, .null]), isRequired: false),
                    .init("note", .string, isRequired: false),
                ]))
        #expect(JSONSchema(of: [Double?].self) == .array(.anyOf([.number, .null])))
    }

    private struct Known: Codable, FormattedText, DescribedFields {
        static var textFormat: JSONSchema.Format { .date }
        static var fieldNotes: [String: FieldNote] {
            ["at": FieldNote("The moment of waking.", .instant)]
        }

        var at: String?
        var small: Int8
        var large: Int64
    }

    @Test
    func `schemas have the formats of strings and ranges of numbers`() {
        #expect(
            JSONSchema(of: Known.self)
                == .object([
                    .init(
                        "at", .formatted(.dateTime), isRequired: false,
                        description: "The moment of waking."),
                    .init("small", .range(-128...127), isRequired: true),
                    .init("large", .integer, isRequired: true),
                ]))
    }

    @Test
    func `formats, ranges and null are unchanged by encoding and decoding`() throws {
        let schema = JSONSchema.object([
            .init("a", .formatted(.date), isRequired: true),
            .init("b", .range(-1...5), isRequired: true),
            .init("c", .nullable(.formatted(.dateTime)), isRequired: true),
        ])

        let bytes = try JSONBody.encode(schema)

        #expect(try JSONBody.decode(JSONSchema.self, from: bytes) == schema)
    }

    @Test(
        arguments: [
            (JSONSchema.integer, "1.5"), (.integer, "null"), (.string, "1"), (.boolean, "0"),
            (.range(1...5), "6"), (.choice(["a"]), "\"b\""), (.formatted(.date), "\"2026-1-1\""),
            (.formatted(.dateTime), "\"2026-01-01T00:00:00\""), (.array(.number), "[1,\"x\"]"),
            (.map(.integer), "{\"a\":null}"), (.anyOf([.number, .null]), "\"x\""),
            (.object([.init("a", .number, isRequired: true)]), "{}"),
            (.object([.init("a", .number, isRequired: false)]), "{\"a\":null}"),
        ] as [(JSONSchema, String)])
    func `a message that does not match its schema fails validation`(
        schema: JSONSchema, body: String
    ) {
        #expect(throws: SchemaMismatch.self) { try schema.validate(Bytes(body)) }
    }

    @Test(
        arguments: [
            (JSONSchema.integer, "-1"), (.number, "1"), (.any, "null"), (.range(1...5), "5"),
            (.formatted(.date), "\"2026-01-01\""),
            (.formatted(.dateTime), "\"2026-01-01T00:00:00.123+05:30\""),
            (.formatted(.dateTime), "\"2026-01-01T00:00:00Z\""),
            (.anyOf([.number, .null]), "null"), (.object([]), "{\"more\":1}"), (.object([]), ""),
            (.object([.init("a", .map(.string), isRequired: true)]), "{\"a\":{\"b\":\"c\"}}"),
        ] as [(JSONSchema, String)])
    func `a message that matches its schema passes validation`(schema: JSONSchema, body: String)
        throws
    {
        try schema.validate(Bytes(body))
    }

    /// A type whose encoding does not match its decoding.
    private struct Mismatched: Codable, WireValue {
        enum CodingKeys: String, CodingKey {
            case count
        }

        var count = 1

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("\(count)", forKey: .count)
        }
    }

    private struct MismatchedService: Service {
        static let ask = Method<Empty, Mismatched>("dayline.test.MismatchedService", "Ask")

        func register(on router: inout Router) {
            router.handle(Self.ask) { _, _ in Mismatched() }
        }
    }

    @Test
    func `a checking server refuses to send a reply that does not match its schema`() async {
        let client = Client(inProcess: MismatchedService())

        let status = await #expect(throws: Status.self) {
            _ = try await client.call(MismatchedService.ask, Empty())
        }

        #expect(status?.code == .internal)
        #expect(status?.message.contains("\"count\" is not an integer") == true)
    }
}
