import AppleHealth
import CivilTime

/// What may lie in an Apple Health export.
enum ExportInputs {
    private static let date = "2026-01-05 08:00:00 +0100"

    private static func record(
        start: String = date, end: String = date, value: String = "7", children: String? = nil
    ) -> String {
        let head = """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" sourceVersion="26" \
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

    /// However the file is cut into blocks, and whether heads are remembered or not, the same is
    /// read, and the books are about it.
    static func scan(_ bytes: UnsafeRawBufferPointer) {
        let whole = ScanDigest.of(bytes, block: bytes.count, remembersHeads: true)
        let block = 1 + Int(bytes.first ?? 0) % 97
        guard whole == ScanDigest.of(bytes, block: block, remembersHeads: true) else {
            FuzzCase.fail("blocks of \(block) bytes are read as something else")
        }
        guard whole == ScanDigest.of(bytes, block: bytes.count, remembersHeads: false) else {
            FuzzCase.fail("without remembered heads something else is read")
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

    /// However a route is cut into blocks, the same is measured, and it is on the earth.
    static func route(_ bytes: UnsafeRawBufferPointer) {
        func measure(block: Int) -> RouteSummary {
            var scanner = RouteScanner()
            var rest = bytes
            while !rest.isEmpty {
                // A copy of its own size, so that reading beyond it is an error that tools see.
                let part = Array(rest.prefix(block))
                part.withUnsafeBytes { scanner.consume($0) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
            }
            return scanner.summary
        }
        let whole = measure(block: max(1, bytes.count))
        let block = 1 + Int(bytes.first ?? 0) % 97
        guard whole == measure(block: block) else {
            FuzzCase.fail("blocks of \(block) bytes are measured as something else")
        }
        guard whole.meters >= 0, whole.meters <= Double(whole.points) * 20_015_200,
            (whole.box == nil) == (whole.points == 0)
        else { FuzzCase.fail("\(whole.points) points measure \(whole.meters) m") }
        guard let box = whole.box else { return }
        guard box.south >= -90, box.south <= box.north, box.north <= 90, box.west >= -180,
            box.west <= box.east, box.east <= 180
        else { FuzzCase.fail("a route lies in \(box)") }
    }

    static let dates = [
        date, "1970-01-01 00:00:00 +0000", "2024-02-29 23:59:59 -0930", "2199-12-31 00:00:00 +1400",
        "1900-01-01 12:30:00 +0545",
    ]

    /// A date is read as plain arithmetic has it, or not at all.
    static func date(_ bytes: UnsafeRawBufferPointer) {
        guard let text = attribute(bytes) else { return }
        let digest = ScanDigest.of("<HealthData>\(record(start: text, end: text))</HealthData>")
        let wanted = instant(text)
        guard digest.starts == (wanted.map { [$0] } ?? []) else {
            FuzzCase.fail(
                "\(text) is \(digest.starts), not \(wanted.map(String.init) ?? "nothing")")
        }
    }

    static let numbers = [
        "7", "72.5", "-0.25", "1e3", "12345678901234567890", "0.1", "179769313486231e295", "3.",
        "9007199254740993", "1E-320", ".5", "+1", "0x10", "nan",
    ]

    /// What is last in a file is not looked at for a remembered head.
    private static let padding = String(repeating: " ", count: 256)

    /// A number is the nearest double to what it says, also behind a record whose head is remembered;
    /// beyond 10^15, where no value lies, it is none.
    static func number(_ bytes: UnsafeRawBufferPointer) {
        guard let text = attribute(bytes) else { return }
        let digest = ScanDigest.of(
            "<HealthData>\(record(value: text))\(record(value: text))\(padding)</HealthData>")
        // A zero loses its sign when it is converted.
        let wanted =
            isDecimal(text) ? Double(text).flatMap { $0.magnitude <= 1e15 ? $0 + 0 : nil } : nil
        guard
            digest.values.map(\.bitPattern)
                == (wanted.map { [$0.bitPattern, $0.bitPattern] } ?? [])
        else {
            FuzzCase.fail("\(text) is \(digest.values), not \(wanted.map { "\($0)" } ?? "nothing")")
        }
    }

    /// Text that stands in an attribute as it is; nil for what does not.
    private static func attribute(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 64, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
            !bytes.contains(where: { "\"&<>".utf8.contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `yyyy-mm-dd hh:mm:ss ±hhmm`, in milliseconds since 1970, UTC.
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

    // Regular expressions are not Sendable; these are only read, on one thread.
    private nonisolated(unsafe) static let datePattern =
        /([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+\-])([0-9]{2})([0-9]{2})/
    // As above.
    private nonisolated(unsafe) static let numberPattern = /-?[0-9]+(\.[0-9]*)?([eE][+\-]?[0-9]+)?/

    private static func isDecimal(_ text: String) -> Bool {
        text.wholeMatch(of: numberPattern) != nil
    }
}
