import Testing

@testable import AppleHealth

struct TruncationTests {
    private let elements = [
        record(value: "1"), record(value: "2", children: metadata("HKTimeZone", "Asia/Tokyo")),
        "<Correlation type=\"HKCorrelationTypeIdentifierFood\" startDate=\"2026-01-05 08:00:00 +0100\""
            + " endDate=\"2026-01-05 08:00:00 +0100\">\(record(value: "3"))</Correlation>",
        "<Workout startDate='2026-01-05 08:00:00 +0100' endDate='2026-01-05 08:00:00 +0100'><a/></Workout>",
        "<ActivitySummary dateComponents=\"2026-01-05\"/>", "<!-- x -->", "<Other><b></b></Other>",
        record(value: "4"),
    ]

    @Test func `complete elements before the end of a truncated file are read`() throws {
        let head = "<?xml version=\"1.0\"?><!DOCTYPE HealthData []>\n<HealthData locale=\"x\">\n "
        var text = head
        var ends: [Int] = []
        for element in elements {
            text += element
            if !element.hasPrefix("<!") { ends.append(text.utf8.count) }
            text += "\n "
        }
        text += "</HealthData>"
        let bytes = Array(text.utf8)

        for cut in 0...bytes.count {
            let scan = try Scan(Array(bytes[..<cut]))

            let complete = ends.filter { $0 <= cut }.count
            let counts = scan.report.counts.values
            #expect(counts.reduce(0) { $0 + $1.emitted + $1.ignored } == complete, "cut at \(cut)")
            #expect(scan.quarantined.count <= 1, "cut at \(cut)")
            #expect(
                scan.report.isTruncated == (cut >= head.utf8.count - 2 && cut < bytes.count),
                "cut at \(cut)")
        }
    }

    @Test(
        arguments: [
            (record().dropLast(2), "stepCount"), (record().prefix(20), "Record"),
            ("<Record", "Record"), ("<Workout a='", "Workout"),
            (record(children: "<a>").dropLast(9), "stepCount"),
        ] as [(Substring, String)])
    func `a truncated element is quarantined`(end: Substring, type: String) throws {
        let scan = try Scan(Array("<HealthData>\(record())\n\(end)".utf8))

        #expect(scan.values == [7])
        #expect(scan.quarantined.map(\.type) == [type])
        #expect(scan.reasons == ["the file ends within it"])
        #expect(scan.quarantined.first?.bytes == Array(end.utf8))
        #expect(scan.report.isTruncated)
    }

    @Test(arguments: [
        "", " ", "\n <", "</", "</Health", "<!--", "<!-", "<?x", "<Me a='b'", "<ExportDate",
    ])
    func `a file truncated between elements has nothing quarantined`(end: String) throws {
        let scan = try Scan(Array("<HealthData>\(record())\(end)".utf8))

        #expect(scan.values == [7])
        #expect(scan.quarantined.isEmpty)
        #expect(scan.report.isTruncated)
    }
}
