import CivilTime
import DelimitedText
import DeviceExports
import JSON
import PluginKit

extension FitbitReader {
    /// Finds the clock of the archive and the unit of its weights, and reports both.
    /// - Returns: What was found, as phrases of the report.
    /// - Throws: An `ImportProblem` if the mapping of the person is not valid.
    func examine(
        _ file: ImportFile, _ files: [(part: FilePart, kind: FitbitFile)], _ zones: ZoneHistory,
        _ batches: inout SampleBatches
    ) throws -> [String] {
        var facts: [String] = []
        let chosen = try file.mapping.map(FitbitMapping.init(parsing:)) ?? FitbitMapping()
        var used = FitbitMapping()
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
        time.clock = chosen.clock ?? finding.clock
        if files.contains(where: { $0.kind == .steps || $0.kind == .heartRate }) {
            let name = time.clock == .utc ? "UTC" : "local time"
            facts.append(
                "steps and heart rates in \(name) "
                    + "(\(chosen.clock == nil ? finding.reason : "as chosen"))")
            used.clock = time.clock
            if chosen.clock == nil, finding.isDoubtful {
                try report(
                    "the clock of steps and heart rates is not certain: \(finding.reason). "
                        + "\(Self.remedy); --zone NAME changes the zone",
                    &batches)
            }
        }
        try reportProfileZone(file, files, zones, &batches)
        if let fact = try examineWeights(files, chosen, &used, &batches) { facts.append(fact) }
        if !used.text.isEmpty { batches.setMapping(used.text) }
        return facts
    }

    private static let remedy =
        "To change it, write the output of --dry-run to a file, edit the file, and import with "
        + "--mapping FILE"

    /// Finds the unit of weights.
    /// - Returns: A phrase of the report; nil without weights, and if no unit is plausible.
    private func examineWeights(
        _ files: [(part: FilePart, kind: FitbitFile)], _ chosen: FitbitMapping,
        _ used: inout FitbitMapping, _ batches: inout SampleBatches
    ) throws -> String? {
        let isPresent = files.contains { $0.kind == .weight }
        if let unit = chosen.massUnit {
            (massUnit, used.massUnit) = (unit, unit)
            return isPresent ? "weights in \(unit) (as chosen)" : nil
        }
        var unit = FitbitMassUnit()
        for (part, kind) in files where kind == .weight {
            try Self.scan(part) { record in
                unit.add(
                    weight: record.number("weight") ?? 0, bodyMassIndex: record.number("bmi") ?? 0)
            }
        }
        guard let finding = unit.finding else { return nil }
        (massUnit, used.massUnit) = (finding.unit, finding.unit)
        if let alternative = finding.alternative {
            try report(
                "the unit of weights is not certain: \(finding.unit) means that \(finding.reason), "
                    + "and \(alternative). \(Self.remedy)", &batches)
        }
        return "weights in \(finding.unit), since \(finding.reason)"
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
}
