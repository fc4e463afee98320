import Testing
import TrackerDocuments

@Suite struct DocumentInstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1000),
        ("2026-02-15T08:00:00+08:00", 1_771_113_600_000),
        ("2026-02-15T00:00:00.125Z", 1_771_113_600_125),
        ("2026-02-14T16:00:00-0800", 1_771_113_600_000),
    ])
    func `an instant is parsed with its offset and fraction`(text: String, milliseconds: Int64) {
        #expect(DocumentInstant.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", "2026-02-15", "2026-02-30T00:00:00Z", "2026-02-15T24:00:00Z", "2026-02-15T00:00:00",
        "2026-02-15T00:00:00.Z", "2026-02-15T00:00:00Zz", "2026-02-15 00:00:00Z",
    ])
    func `a text that is not an instant is rejected`(text: String) {
        #expect(DocumentInstant.milliseconds(text) == nil)
    }

    @Test(arguments: [0, 1_771_113_600_000, -86_400_000, 253_402_300_799_000])
    func `a formatted instant equals the parsed one`(milliseconds: Int64) {
        #expect(
            DocumentInstant.milliseconds(DocumentInstant.text(milliseconds)) == milliseconds)
    }
}
