import Testing

@testable import CivilTime

struct LocalTextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00+00:00"), (19_800, "1970-01-01T05:30:00+05:30"),
        (-12_600, "1969-12-31T20:30:00-03:30"), (2670, "1970-01-01T00:44:00+00:44"),
        (-2670, "1969-12-31T23:16:00-00:44"),
    ])
    func `an instant is formatted in local time with its UTC offset`(offset: Int, text: String) {
        let zone = Zone.fixed(name: "x", offsetSeconds: offset)

        #expect(zone.text(at: 0) == text)
    }

    @Test func `parts of a second are dropped, also before 1970`() {
        #expect(Zone.utc.text(at: 1999) == "1970-01-01T00:00:01+00:00")
        #expect(Zone.utc.text(at: -1) == "1969-12-31T23:59:59+00:00")
    }
}
