import CivilTime
import Contracts
import HealthMetrics
import Milestones
import Texts
import Tracker
import TrackerRules

/// Files of entries for import into health data.
enum HealthExport {
    struct Sample {
        /// The HealthKit identifier.
        var type: String
        /// The unit in Apple's notation; nil for a category.
        var unit: String?
        /// The value in Apple's notation: a number, a fraction for percentages, or the name of a
        /// category value.
        var value: String
        /// The instant in Apple's notation: `2026-01-05 12:00:00 +0100`.
        var time: String
        var entry: Entry.ID
    }

    static func text(of samples: [Sample], as format: HealthLinks.Format) -> [UInt8] {
        switch format {
        case .csv:
            let lines = samples.map { sample in
                [
                    sample.type, HealthLinks.sourceName, sample.unit ?? "", sample.time,
                    sample.time,
                    sample.value,
                ].map(tableField).joined(separator: ",") + "\r\n"
            }
            return Array(("type,sourceName,unit,startDate,endDate,value\r\n" + lines.joined()).utf8)
        case .xml:
            let records = samples.map { sample in
                " <Record type=\"\(sample.type)\" sourceName=\"\(HealthLinks.sourceName)\""
                    + (sample.unit.map { " unit=\"\(escaped($0))\"" } ?? "")
                    + " creationDate=\"\(sample.time)\""
                    + " startDate=\"\(sample.time)\" endDate=\"\(sample.time)\""
                    + " value=\"\(sample.value)\">\n"
                    + "  <MetadataEntry key=\"HKExternalUUID\" value=\"\(escaped(sample.entry.rawValue))\"/>\n"
                    + "  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n </Record>\n"
            }
            let date = samples.last.map { " <ExportDate value=\"\($0.time)\"/>\n" } ?? ""
            return Array(
                ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n\(date)"
                    + records.joined() + "</HealthData>\n").utf8)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }
}

extension ProfileSnapshot {
    /// The manual entries of activities that write health data, oldest day first. Synced entries
    /// are left out.
    func outbox(from first: CivilDate?, to last: CivilDate?) -> [HealthExport.Sample] {
        var samples: [(day: CivilDate, sample: HealthExport.Sample)] = []
        for activity in activities {
            let entries = history.entries(
                of: activity.id, from: first ?? .distantPast, through: last ?? .distantFuture)
            for entry in entries where entry.source == .person {
                let day = entry.day
                let configuration = activity.configuration(on: day)
                guard let link = configuration.health, link.mode.canWrite,
                    let metric = Metric.known(key: link.metric), let type = metric.identifier,
                    let (value, unit) = metric.exportedValue(entry, of: configuration.kind)
                else { continue }
                samples.append(
                    (
                        day,
                        HealthExport.Sample(
                            type: type, unit: unit, value: value, time: time(of: entry),
                            entry: entry.id)
                    ))
            }
        }
        return samples.sorted {
            ($0.day, $0.sample.time, $0.sample.entry) < ($1.day, $1.sample.time, $1.sample.entry)
        }
        .map(\.sample)
    }

    /// The time of logging if it is on the entry's day, else noon.
    private func time(of entry: Entry) -> String {
        let noon: Int64 = 12 * 3_600_000
        let logged = entry.loggedAt.flatMap { zones.civilDate(at: $0) == entry.day ? $0 : nil }
        let instant = logged ?? zones.startOfDay(entry.day) + noon
        let seconds = instant / 1000
        let offset = zones.segment(atSeconds: seconds).offset
        let local = seconds + Int64(offset)
        let days = floorDivision(local, 86_400)
        let day = CivilDate(clampingDays: days)
        let second = Int(local - days * 86_400)
        let minutes = abs(offset) / 60
        return "\(day) \(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):"
            + "\(twoDigits(second % 60)) \(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60))\(twoDigits(minutes % 60))"
    }
}

extension Metric {
    /// The value and unit of a record in Apple's notation; nil if the entry has none.
    fileprivate func exportedValue(_ entry: Entry, of kind: ActivityKind) -> (String, String?)? {
        guard isWritable, let value = kind.healthSample(for: entry.outcome) else { return nil }
        guard !isOccurrence else { return (CategoryValue.notApplicable, nil) }
        let unit = unit == "fraction" ? "%" : unit
        guard let quantity = kind.quantity else { return ("\(value)", unit) }
        // A number without a unit is in the metric's display unit.
        guard let conversion = UnitConversion(between: quantity.unit, and: displayUnit) else {
            return nil
        }
        return ("\(display.inverse.converted(conversion.converted(value)))", unit)
    }
}

extension UnitConversion {
    /// The conversion between two units: the identity if one is missing, or if one is `count` and
    /// the other a name of the counted things, such as steps; nil for units of different
    /// dimensions.
    init?(between source: String?, and target: String?) {
        guard let source, let target else {
            self = .identity
            return
        }
        do throws(UnitError) {
            self = try UnitConversion(spokenUnit: source, to: target)
        } catch {
            guard case .unknown = error, [source, target].contains("count") else { return nil }
            self = .identity
        }
    }
}
