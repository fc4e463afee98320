import Testing

@testable import AppleHealth

struct RecordTests {
    @Test func `a record becomes a sample of its series`() throws {
        let scan = try Scan(body: record())

        let series = ScannedSeries(
            metric: "stepCount", unit: "count", source: "Phone", device: "", isEntered: false,
            isPart: false)
        #expect(
            scan.samples == [
                Scan.Sample(series: series, start: morning, end: morning + 300_000, value: 7)
            ])
        #expect(scan.report.counts == ["stepCount": .init(emitted: 1)])
        #expect(scan.report.damage.isEmpty)
        #expect(!scan.report.isTruncated)
    }

    @Test(arguments: [
        ("BodyMass", "lb", "180", "bodyMass", "kg", 81.646_626_6),
        ("BodyFatPercentage", "%", "0.185", "bodyFatPercentage", "fraction", 0.185),
        ("DistanceWalkingRunning", "mi", "1", "distanceWalkingRunning", "m", 1609.344),
        ("ActiveEnergyBurned", "Cal", "2.5", "activeEnergyBurned", "kcal", 2.5),
        ("BodyTemperature", "degF", "98.6", "bodyTemperature", "degC", 37),
        (
            "BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "1", "bloodGlucose", "mg/dL",
            18.015_588_000_005_41
        ),
        ("VO2Max", "mL/min·kg", "41.5", "vo2Max", "mL/min·kg", 41.5),
        ("NobodyKnows", "furlong", "3", "nobodyKnows", "furlong", 3),
    ])
    func `values are sent in the canonical unit`(
        type: String, unit: String, value: String, metric: String, canonical: String,
        expected: Double
    ) throws {
        let text = record(type: "HKQuantityTypeIdentifier" + type, unit: unit, value: value)

        let scan = try Scan(body: text)

        let sample = try #require(scan.samples.first)
        #expect(sample.series.metric == metric)
        #expect(sample.series.unit == canonical)
        #expect(abs(sample.value - expected) < 1e-12)
    }

    @Test(arguments: [
        ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5.0),
        ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1),
        ("AppleStandHour", "HKCategoryValueAppleStandHourIdle", 1),
        ("MindfulSession", nil, 0), ("MindfulSession", "HKCategoryValueNotApplicable", 0),
        ("SomethingNew", "2", 2),
    ])
    func `categories are HealthKit's integers`(type: String, value: String?, expected: Double)
        throws
    {
        let text = record(type: "HKCategoryTypeIdentifier" + type, unit: nil, value: value)

        let scan = try Scan(body: text)

        #expect(scan.values == [expected])
        #expect(scan.samples.first?.series.unit == "category")
    }

    @Test func `the order of attributes does not create a series`() throws {
        let shuffled = """
            <Record value='8' endDate='2026-01-05 08:05:00 +0100' unit = "count"
              startDate="2026-01-05 08:00:00 +0100" sourceName="Phone"
              type="HKQuantityTypeIdentifierStepCount"></Record>
            """

        let scan = try Scan(body: record() + shuffled)

        #expect(scan.values == [7, 8])
        #expect(Set(scan.samples.map(\.series)).count == 1)
    }

    @Test func `a memory address does not create a device`() throws {
        func device(_ address: String) -> String {
            "&lt;&lt;HKDevice: \(address)&gt;, name:Apple Watch, model:Watch&gt;"
        }
        let text = record(device: device("0x1a")) + record(device: device("0x2b"))

        let scan = try Scan(body: text)

        #expect(Set(scan.samples.map(\.series.device)) == ["name:Apple Watch, model:Watch"])
    }

    @Test func `entities are resolved`() throws {
        let source = "A &amp; B &lt;C&gt; &quot;D&quot; &apos;E&apos; &#233;&#x2019;&#65; &what; &"

        let scan = try Scan(body: record(source: source))

        #expect(scan.samples.first?.series.source == "A & B <C> \"D\" 'E' é’A &what; &")
    }

    @Test func `a > within an attribute does not end the tag`() throws {
        let scan = try Scan(body: record(source: "a/> b > c </x") + record(source: "a < b"))

        #expect(scan.samples.map(\.series.source) == ["a/> b > c </x", "a < b"])
    }

    @Test func `manual entries are another series`() throws {
        let entered = record(children: metadata("HKWasUserEntered", "1"))
        let measured = record(children: metadata("HKWasUserEntered", "0"))

        let scan = try Scan(body: [measured, entered, measured, entered].joined())

        #expect(scan.samples.map(\.series.isEntered) == [false, true, false, true])
        #expect(scan.report.ignoredMetadata.isEmpty)
    }

    @Test func `attributes are stored with a sample and other metadata is counted`() throws {
        let children =
            metadata("HKTimeZone", "Europe/Berlin")
            + metadata("HKMetadataKeyHeartRateMotionContext", "2")
            + metadata("HKMetadataKeyBarometricPressure", "101 kPa")
        let meal = metadata("HKMetadataKeyBloodGlucoseMealTime", "1") + metadata("App", "x")

        let scan = try Scan(
            body: record(children: children) + record(children: meal) + record()
                + record(children: meal))

        #expect(
            scan.samples.map(\.attributes) == [
                [.timeZone: "Europe/Berlin", .motionContext: "2"], [.mealTime: "1"], [:],
                [.mealTime: "1"],
            ])
        #expect(scan.report.ignoredMetadata == ["HKMetadataKeyBarometricPressure": 1, "App": 2])
    }

    @Test func `comments, character data and instructions are skipped`() throws {
        let text = """
            <!-- \(record()) --><![CDATA[ \(record()) ]]><?x \(record()) ?>
            \(record(children: "<!-- </Record> --><![CDATA[</Record>]]><?y </Record>?>"))
            <!WHAT> \(record())
            """

        let scan = try Scan(body: text)

        #expect(scan.values == [7, 7])
        #expect(scan.quarantined.isEmpty)
    }

    @Test func `records of the usual form are read by their heads`() throws {
        let text =
            Array(repeating: record(), count: 100).joined(separator: "\n ")
            + String(repeating: " ", count: 300)

        let scan = try Scan(body: text)

        #expect(scan.report.headHits == 99)
        #expect(scan.values.count == 100)
    }

    @Test(arguments: [
        #"value="8" unit="km"/>"#, #"value="8" device="d"/>"#, #"value="8"x="y"/>"#,
        #"value='8'/>"#, #"value ="8"/>"#, #"value="8" />"#, #"value="8" type="t"/>"#,
        #"value="8" value="9"/>"#,
    ])
    func `a head is used only if nothing follows the value`(end: String) throws {
        let usual = record()
        let other = usual.replacingEnd(#"value="7"/>"#, with: end)
        let text =
            [usual, usual, other, usual].joined(separator: "\n ")
            + String(repeating: " ", count: 300)

        let fast = try Scan(body: text)
        let slow = try Scan(body: text, remembersHeads: false)

        #expect(fast.items == slow.items)
        #expect(fast.report.headHits == 2)
        #expect(fast.values == [7, 7, 8, 7])
    }

    @Test func `both roots of a file are read`() throws {
        let text =
            "<HealthData>\(record())</HealthData>\n<?xml?><HealthData>\(record())</HealthData>"

        let scan = try Scan(Array(text.utf8))

        #expect(scan.values == [7, 7])
        #expect(scan.report.roots == 2)
        #expect(!scan.report.isTruncated)
    }

    @Test func `locale, export date and person are reported`() throws {
        let text = """
            <HealthData locale="de_DE"><ExportDate value="2026-01-05 08:00:00 +0100"/>
            <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01"/></HealthData>
            """

        let report = try Scan(Array(text.utf8)).report

        #expect(report.locale == "de_DE")
        #expect(report.exportDate == morning)
        #expect(report.person == ["HKCharacteristicTypeIdentifierDateOfBirth": "1990-01-01"])
        #expect(report.counts.isEmpty)
    }

    @Test func `ignored elements are counted by name`() throws {
        let text = """
            <ClinicalRecord type="x"/><Audiogram><SensitivityPoint/></Audiogram>
            <VisionPrescription><RightEye><a/></RightEye></VisionPrescription><New>text</New><New/>
            """

        let counts = try Scan(body: text).report.counts

        #expect(
            counts == [
                "ClinicalRecord": .init(ignored: 1), "Audiogram": .init(ignored: 1),
                "VisionPrescription": .init(ignored: 1), "New": .init(ignored: 2),
            ])
    }

    @Test func `full batches are sent`() throws {
        let count = SampleBatch.capacity + 10
        let text = String(repeating: record() + "\n", count: count)

        let scan = try Scan(body: text)

        #expect(scan.samples.count == count)
        #expect(scan.report.counts["stepCount"]?.emitted == count)
    }

    @Test(arguments: [
        (#"unit="km" value="5""#, #"unit="km" value="2000000000000""#, "its value is too large"),
        (#"unit="m" value="5""#, #"unit="m" value="2000000000000000""#, "its value is too large"),
        (#"unit="m" value="5""#, #"unit="m" value="-5""#, "its value is negative"),
    ])
    func `a value out of range is quarantined, also after a remembered head`(
        first: String, second: String, reason: String
    ) throws {
        let dates = #"startDate="2026-01-05 08:00:00 +0100" endDate="2026-01-05 08:00:00 +0100""#
        let scan = try Scan(
            // The last record of a file is not matched with heads.
            body: [first, second, first, first, first].map {
                let parts = $0.split(separator: " ")
                return """
                    <Record type="HKQuantityTypeIdentifierDistanceCycling" sourceName="W" \
                    \(parts[0]) \(dates) \(parts[1])/>
                    """
            }.joined(separator: "\n "))

        #expect(scan.samples.count == 4)
        #expect(scan.reasons == [reason])
        #expect(scan.report.headHits > 0)
    }

    @Test(arguments: [
        ("1900-01-01 00:00:00 +0100", false), ("1900-01-01 00:00:00 +0000", true),
        ("2199-12-31 23:59:59 +0000", true), ("2199-12-31 20:00:00 -0500", false),
    ])
    func `only instants from 1900 to 2199 in UTC are accepted`(date: String, isAccepted: Bool)
        throws
    {
        let scan = try Scan(
            body: """
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" \
                startDate="\(date)" endDate="\(date)" value="1"/>
                """)

        #expect(scan.samples.count == (isAccepted ? 1 : 0))
    }

    @Test func `control characters in a name are replaced`() throws {
        let scan = try Scan(
            Array(
                "<HealthData><Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" "
                    .utf8)
                + Array("device=\"a\u{0}b&#0;&#1;\tc\" unit=\"count\" ".utf8)
                + Array("startDate=\"2026-01-05 08:00:00 +0100\" ".utf8)
                + Array("endDate=\"2026-01-05 08:00:00 +0100\" value=\"1\"/></HealthData>".utf8))

        #expect(scan.samples.first?.series.device == "a\u{FFFD}b\u{FFFD}\u{FFFD} c")
    }
}

extension String {
    func replacingEnd(_ end: String, with other: String) -> String {
        precondition(hasSuffix(end))
        return dropLast(end.count) + other
    }
}
