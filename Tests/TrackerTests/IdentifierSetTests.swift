import Testing
import Tracker

@Suite struct IdentifierSetTests {
    private static let uuid = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"

    /// Identifiers that differ in one character, in both forms.
    @Test(arguments: [
        uuid, uuid.lowercased(), "0F9619FF-8B86-D011-B42D-00CF4FC964FF",
        "6F9619FF-8B86-D011-B42D-00CF4FC964FE", "6F9619FF08B86-D011-B42D-00CF4FC964FF",
        "6F9619FF-8B86-D011-B42D-00CF4FC964F", "6F9619FF-8B86-D011-B42D-00CF4FC964G0", "log 1", "",
    ])
    func `an identifier is new once and distinct from all others`(identifier: String) {
        var known = IdentifierSet()

        let isNew = [identifier, identifier, Self.uuid].map { known.insert($0) }

        #expect(isNew == [true, false, identifier != Self.uuid])
    }

    @Test func `a number has the text that it was parsed from`() throws {
        var text = Self.uuid
        let found = text.withUTF8 { UUIDNumber(utf8: $0) }
        let number = try #require(found)

        let written = number.withText { String(decoding: $0, as: UTF8.self) }

        #expect(written == Self.uuid)
    }

    @Test func `a UUID is parsed into its 128 bits`() throws {
        var text = Self.uuid

        let found = text.withUTF8 { UUIDNumber(utf8: $0) }

        let number = try #require(found)
        #expect(number.high == 0x6F96_19FF_8B86_D011)
        #expect(number.low == 0xB42D_00CF_4FC9_64FF)
    }
}
