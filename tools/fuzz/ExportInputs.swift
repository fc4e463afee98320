import AppleHealth
import CivilTime

/// Inputs of the targets that read Apple Health exports.
enum ExportInputs {
    private static let date = "2026-01-05 08:00:00 +0100"

    private static func record(
        type: String = "StepCount", start: String = date, end: String = date, value: String = "7",
        children: String? = nil
    ) -> String {
        let head = """
            <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Phone" sourceVersion="26" \
            unit="count" creationDate="\(date)" startDate="\(start)" endDate="\(end)" \
            value="\(value)"
            """
        return head + (children.map { ">\n  \($0)\n </Record>" } ?? "/>")
    }

    static let exports = [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [\n<!ELEMENT HealthData ANY>\n]>
        <HealthData locale="en_US">
         <ExportDate value="\(date)"/>
         <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>
         \(record())
         \(record(value: "8"))
         \(record(children: #"<MetadataEntry key="HKTimeZone" value="Europe/Paris"/>"#))
        </HealthData>
        """,
        """
        <HealthData><Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" \
        startDate="\(date)" endDate="\(date)" value="HKCategoryValueSleepAnalysisAsleepREM"/>
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="C" \
        startDate="\(date)" endDate="\(date)">\(record())</Correlation><!-- a -->
        <ActivitySummary dateComponents="2026-01-05" activeEnergyBurned="10"/></HealthData>
        """,
        """
        <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" \
        durationUnit="min" sourceName="W" startDate="\(date)" endDate="\(date)">
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="\(date)" duration="1" durationUnit="min"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140" unit="count/min"/>
        </Workout></HealthData>
        """,
    ]

    /// Checks that a scan has the same result for every block size, with and without remembered heads.
    static func scan(_ bytes: UnsafeRawBufferPointer) {
        let expected = ScanDigest.of(bytes, block: bytes.count, remembersHeads: true)
        let block = 1 + Int(bytes.first ?? 0) % 97
        guard expected == ScanDigest.of(bytes, block: block, remembersHeads: true) else {
            FuzzCase.fail("blocks of \(block) bytes have another result")
        }
        guard expected == ScanDigest.of(bytes, block: bytes.count, remembersHeads: false) else {
            FuzzCase.fail("the result differs without remembered heads")
        }
    }

    static let routes = [
        """
        <?xml version="1.0"?><gpx><trk><trkseg>
        <trkpt lon="13.4" lat="52.5"><ele>34.1</ele><time>2026-01-05T08:00:00Z</time></trkpt>
        <trkpt lat='-33.8568' lon='151.2153'></trkpt></trkseg><trkseg>
        <trkpt lat="90" lon="-180"/><trkpt lat="-9e1" lon="1.8e2"/></trkseg></trk></gpx>
        """
    ]

    /// Checks that a route has the same measurements for every block size, within the bounds of the
    /// earth.
    static func route(_ bytes: UnsafeRawBufferPointer) {
        func measure(block: Int) -> RouteSummary {
            var scanner = RouteScanner()
            var rest = bytes
            while !rest.isEmpty {
                // An exact copy, so that sanitizers detect reads beyond its end.
                let part = Array(rest.prefix(block))
                part.withUnsafeBytes { scanner.consume($0) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
            }
            return scanner.summary
        }
        let expected = measure(block: max(1, bytes.count))
        let block = 1 + Int(bytes.first ?? 0) % 97
        guard expected == measure(block: block) else {
            FuzzCase.fail("blocks of \(block) bytes have other measurements")
        }
        guard expected.meters >= 0, expected.meters <= Double(expected.points) * 20_015_200,
            (expected.box == nil) == (expected.points == 0)
        else { FuzzCase.fail("\(expected.points) points measure \(expected.meters) m") }
        guard let box = expected.box else { return }
        guard box.south >= -90, box.south <= box.north, box.north <= 90, box.west >= -180,
            box.west <= box.east, box.east <= 180
        else { FuzzCase.fail("the box of a route is \(box)") }
    }

    static let dates = [
        date, "1970-01-01 00:00:00 +0000", "2024-02-29 23:59:59 -0930", "2199-12-31 00:00:00 +1400",
        "1900-01-01 12:30:00 +0545",
    ]

    /// Checks that a date equals the result of simple arithmetic, or is rejected.
    static func date(_ bytes: UnsafeRawBufferPointer) {
        guard let text = attribute(bytes) else { return }
        let digest = ScanDigest.of("<HealthData>\(record(start: text, end: text))</HealthData>")
        let expected = instant(text)
        guard digest.starts == (expected.map { [$0] } ?? []) else {
            FuzzCase.fail(
                "\(text) is \(digest.starts), not \(expected.map(String.init) ?? "nothing")")
        }
    }

    static let numbers = [
        "7", "72.5", "-0.25", "1e3", "12345678901234567890", "0.1", "179769313486231e295", "3.",
        "9007199254740993", "1E-320", ".5", "+1", "0x10", "nan",
    ]

    /// Padding: heads are not remembered near the end of a file.
    private static let padding = String(repeating: " ", count: 256)

    /// Checks that a number is parsed to the nearest double, also after a record whose head is
    /// remembered.
    /// Values beyond 10^15 are rejected.
    static func number(_ bytes: UnsafeRawBufferPointer) {
        guard let text = attribute(bytes) else { return }
        // Values of a metric that is not known can be negative.
        let record = record(type: "New", value: text)
        let digest = ScanDigest.of("<HealthData>\(record)\(record)\(padding)</HealthData>")
        // The conversion removes the sign of zero.
        let expected =
            isDecimal(text) ? Double(text).flatMap { $0.magnitude <= 1e15 ? $0 + 0 : nil } : nil
        guard
            digest.values.map(\.bitPattern)
                == (expected.map { [$0.bitPattern, $0.bitPattern] } ?? [])
        else {
            FuzzCase.fail(
                "\(text) is \(digest.values), not \(expected.map { "\($0)" } ?? "nothing")")
        }
    }

    /// The bytes as the unescaped text of an attribute; nil if they need escaping.
    private static func attribute(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 64, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
            !bytes.contains(where: { "\"&<>".utf8.contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The instant of `yyyy-mm-dd hh:mm:ss ±hhmm` in milliseconds since 1970; nil if the text is invalid.
    private static func instant(_ text: String) -> Int64? {
        guard let match = text.wholeMatch(of: datePattern),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int64(match.4), let minute = Int64(match.5), let second = Int64(match.6),
            let zoneHour = Int64(match.8), let zoneMinute = Int64(match.9),
            (1900...2199).contains(year), let civil = CivilDate(year, month, day), hour < 24,
            minute < 60, second < 60, zoneHour <= 15, zoneMinute < 60
        else { return nil }
        let offset = (zoneHour * 60 + zoneMinute) * 60 * (match.7 == "-" ? -1 : 1)
        let seconds = Int64(civil.days) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return measurableInstants.contains(seconds * 1000) ? seconds * 1000 : nil
    }

    // Unchecked: regular expressions are not Sendable, and are used on one thread only.
    private nonisolated(unsafe) static let datePattern =
        /([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+\-])([0-9]{2})([0-9]{2})/
    // As above.
    private nonisolated(unsafe) static let numberPattern = /-?[0-9]+(\.[0-9]*)?([eE][+\-]?[0-9]+)?/

    private static func isDecimal(_ text: String) -> Bool {
        text.wholeMatch(of: numberPattern) != nil
    }
}
