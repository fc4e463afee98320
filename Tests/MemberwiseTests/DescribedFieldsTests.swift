import Memberwise
import Testing

struct DescribedFieldsTests {
    @Message
    struct Night {
        /// The day of waking;
        /// see ``Nights``.
        ///
        /// In the zone of "home".
        var day: String
        // No doc comment.
        var note: String? = nil
        /// The start.
        @Field(.day, .instant) var start: String
        @Field(.range(1...5)) var mood: Int? = nil
    }

    @Test func `a doc comment is the description of a field, on one line`() {
        let night = Night(day: "2026-01-01", start: "2026-01-01")

        #expect(night.mood == nil)
        #expect(
            Night.fieldNotes == [
                "day": FieldNote("The day of waking; see `Nights`. In the zone of \"home\"."),
                "start": FieldNote("The start.", .day, .instant),
                "mood": FieldNote(nil, .range(1...5)),
            ])
    }

    @Described
    struct Row {
        enum CodingKeys: String, CodingKey {
            case name, unit = "u"
            case `default`
        }

        /// The name.
        var name: String
        /// The unit.
        var unit: String
        /// The default.
        var `default`: Int
        /// The cache, which is not encoded.
        var cache: Int
    }

    @Test func `coding keys name the fields, and a property without a key has no note`() {
        #expect(
            Row.fieldNotes == [
                "name": FieldNote("The name."), "u": FieldNote("The unit."),
                "default": FieldNote("The default."),
            ])
    }

    @Message
    struct Bare {
        var name: String
    }

    @Test func `a message without doc comments has no notes`() {
        #expect(Bare(name: "a").name == "a")
        #expect(Bare.fieldNotes.isEmpty)
    }
}
