import Randomness

/// Writes small exports, well-formed and of unusual form, by seed.
struct ExportWriter {
    private var random: SplitMix64
    /// Seed of the attributes that the records of a run share, as those of real exports do.
    private var style: UInt64 = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func export(elements: Int) -> String {
        var text = random.below(2) == 0 ? "<?xml version=\"1.0\"?>\n<!-- x -->" : ""
        text += "<HealthData locale=\"en\">" + gap()
        // Runs of one kind, as in real exports.
        while text.utf8.count < elements * 300 {
            let kind = random.below(12)
            let common = random.next()
            for _ in 0..<(1 + random.below(8)) {
                style = random.below(5) == 0 ? random.next() : common
                text += element(kind) + gap()
            }
        }
        return text + "</HealthData>\n"
    }

    private mutating func element(_ kind: Int) -> String {
        switch kind {
        case 0: correlation()
        case 1: workout()
        case 2:
            tag(
                "ActivitySummary",
                [
                    ("dateComponents", random.below(9) == 0 ? "2026-02-31" : day()),
                    ("appleStandHours", "12"),
                ], "")
        case 3:
            random.pick([
                "<Me a='b'/>", "<Other>\n<Record2/></Other>",
                "<Other>\n\(record(2))<x>\(record(4))</x></Other>", "<ClinicalRecord x=\"&lt;\"/>",
                "<!-- <Record/> -->", "<?p ?>",
            ])
        default: record(kind)
        }
    }

    private mutating func gap() -> String {
        random.below(8) == 0 ? random.pick(["", "\n", "\n\n  ", " text ", "\r\n\t"]) : "\n "
    }

    private mutating func record(_ kind: Int) -> String {
        let types: [(type: String, units: [String?], values: [String])] = [
            ("HKQuantityTypeIdentifierStepCount", ["count"], ["1", "250", "3.5"]),
            ("HKQuantityTypeIdentifierBodyMass", ["kg", "lb", "kg"], ["70.25", "1e2", "81.2"]),
            ("HKQuantityTypeIdentifierDietarySugar", ["g"], ["10", "20"]),
            ("HKQuantityTypeIdentifierNew", ["m", "cm"], ["0.12345678901234567890", "-4"]),
            (
                "HKCategoryTypeIdentifierSleepAnalysis", [nil],
                ["HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisInBed"]
            ),
            ("HKCategoryTypeIdentifierMindfulSession", [nil], ["HKCategoryValueNotApplicable"]),
            ("HKQuantityTypeIdentifierHeartRate", ["count/min"], ["61", "140"]),
        ]
        let (type, units, values) = types[kind % types.count]
        let start = date(), end = date(later: true)
        var random = SplitMix64(seed: style)
        var attributes: [(String, String)] = [
            ("type", type),
            (
                "sourceName",
                random.pick([
                    "Phone", "Sam\u{2019}s\u{A0}Watch", "A &amp; B", "Caf&#233; &lt;x&gt;",
                ])
            ),
            ("sourceVersion", random.pick(["1", "2"])),
        ]
        if random.below(3) == 0 {
            attributes.append(
                (
                    "device",
                    random.pick([
                        "&lt;&lt;HKDevice: 0x1a&gt;, name:iPhone&gt;",
                        "&lt;&lt;HKDevice: 0x2b&gt;, name:iPhone&gt;",
                    ])
                ))
        }
        if let unit = random.pick(units) {
            attributes.append(("unit", random.below(40) == 0 ? "mmHg" : unit))
        }
        if random.below(6) > 0 { attributes.append(("creationDate", end)) }
        attributes += [("startDate", start), ("endDate", end)]
        if self.random.below(30) > 0 { attributes.append(("value", value(values))) }
        return tag("Record", attributes, self.random.below(3) == 0 ? children() : "")
    }

    private mutating func value(_ values: [String]) -> String {
        random.pick(random.below(30) == 0 ? ["", "x", "nan", "1e999"] : values)
    }

    private mutating func children() -> String {
        var text = gap()
        for _ in 0..<random.below(3) {
            let key = random.pick([
                "HKTimeZone", "HKWasUserEntered", "HKMetadataKeyHeartRateMotionContext",
                "Other &amp; key", "HKMetadataKeyBloodGlucoseMealTime",
            ])
            text +=
                tag(
                    "MetadataEntry",
                    [("key", key), ("value", random.pick(["0", "1", "Europe/Berlin"]))], "") + gap()
        }
        return text
    }

    private mutating func correlation() -> String {
        var text = gap()
        for _ in 0..<random.below(4) { text += record(2) + gap() }
        text += children()
        let start = date()
        return tag(
            "Correlation",
            [
                ("type", "HKCorrelationTypeIdentifierFood"), ("sourceName", "Phone"),
                ("startDate", start),
                ("endDate", random.below(9) == 0 ? "never" : date(later: true)),
            ], text)
    }

    private mutating func workout() -> String {
        let sum = ("sum", random.pick(["1.5", "22"]))
        let statistic = tag(
            "WorkoutStatistics",
            [("type", "HKQuantityTypeIdentifierStepCount"), sum, ("unit", "count")], "")
        let text =
            gap() + statistic + gap() + tag("WorkoutEvent", [("type", "x"), ("date", date())], "")
        return tag(
            "Workout",
            [
                ("workoutActivityType", "HKWorkoutActivityTypeRunning"), ("startDate", date()),
                ("endDate", date(later: true)),
            ], text)
    }

    /// An element with its attributes in the usual or another order, with either quote.
    private mutating func tag(_ name: String, _ attributes: [(String, String)], _ body: String)
        -> String
    {
        var attributes = attributes
        let isUnusual = random.below(5) == 0
        if isUnusual {
            for i in attributes.indices.dropFirst() { attributes.swapAt(i, random.below(i + 1)) }
        }
        var text = "<" + name
        for (key, value) in attributes {
            let quote = isUnusual && random.below(3) == 0 ? "'" : "\""
            text +=
                (isUnusual ? random.pick([" ", "\n  ", "  "]) : " ") + key
                + (isUnusual && random.below(4) == 0 ? " = " : "=") + quote + value + quote
        }
        if isUnusual, random.below(2) == 0 { text += " " }
        return body.isEmpty && random.below(9) > 0 ? text + "/>" : text + ">" + body + "</\(name)>"
    }

    private mutating func day() -> String {
        random.pick(["2026-01-05", "2025-12-31", "2024-02-29"])
    }

    private mutating func date(later: Bool = false) -> String {
        if random.below(40) == 0 {
            return random.pick([
                "2026-02-30 08:00:00 +0100", "0000-01-01 00:00:00 +0000", "soon", "",
            ])
        }
        let hour = later ? random.pick(["10", "11"]) : random.pick(["08", "09", "10"])
        return
            "\(day()) \(hour):0\(random.below(10)):\(random.pick(["00", "59"])) \(random.pick(["+0100", "+0100", "-0330"]))"
    }
}
