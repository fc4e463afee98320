import Testing

@testable import AppleHealth

struct DamageTests {
    /// Damaged elements with the type and reason of their quarantine.
    private static let damaged: [(text: String, type: String, reason: String)] = [
        (record(value: "x"), "stepCount", "its value is not a number"),
        (record(value: "1e308"), "stepCount", "its value is too large"),
        (record(value: "-7"), "stepCount", "its value is negative"),
        (record(value: nil), "stepCount", "it has no value"),
        (record(unit: nil), "stepCount", "it has no unit"),
        (
            record(unit: "km"), "stepCount",
            "its unit \"km\" does not measure what \"count\" measures"
        ),
        (record(unit: "smoot"), "stepCount", "its unit \"smoot\" is unknown"),
        (record(end: "2026-01-05 07:59:59 +0100"), "stepCount", "it ends before it starts"),
        (record(start: "x"), "stepCount", "its start is not a valid date"),
        (record(end: "2026-02-30 08:00:00 +0100"), "stepCount", "its end is not a valid date"),
        (
            record(type: "HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: nil),
            "sleepAnalysis", "it has no value"
        ),
        (
            record(type: "HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "HKNew"),
            "sleepAnalysis", "its value is not known"
        ),
        ("<Record/>", "Record", "it has no type"),
        ("<Record value=7/>", "Record", "an attribute has no quotes"),
        ("<Record value/>", "Record", "its tag is malformed"),
        (
            #"<Record type="HKQuantityTypeIdentifierStepCount" value="7/>"#, "stepCount",
            "an attribute is not closed"
        ),
        (
            #"<Record type="HKQuantityTypeIdentifierStepCount" value="7"#, "stepCount",
            "an attribute is not closed"
        ),
        (#"<Record type="HKQuantityTypeIdentifierStepCount">"#, "stepCount", "it is not closed"),
        (
            #"<Record type="HKQuantityTypeIdentifierStepCount" / >"#, "stepCount",
            "its tag is malformed"
        ),
        (
            #"<Record type="HKQuantityTypeIdentifierStepCount"><a></Record>"#, "stepCount",
            "an element within it is not closed"
        ),
        (
            #"<Record type="HKQuantityTypeIdentifierStepCount"></a></Record>"#, "stepCount",
            "the end tag of another element is in it"
        ),
        ("<Workout duration=5></Workout>", "Workout", "an attribute has no quotes"),
        ("<Correlation type=5/>", "Correlation", "an attribute has no quotes"),
        ("<Correlation><MetadataEntry", "Correlation", "its tag is malformed"),
        ("<Unknown a=5></Unknown>", "Unknown", "an attribute has no quotes"),
        ("<ActivitySummary/>", "ActivitySummary", "its day is not a valid date"),
    ]

    @Test(arguments: damaged.indices)
    func `a damaged element is quarantined and the rest is read`(index: Int) throws {
        let (text, type, reason) = Self.damaged[index]
        let before = record(value: "1")
        let body = "\(before)\n \(text)\n \(record(value: "2"))\n <Workout/>"

        let scan = try Scan(body: body)

        let element = try #require(scan.quarantined.first)
        let isCorrelationOpen = text.hasPrefix("<Correlation><")
        #expect(element.type == type)
        #expect(element.reason == reason)
        #expect(element.offset == Int64("<HealthData>\n\(before)\n ".utf8.count))
        #expect(element.line == 3)
        #expect(String(decoding: element.bytes, as: UTF8.self).hasPrefix(text.prefix(40)))
        #expect(scan.values == (isCorrelationOpen ? [1] : [1, 2]))
        #expect(scan.quarantined.last?.type == "Workout")
    }

    @Test(arguments: [
        (record(source: "App\u{B}"), "control characters in an attribute"),
        (record(children: metadata("a", "\u{1}")), "control characters in an attribute"),
        (record() + "</Record>", "an end tag without an element"),
        (record() + "< ", "a < that does not begin a tag"),
        ("<Me a=b/>" + record(), "an element that cannot be read"),
        (record(children: "<MetadataEntry/>"), "a part of an element that cannot be used"),
        (record().replacing(" unit=", with: " type='x' unit="), "a duplicate attribute"),
        ("<HealthData locale='x'>" + record(), "a root within the root"),
    ])
    func `damage that loses no item is reported`(text: String, reason: String) throws {
        let scan = try Scan(body: text)

        #expect(scan.values == [7])
        #expect(scan.quarantined.isEmpty)
        #expect(scan.report.damage.map(\.reason) == [reason])
        #expect(scan.report.damage.first?.count == 1)
        #expect(scan.report.damage.first?.line == 2)
    }

    @Test func `invalid UTF-8 is reported and repositiond`() throws {
        var bytes = Array("<HealthData>\(record(source: "App?"))</HealthData>".utf8)
        let position = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
        bytes[position] = 0xFF

        let scan = try Scan(bytes)

        #expect(scan.samples.first?.series.source == "App\u{FFFD}")
        #expect(scan.report.damage.map(\.reason) == ["bytes that are not UTF-8"])
    }

    @Test func `a single invalid byte is found at every position`() throws {
        let text =
            "<HealthData>" + record(source: "Caf\u{E9} \u{1F600}\u{2019}s \u{E9}") + "</HealthData>"
        let complete = Array(text.utf8)
        #expect(try Scan(complete).report.damage.isEmpty)
        let positions = complete.indices.filter { complete[$0] >= 0x80 }

        for position in positions {
            for byte: UInt8 in [0xFF, UInt8(ascii: "x"), 0xC3] where complete[position] != byte {
                var bytes = complete
                bytes[position] = byte
                let isText = String(validating: bytes, as: UTF8.self) != nil
                let reasons = try Scan(bytes).report.damage.map(\.reason)
                #expect(
                    reasons == (isText ? [] : ["bytes that are not UTF-8"]), "\(position): \(byte)")
            }
        }
    }

    @Test func `repeated damage is reported once with its count`() throws {
        let scan = try Scan(body: String(repeating: record(source: "App\u{B}") + "\n", count: 5))

        #expect(scan.values.count == 5)
        #expect(scan.report.damage.map(\.count) == [5])
        #expect(scan.report.headHits == 0)
    }

    @Test(arguments: [
        ("", false),
        ("<?xml version='1.0'?><!DOCTYPE HealthData [<!ELEMENT a (b|c)*><!-- <x> --> ]>", false),
        ("<!DOCTYPE HealthData [<!ATTLIST a b CDATA #REQUIRED <!ELEMENT c EMPTY>]>", true),
        ("<!DOCTYPE HealthData [<!ENTITY a \"<b>\">]>", false),
        ("\u{FEFF}<?xml version='1.0'?>", false),
    ])
    func `a malformed document type is skipped and reported`(
        prolog: String, isMalformed: Bool
    ) throws {
        let scan = try Scan(Array("\(prolog)\n<HealthData>\(record())</HealthData>".utf8))

        #expect(scan.values == [7])
        #expect(
            scan.report.damage.map(\.reason) == (isMalformed ? ["a malformed document type"] : []))
    }

    @Test(arguments: ["", "nothing", "<html><body/></html>", "<HealthDataX/>", "PK\u{3}\u{4}"])
    func `a file that is not an export has no root`(text: String) throws {
        let scan = try Scan(Array(text.utf8))

        #expect(scan.report.roots == 0)
        #expect(scan.report.counts.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an element above the size limit is quarantined and skipped`(isAttribute: Bool) throws {
        let filler = String(repeating: "x", count: 5000)
        let huge =
            isAttribute ? record(source: filler) : record(children: metadata("a", "b") + filler)
        let text =
            "<HealthData>\n\(record(value: "1"))\n\(huge)\n\(record(value: "2"))\n</HealthData>"

        for block in [1, 100, 10_000] {
            let scan = try Scan(Array(text.utf8), block: block, maximumElement: 2000)

            #expect(scan.values == [1, 2])
            #expect(scan.quarantined.map(\.reason) == ["it is too large"])
            #expect(scan.quarantined.map(\.type) == ["stepCount"])
            #expect(scan.quarantined.map(\.line) == [3])
            #expect(scan.quarantined.map(\.bytes.count) == [2000])
            #expect(!scan.report.isTruncated)
        }
    }

    @Test func `a record without a closing quote does not extend into the next`() throws {
        let text = "<Record startDate='2026 <Record type='HKQuantityTypeIdentifierBodyMass'/>"

        let scan = try Scan(body: text)

        #expect(scan.quarantined.map(\.type) == ["Record", "bodyMass"])
    }

    @Test func `the bytes of a quarantined element are bounded`() throws {
        let filler = String(repeating: "x", count: 10_000)

        let scan = try Scan(body: record(value: "x", source: filler))

        #expect(scan.quarantined.map(\.bytes.count) == [QuarantinedElement.maximumBytes])
    }

    @Test func `lines are counted in all kinds of markup`() throws {
        let usual = record(children: metadata("HKTimeZone", "x") + "\n\n")
        let text = """
            <!--
            --><![CDATA[
            ]]>\(usual)
             \(usual)
            \(usual)<Unknown>

            </Unknown><ActivitySummary dateComponents="2026-01-05"
            a="1"/>
            \(String(repeating: " ", count: 300))
            <Workout/>
            """

        let scan = try Scan(body: text)
        let expected = 1 + "\n\(text)".prefix { _ in true }.filter { $0 == "\n" }.count

        #expect(scan.quarantined.map(\.line) == [Int64(expected)])
        #expect(scan.values.count == 3)
    }
}
