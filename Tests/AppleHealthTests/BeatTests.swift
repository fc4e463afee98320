import Testing

@testable import AppleHealth

struct BeatTests {
    private func measurement(_ times: [String]) -> String {
        let beats = times.map { #"<InstantaneousBeatsPerMinute bpm="61" time="\#($0)"/>"# }
        return record(
            type: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", unit: "ms", value: "48.5",
            children:
                "<HeartRateVariabilityMetadataList>\(beats.joined())</HeartRateVariabilityMetadataList>"
        )
    }

    @Test(arguments: [
        ("8:00:01.25 AM", 1250), ("08:00:01.25", 1250), ("8:00:01,25", 1250),
        ("8:00:01.25\u{202F}AM", 1250), ("上午8:00:01.25", 1250), ("08.00.01,25", 1250),
        ("٨:٠٠:٠١٫٢٥", 1250), ("۰۸:۰۰:۰۱٫۲۵", 1250), ("०८:००:०१.२५", 1250),
        ("7:00:01.25", 1250), ("3:15:01.25", 1250), ("07:59:59.9", -100), ("08:00:00", 0),
        ("08:00:01.5", 1500), ("08:00:01.2505", 1250),
    ])
    func `a beat's time is since its measurement's start, in any locale and zone`(
        text: String, offset: Int64
    ) throws {
        let scan = try Scan(body: measurement([text]))

        #expect(scan.parts.map(\.start) == [morning + offset])
        #expect(scan.parts.map(\.value) == [61])
    }

    @Test func `beats are a series of their own outside the counts by type`() throws {
        let scan = try Scan(body: measurement(["08:00:00.50", "08:00:01.50", "08:00:02.40"]))

        #expect(
            scan.samples.map(\.series.metric) == ["heartRateVariabilitySDNN"]
                + Array(repeating: "heartRateVariabilityBeats", count: 3))
        #expect(scan.parts.map(\.start) == [500, 1500, 2400].map { morning + $0 })
        #expect(scan.parts.allSatisfy { $0.start == $0.end })
        #expect(scan.report.counts == ["heartRateVariabilitySDNN": .init(emitted: 1)])
    }

    @Test(arguments: [
        #"<InstantaneousBeatsPerMinute bpm="61" time="08:00:01.00"/>"#,
        "\n  <InstantaneousBeatsPerMinute bpm=\"61\" time=\"08:00:01.00\"/>\r\n",
        #"<InstantaneousBeatsPerMinute  bpm="61" time="08:00:01.00" />"#,
        #"<InstantaneousBeatsPerMinute time="08:00:01.00" bpm="61"/>"#,
        #"<InstantaneousBeatsPerMinute bpm='61' time='08:00:01.00'/>"#,
        #"<InstantaneousBeatsPerMinute bpm="61" time="08:00:01.00" new="1"/>"#,
        #"<InstantaneousBeatsPerMinute bpm="61.0" time="08:00:01.00"></InstantaneousBeatsPerMinute>"#,
        #"<!-- > --><InstantaneousBeatsPerMinute bpm="6.1e1" time="08:00:01.00"/> text "#,
        #"<InstantaneousBeatsPerMinute bpm="61" time="08:00:01.00\#(String(repeating: " ", count: 200))"/>"#,
    ])
    func `a beat of any form is read between others`(beat: String) throws {
        let usual = measurement(["08:00:00.50", "MIDDLE", "08:00:02.40"])
        let text = usual.replacing(
            #"<InstantaneousBeatsPerMinute bpm="61" time="MIDDLE"/>"#, with: beat)

        let scan = try Scan(body: text)

        #expect(scan.parts.map(\.start) == [500, 1000, 2400].map { morning + $0 })
        #expect(scan.parts.map(\.value) == [61, 61, 61])
        #expect(scan.report.damage.isEmpty)
    }

    @Test(arguments: [
        (#"bpm="61" time="08:00:01.00""#, #"bpm="61 time="08:00:01.00""#),
        (#"time="08:00:01.00"/>"#, #"time="08:00:01.00/>"#),
        (#"time="08:00:01.00"/>"#, #"time="08:00:01.00"/"#),
    ])
    func `a measurement with a beat that is not closed is quarantined`(
        complete: String, broken: String
    ) throws {
        let usual = measurement(["08:00:00.50", "08:00:01.00", "08:00:02.40"])

        let scan = try Scan(body: usual.replacing(complete, with: broken))

        #expect(scan.parts.isEmpty)
        #expect(scan.report.counts == ["heartRateVariabilitySDNN": .init(quarantined: 1)])
    }

    @Test func `beats continue across a full hour`() throws {
        let text = measurement(["08:59:59.00", "09:00:00.10"])
            .replacing("2026-01-05 08:00:00", with: "2026-01-05 08:59:58")
            .replacing("2026-01-05 08:05:00", with: "2026-01-05 09:00:58")

        let scan = try Scan(body: text)

        let start = morning + 3_598_000
        #expect(scan.parts.map { $0.start - start } == [1000, 2100])
    }

    @Test(arguments: ["", "x", "8:00", "8:61:00", "8:00:61", "1:2:3:4:5", "8:00:00.1234567890"])
    func `a beat without a time is skipped and reported`(text: String) throws {
        let scan = try Scan(body: measurement([text, "08:00:01.00"]))

        #expect(scan.parts.count == 1)
        #expect(scan.report.damage.map(\.reason) == ["a part of an element that cannot be used"])
    }
}
