import HealthMetrics

@testable import AppleHealth

/// A slow and simple reader of well-formed exports, for comparison with the scanner: it parses the
/// text to a tree, and reads the tree.
struct ReferenceReader {
    struct Node {
        var name: String
        var attributes: [(name: String, value: String)]
        var children: [Node] = []

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    private(set) var samples: [Scan.Sample] = []
    private(set) var correlations: [ScannedCorrelation] = []
    /// Type, start, end and the sums of statistics.
    private(set) var workouts: [[String]] = []
    private(set) var days: [String] = []
    private(set) var quarantined: [String] = []
    private(set) var counts: [String: ScanReport.Counts] = [:]
    private(set) var ignoredMetadata: [String: Int] = [:]
    private var nested: [Scan.Sample] = []
    private var units = CanonicalUnits()

    init(_ text: String) {
        var parser = TreeParser(Array(text.unicodeScalars))
        for root in parser.nodes() where root.name == "HealthData" {
            for node in root.children { read(node) }
        }
        for sample in nested where !samples.contains(where: { Self.isRepeated($0, sample) }) {
            samples.append(sample)
        }
    }

    private mutating func read(_ node: Node) {
        switch node.name {
        case "Me", "ExportDate": break
        case "Record": readRecord(node)
        case "Correlation": readCorrelation(node)
        case "Workout": readWorkout(node)
        case "ActivitySummary":
            if let day = node["dateComponents"], Self.seconds(day + " 00:00:00 +0000") != nil {
                days.append(day)
                counts[node.name, default: .init()].emitted += 1
            } else {
                quarantine(node.name)
            }
        default:
            counts[node.name, default: .init()].ignored += 1
            nested += unexpectedRecords(in: node)
        }
    }

    /// The samples of records at any depth.
    private mutating func unexpectedRecords(in node: Node) -> [Scan.Sample] {
        var found: [Scan.Sample] = []
        for child in node.children {
            if child.name != "Record" {
                found += unexpectedRecords(in: child)
            } else if let sample = sample(child, isPart: true) {
                found.append(sample)
            }
        }
        return found
    }

    private mutating func quarantine(_ type: String) {
        quarantined.append(type)
        counts[type, default: .init()].quarantined += 1
    }

    private mutating func readRecord(_ node: Node) {
        let type = node["type"].map { Metric.key(ofIdentifier: $0) } ?? "Record"
        guard let sample = sample(node, isPart: false) else { return quarantine(type) }
        samples.append(sample)
        counts[type, default: .init()].emitted += 1
        let storedKeys = [
            "HKWasUserEntered", "HKTimeZone", "HKMetadataKeyHeartRateMotionContext",
            "HKMetadataKeyBloodGlucoseMealTime", "HKBloodGlucoseMealTime",
        ]
        for child in node.children where child.name == "MetadataEntry" {
            if let key = child["key"], !storedKeys.contains(key) {
                ignoredMetadata[key, default: 0] += 1
            }
        }
    }

    private mutating func sample(_ node: Node, isPart: Bool) -> Scan.Sample? {
        guard let type = node["type"], let start = node["startDate"].flatMap(Self.seconds),
            let end = node["endDate"].flatMap(Self.seconds), end >= start
        else { return nil }
        let metric = Metric.key(ofIdentifier: type)
        let isCategory = type.hasPrefix("HKCategoryTypeIdentifier")
        let number: Double?
        if isCategory {
            let isOccurrence = Metric.known(key: metric)?.isOccurrence == true
            number =
                node["value"].map { CategoryValue.integer(of: $0).map(Double.init) }
                ?? (isOccurrence ? 0 : nil)
        } else {
            number = node["value"].flatMap(Double.init)
        }
        let unit = isCategory ? "category" : node["unit"] ?? ""
        guard let number, number.magnitude <= 1e15,
            let conversion = try? units.conversion(of: metric, from: unit)
        else { return nil }
        var attributes: [ScannedAttribute: String] = [:]
        var isEntered = false
        for child in node.children {
            switch child["key"] {
            case "HKTimeZone": attributes[.timeZone] = child["value"]
            case "HKMetadataKeyHeartRateMotionContext": attributes[.motionContext] = child["value"]
            case "HKMetadataKeyBloodGlucoseMealTime": attributes[.mealTime] = child["value"]
            case "HKWasUserEntered": isEntered = isEntered || child["value"] == "1"
            default: break
            }
        }
        return Scan.Sample(
            series: ScannedSeries(
                metric: metric, unit: units.unit(of: metric) ?? unit,
                source: node["sourceName"] ?? "",
                device: DeviceName.withoutAddress(node["device"] ?? ""), isEntered: isEntered,
                isPart: isPart), start: start * 1000, end: end * 1000,
            value: conversion.converted(number), attributes: attributes)
    }

    private mutating func readCorrelation(_ node: Node) {
        let records = node.children.filter { $0.name == "Record" }
        var members: [Scan.Sample] = []
        for record in records {
            if let sample = sample(record, isPart: true) { members.append(sample) }
        }
        guard let type = node["type"], let start = node["startDate"].flatMap(Self.seconds),
            let end = node["endDate"].flatMap(Self.seconds), end >= start,
            members.count == records.count
        else { return quarantine(node.name) }
        for sample in members where !nested.contains(where: { Self.isRepeated($0, sample) }) {
            nested.append(sample)
        }
        let entries = node.children.filter { $0.name == "MetadataEntry" }
        let metadata = Dictionary(entries.map { ($0["key"] ?? "", $0["value"] ?? "") }) { $1 }
        correlations.append(
            ScannedCorrelation(
                type: String(type.dropFirst("HKCorrelationTypeIdentifier".count)),
                source: node["sourceName"] ?? "", start: start * 1000, end: end * 1000,
                members: members.map {
                    .init(metric: $0.series.metric, start: $0.start, end: $0.end, value: $0.value)
                },
                metadata: metadata,
                // Entries of one key are stored once.
                elements: metadata.isEmpty ? [:] : ["MetadataEntry": metadata.count]))
        counts[node.name, default: .init()].emitted += 1
    }

    private mutating func readWorkout(_ node: Node) {
        guard let start = node["startDate"].flatMap(Self.seconds),
            let end = node["endDate"].flatMap(Self.seconds), end >= start
        else { return quarantine(node.name) }
        let sums = node.children.filter { $0.name == "WorkoutStatistics" }.compactMap { $0["sum"] }
        workouts.append(
            [node["workoutActivityType"] ?? "", String(start), String(end)] + sums.sorted())
        counts[node.name, default: .init()].emitted += 1
    }

    private static func isRepeated(_ a: Scan.Sample, _ b: Scan.Sample) -> Bool {
        a.series.metric == b.series.metric && a.series.device == b.series.device
            && SourceName(a.series.source).compared == SourceName(b.series.source).compared
            && a.series.isEntered == b.series.isEntered && a.start == b.start && a.end == b.end
            && a.value == b.value
    }

    /// Seconds since 1970, by counting the days of years and months.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard text.count == 25, parts.count == 3 else { return nil }
        let date = parts[0].split(separator: "-").compactMap { Int($0) }
        let time = parts[1].split(separator: ":").compactMap { Int($0) }
        guard date.count == 3, time.count == 3, let offset = Int(parts[2]),
            (1900...2199).contains(date[0]), (1...12).contains(date[1]), date[2] >= 1,
            date[2] <= length(date[0], date[1]), time[0] < 24, time[1] < 60, time[2] < 60
        else { return nil }
        var days = 0
        if date[0] >= 1970 {
            for year in 1970..<date[0] { for month in 1...12 { days += length(year, month) } }
        } else {
            for year in date[0]..<1970 { for month in 1...12 { days -= length(year, month) } }
        }
        for month in 1..<date[1] { days += length(date[0], month) }
        days += date[2] - 1
        let local = days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
        return Int64(local - (offset / 100 * 3600 + offset % 100 * 60))
    }

    private static func length(_ year: Int, _ month: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

/// Parses well-formed text to a tree.
private struct TreeParser {
    private let text: [Unicode.Scalar]
    private var next = 0

    init(_ text: [Unicode.Scalar]) { self.text = text }

    /// Parses the nodes up to and including the next end tag.
    mutating func nodes() -> [ReferenceReader.Node] {
        var result: [ReferenceReader.Node] = []
        while next < text.count {
            if starts("<!--") { skip("-->"); continue }
            if starts("<![CDATA[") { skip("]]>"); continue }
            if starts("<?") { skip("?>"); continue }
            if starts("</") { skip(">"); return result }
            if text[next] == "<" { result.append(node()) } else { next += 1 }
        }
        return result
    }

    private mutating func node() -> ReferenceReader.Node {
        next += 1
        var node = ReferenceReader.Node(name: word(), attributes: [])
        while true {
            space()
            if starts("/>") { next += 2; return node }
            if starts(">") { next += 1; break }
            let name = word()
            space()
            next += 1
            space()
            let quote = text[next]
            var value = ""
            next += 1
            while text[next] != quote { value.unicodeScalars.append(text[next]); next += 1 }
            next += 1
            node.attributes.append((name, Self.resolved(value)))
        }
        node.children = nodes()
        return node
    }

    private static func resolved(_ value: String) -> String {
        var value = value
        for (entity, text) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#233;", "é"),
            ("&#x2019;", "\u{2019}"), ("&amp;", "&"),
        ] { value = value.replacing(entity, with: text) }
        return value
    }

    private mutating func word() -> String {
        var word = ""
        while !" \n\t=/>".unicodeScalars.contains(text[next]) {
            word.unicodeScalars.append(text[next])
            next += 1
        }
        return word
    }

    private mutating func space() {
        while " \n\t".unicodeScalars.contains(text[next]) { next += 1 }
    }

    private func starts(_ prefix: String) -> Bool {
        text[next...].starts(with: prefix.unicodeScalars)
    }

    private mutating func skip(_ end: String) {
        while !starts(end) { next += 1 }
        next += end.unicodeScalars.count
    }
}
