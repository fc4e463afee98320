import Randomness
import Testing

@testable import AppleHealth

/// Every element of an export is counted in exactly one row, of items or of nested elements.
struct NestedElementTests {
    /// Counts start tags with a simple loop that skips attributes and comments.
    static func elements(in text: String) -> Int {
        var scalars = Array(text.unicodeScalars)[...]
        if let root = text.range(of: "<HealthData") {
            scalars = Array(text[root.lowerBound...].unicodeScalars)[...]
        }
        var count = 0
        let notItems = ["HealthData", "Me", "ExportDate"]
        while let scalar = scalars.popFirst() {
            guard scalar == "<", let next = scalars.first else { continue }
            if next == "!" || next == "?" {
                let isComment = scalars.starts(with: "!--".unicodeScalars)
                let end = isComment ? "-->" : next == "?" ? "?>" : "]]>"
                while !scalars.isEmpty, !scalars.starts(with: end.unicodeScalars) {
                    scalars.removeFirst()
                }
                continue
            }
            guard next.properties.isAlphabetic else { continue }
            var name = String.UnicodeScalarView()
            var quote: Unicode.Scalar?
            var isNameOver = false
            while let scalar = scalars.popFirst() {
                if let open = quote {
                    if scalar == open { quote = nil }
                } else if scalar == "\"" || scalar == "'" {
                    quote = scalar
                } else if scalar == ">" {
                    break
                }
                isNameOver = isNameOver || scalar.properties.isWhitespace || scalar == "/"
                if !isNameOver { name.append(scalar) }
            }
            if !notItems.contains(String(name)) { count += 1 }
        }
        return count
    }

    private func counted(_ report: ScanReport) -> Int {
        report.counts.values.reduce(0) { $0 + $1.read }
            + report.nested.values.reduce(0) { $0 + $1.read }
    }

    @Test(arguments: UInt64(1)...80)
    func `every element of a generated export is in exactly one row`(seed: UInt64) throws {
        var writer = ExportWriter(seed: seed)
        let text = writer.export(elements: 80)

        let scan = try Scan(Array(text.utf8))

        #expect(counted(scan.report) == Self.elements(in: text), "seed \(seed)")
    }

    @Test(
        .enabled(if: FixtureTests.isPresent),
        arguments: [
            "apple-health-synthetic.export.xml", "synthetic_ios16_bad_dtd.xml",
            "apple_health_xml/alxdrcirilo_export.xml",
            "apple_health_xml/healthkit-to-sqlite_export.xml",
        ])
    func `every element of a public sample is in exactly one row`(name: String) throws {
        let bytes = try #require(FixtureTests.bytes(name))

        let scan = try Scan(bytes)

        let text = String(decoding: bytes, as: UTF8.self)
        #expect(counted(scan.report) == Self.elements(in: text))
    }

    @Test func `elements of a stored item are stored or ignored, others quarantined`()
        throws
    {
        let dates =
            #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 09:00:00 +0100""#
        let zones = "<WorkoutZoneGroup><WorkoutZone/><WorkoutZone/></WorkoutZoneGroup>"
        let body = """
            <Workout \(dates)>\(zones)<MetadataEntry key="a" value="b"/>\
            <WorkoutRoute><FileReference path="/r.gpx"/></WorkoutRoute></Workout>
            <Workout startDate="x">\(zones)</Workout>
            """

        let nested = try Scan(body: body).report.nested

        #expect(nested["WorkoutZone"] == .init(quarantined: 2, ignored: 2))
        #expect(nested["WorkoutZoneGroup"] == .init(quarantined: 1, ignored: 1))
        #expect(nested["MetadataEntry"] == .init(emitted: 1))
        #expect(nested["FileReference"] == .init(emitted: 1))
        #expect(nested["WorkoutRoute"] == .init(ignored: 1))
    }

    @Test func `a record within a correlation is a duplicate if the top level repeats it`() throws {
        let food = "HKQuantityTypeIdentifierDietaryWater"
        let inner = record(
            type: food, unit: "mL", value: "5", children: metadata("HKWasUserEntered", "1"))
        let other = record(type: food, unit: "mL", value: "6")
        let dates =
            #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 09:00:00 +0100""#
        let body = """
            \(inner)
            <Correlation type="HKCorrelationTypeIdentifierFood" \(dates)>\(inner)\(other)</Correlation>
            """

        let nested = try Scan(body: body).report.nested

        #expect(nested["dietaryWater"] == .init(emitted: 1, duplicate: 1))
        #expect(nested["MetadataEntry"] == .init(emitted: 1, duplicate: 1))
    }

    @Test func `metadata of records is stored or ignored, also with remembered heads`() throws {
        let zoned = (0..<50).map { number in
            record(
                value: "\(number)",
                children: metadata("HKTimeZone", "Asia/Tokyo") + metadata("Other", "1")
                    + metadata("HKWasUserEntered", "0"))
        }

        let scan = try Scan(body: zoned.joined(separator: "\n "))

        #expect(scan.report.headHits > 0)
        #expect(scan.report.nested == ["MetadataEntry": .init(emitted: 50, ignored: 100)])
    }

    @Test func `a record without dates is quarantined with that reason`() throws {
        let body = """
            <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1"/>
            <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1" \
            startDate="2026-01-05 08:00:00 +0100"/>
            """

        #expect(try Scan(body: body).reasons == ["it has no start", "it has no end"])
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
