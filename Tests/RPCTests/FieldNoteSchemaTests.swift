import Memberwise
import RPC
import Testing

struct FieldNoteSchemaTests {
    @Message
    struct Night: Codable {
        enum CodingKeys: String, CodingKey {
            case day, start, mood = "m"
        }

        /// The day of waking.
        var day: String
        /// The instant of falling asleep, or its day.
        @Field(.day, .instant) var start: String
        @Field(.range(1...5)) var mood: Int? = nil
    }

    @Test func `a schema has the doc comments and the stated forms of the fields`() {
        #expect(
            JSONSchema(of: Night.self)
                == .object([
                    .init("day", .string, isRequired: true, description: "The day of waking."),
                    .init(
                        "start", .anyOf([.formatted(.date), .formatted(.dateTime)]),
                        isRequired: true,
                        description: "The instant of falling asleep, or its day."),
                    .init("m", .range(1...5), isRequired: false),
                ]))
    }
}
