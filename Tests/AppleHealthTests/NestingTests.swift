import Testing

@testable import AppleHealth

/// Top-level elements within others.
struct NestingTests {
    private static let dates =
        #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 08:05:00 +0100""#
    private static let inner = record(value: "5", children: metadata("a", "b"))

    /// Elements with their expected counts.
    private static let elements: [(text: String, counts: [String: ScanReport.Counts])] = [
        ("<Foo a=\"1\">\(inner)</Foo>", ["Foo": .init(ignored: 1)]),
        ("<Foo><Bar><Foo/>\(inner)</Bar></Foo>", ["Foo": .init(ignored: 1)]),
        ("<Foo><Foo>\(inner)</Foo></Foo>", ["Foo": .init(ignored: 1)]),
        ("<Audiogram>\(inner)</Audiogram>", ["Audiogram": .init(ignored: 1)]),
        (
            "<ActivitySummary dateComponents=\"2026-01-05\">\(inner)</ActivitySummary>",
            ["ActivitySummary": .init(emitted: 1)]
        ),
        ("<Workout \(dates)>\(inner)</Workout>", ["Workout": .init(emitted: 1)]),
        (
            "<Workout \(dates)><Workout \(dates)>\(inner)</Workout></Workout>",
            ["Workout": .init(emitted: 1)]
        ),
        (
            "<Foo><Workout \(dates)/><Correlation>\(inner)</Correlation></Foo>",
            ["Foo": .init(ignored: 1)]
        ),
        (
            "<Correlation type=\"x\" \(dates)><Correlation>\(inner)</Correlation></Correlation>",
            ["Correlation": .init(emitted: 1)]
        ),
        (record(value: "5", children: inner), ["stepCount": .init(emitted: 1)]),
    ]

    @Test(arguments: elements.indices)
    func `a nested element belongs to the enclosing one, and a nested record is a sample`(
        index: Int
    ) throws {
        let (text, counts) = Self.elements[index]
        let after = record(value: "9", start: "2026-01-05 08:00:00 +0100")
        let body = "\(text)\n \(after)"
        let isRecord = text.hasPrefix("<Record")

        let scan = try Scan(body: body)

        #expect(scan.quarantined.isEmpty)
        #expect(scan.report.damage.isEmpty)
        #expect(scan.values.sorted() == (isRecord ? [5, 5, 9] : [5, 9]))
        #expect(scan.parts.map(\.value) == [5])
        #expect(scan.correlations.allSatisfy { $0.members.isEmpty })
        var all = counts
        all["stepCount", default: .init()].emitted += 1
        #expect(scan.report.counts == all)
        for block in [1, 7, 64, 300] {
            let bytes = Array("<HealthData>\n\(body)\n</HealthData>".utf8)
            #expect(try Scan(bytes, block: block).items == scan.items, "blocks of \(block)")
        }
    }

    @Test(arguments: ["<Foo>", "<Workout \(dates)>", "<Foo><Bar>", "<Record type=\"x\">"])
    func `an element that is not closed does not affect the following ones`(text: String) throws {
        let body = "\(text)\n \(record(value: "1"))\n <Foo></Foo> \(record(value: "2"))"

        let scan = try Scan(body: body)

        #expect(scan.values == [1, 2])
        #expect(scan.reasons == ["it is not closed"])
    }

    @Test func `an element with a too distant end tag is damaged, and its records are items`()
        throws
    {
        let many = String(repeating: Self.inner + "\n", count: 5000)

        let scan = try Scan(body: "<Foo>\(many)</Foo>\(record(value: "2"))")

        #expect(scan.reasons == ["it is not closed"])
        #expect(scan.values.count == 5001)
        #expect(scan.parts.isEmpty)
    }

    @Test func `character references are resolved in numbers and dates`() throws {
        let plain = record(value: "57")
        let written = plain.replacing("value=\"57\"", with: "value=\"&#53;&#x37;\"")
            .replacing("startDate=\"2026", with: "startDate=\"&#50;026")

        #expect(try Scan(body: written).samples == Scan(body: plain).samples)
        #expect(try Scan(body: record(value: "&#53;x")).reasons == ["its value is not a number"])
    }

    @Test(arguments: ["HKBloodGlucoseMealTime", "HKMetadataKeyBloodGlucoseMealTime"])
    func `the meal time of blood glucose is stored for either key`(key: String) throws {
        let scan = try Scan(
            body: record(
                type: "HKQuantityTypeIdentifierBloodGlucose", unit: "mg/dL",
                children: metadata(key, "1")))

        #expect(scan.samples.map(\.attributes) == [[.mealTime: "1"]])
        #expect(scan.report.ignoredMetadata.isEmpty)
    }
}
