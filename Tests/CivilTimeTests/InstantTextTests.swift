import CivilTime
import Testing

@Suite struct InstantTextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (1_772_349_300_045, "2026-03-01T07:15:00.045Z"),
        (1_772_409_599_999, "2026-03-01T23:59:59.999Z"),
    ])
    func `an instant is written to the millisecond, or to the second before`(
        milliseconds: Int64, text: String
    ) {
        #expect(instantText(milliseconds) == text)
        #expect(secondText(milliseconds) == text.prefix(19) + "Z")
    }
}
