import CivilTime
import DelimitedText
import DeviceExports
import JSON
import PluginKit

extension FitbitReader {
    /// Finds the clock of the archive and the unit of its weights, and reports both.
    /// - Returns: What was found, as phrases of the report.
    /// - Throws: An `ImportProblem` if the mapping of the person has no clock.
    func examine(
        _ file: ImportFile, _ files: [(part: FilePart, kind: FitbitFile)], _ zones: ZoneHistory,
        _ batches: inout SampleBatches
    ) throws -> [String] {
        var facts: [String] = []
        let chosen = try file.mapping.map(Self.clock(of:))
        var clock = FitbitClock(nights: try nights(files), zones: zones)
        for (part, kind) in files where kind == .steps && !clock.isComplete {
            try Self.scan(part) { record in
                if let steps = record.number("value"), steps > 0,
                    let time = Self.milliseconds(record)
                {
                    clock.add(time)
                }
            }
            try batches.reportProgress(bytesRead: 0, of: 1)
        }
        let finding = clock.finding
        time.clock = chosen ?? finding.clock
        if files.contains(where: { $0.kind == .steps || $0.kind == .heartRate }) {
            let name = time.clock == .utc ? "UTC" : "local time"
            facts.append(
                "steps and heart rates in \(name) (\(chosen == nil ? finding.reason : "as chosen"))"
            )
            batches.setMapping(Self.mapping(time.clock))
            if chosen == nil, finding.isDoubtful {
                try report(
                    "the clock of steps and heart rates is not certain: \(finding.reason). "
                        + "To change the clock, write the output of --dry-run to a file, edit the "
                        + "file, and import with --mapping FILE; --zone NAME changes the zone",
                    &batches)
            }
        }
        try reportProfileZone(file, files, zones, &batches)
        var unit = FitbitMassUnit()
        for (part, kind) in files where kind == .weight {
            try Self.scan(part) { record in
                unit.add(
                    weight: record.number("weight") ?? 0, bodyMassIndex: record.number("bmi") ?? 0)
            }
        }
        if let (name, reason) = unit.unit {
            massUnit = name
            facts.append(reason)
        }
        return facts
    }

    static func milliseconds(_ record: JSONRecord) -> Int64? {
        record.plainBytes("dateTime").flatMap(FitbitTime.milliseconds)
    }

    private func nights(
        _ files: [(part: FilePart, kind: FitbitFile)]
    ) throws -> [Range<Int64>] {
        var nights: [Range<Int64>] = []
        for (part, kind) in files where kind == .sleep && nights.count < Self.nightLimit {
            try Self.scan(part) { record in
                if let night = FitbitNight(record) { nights.append(night.start..<night.end) }
            }
        }
        return nights
    }

    private static var nightLimit: Int { 20_000 }

    /// Calls `body` with each object of a list, as far as the part can be read.
    private static func scan(_ part: FilePart, _ body: (JSONRecord) -> Void) throws {
        var scanner = JSONElementScanner { $0.count == 1 }
        do {
            _ = try part.read { block in
                try scanner.consume(block) { _, value, _ in
                    if let record = JSONRecord(value) { body(record) }
                }
            }
        } catch is ImportProblem {
            // The reading that follows reports the damage.
        }
    }

    /// Reports a time zone of the account that is not that of the import.
    private func reportProfileZone(
        _ file: ImportFile, _ files: [(part: FilePart, kind: FitbitFile)], _ zones: ZoneHistory,
        _ batches: inout SampleBatches
    ) throws {
        guard let part = files.first(where: { $0.kind == .profile })?.part else { return }
        var name: String?
        var reader = DelimitedTextReader()
        var header: DelimitedHeader?
        func receive(_ row: DelimitedRow) {
            if let header {
                name = name ?? header.column("timezone").map { row[$0] }
            } else {
                header = DelimitedHeader(row)
            }
        }
        _ = try part.read { try reader.consume($0, receive) }
        try reader.finish(receive)
        guard let name, !name.isEmpty, file.zone == nil,
            zones.zone(on: .distantFuture).name != name
        else { return }
        try report(
            "the account has the time zone \(name.prefix(64)), and the import uses that of the "
                + "profile. To use the other, import with --zone \(name.prefix(64))", &batches)
    }

    func report(_ text: String, _ batches: inout SampleBatches) throws {
        try batches.report(text, at: ItemLocation(offset: 0, line: 0, text: ""))
    }

    // MARK: Mapping

    private static func mapping(_ clock: FitbitTime.Clock) -> String {
        "# The clock of steps, heart rates and exercises: utc or local.\nclock = \(clock.rawValue)\n"
    }

    private static func clock(of mapping: String) throws -> FitbitTime.Clock {
        for line in mapping.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let parts = line.split(separator: "=").map { $0.filter { !$0.isWhitespace } }
            if parts.count == 2, parts[0] == "clock",
                let clock = FitbitTime.Clock(rawValue: parts[1])
            {
                return clock
            }
        }
        throw ImportProblem(
            "The mapping has no line \"clock = utc\" or \"clock = local\".",
            hint: "Write a mapping with: dayline import FILE --dry-run > fitbit.mapping")
    }
}
