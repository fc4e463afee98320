import DelimitedText
import DeviceExports
import PluginKit

/// Reads the table of HabitBull: one row for each habit and day.
struct HabitBullTable {
    /// The properties of the table after the first reading.
    private struct Outline {
        /// The names of habits with numbers.
        var numerical: Set<String> = []
        /// True if a date has its day before its month.
        var hasDayFirst = false
    }

    /// Reads the habits and entries of the table, which a first reading has found the properties of.
    static func read(_ part: FilePart, into batches: inout SampleBatches) throws {
        batches.setFormat("table of HabitBull")
        let outline = try outline(of: part)
        var progress = ExportProgress([part])
        progress.begin(part)
        var names: Set<String> = []
        var (failed, unknown) = (0, 0)
        try part.readTable(into: &batches, type: "Entry", progress: progress) {
            batches, row, header in
            func text(_ column: String) -> String { header.column(column).map { row[$0] } ?? "" }
            let name = text("habitname")
            let location = ItemLocation(row)
            guard names.contains(name) || names.count < SampleBatches.activityLimit else {
                return try batches.quarantine(
                    location, type: "Entry",
                    reason: "the file has more than \(SampleBatches.activityLimit) habits")
            }
            let key = LoopHabit.key(named: name, number: 1)
            if names.insert(name).inserted {
                let activity = activity(
                    named: name, key: key, category: text("habitcategory"),
                    about: text("habitdescription"),
                    isNumerical: outline.numerical.contains(name))
                try batches.append(activity, from: location)
            }
            guard let day = day(text("calendardate"), hasDayFirst: outline.hasDayFirst),
                let value = header.column("value").flatMap({ row.number($0) })
            else {
                return try batches.quarantine(
                    location, type: "Entry", reason: "it has no day or no value")
            }
            let note = text("commenttext").isEmpty ? nil : text("commenttext")
            // The app writes a large negative number for a day without a number.
            let isKnown = value >= 0
            let isNumerical = outline.numerical.contains(name)
            guard isKnown, isNumerical || value > 0 else {
                if isKnown { failed += 1 } else { unknown += 1 }
                guard let note else { return batches.ignore(of: "Entry") }
                return try batches.append(
                    ImportedAnnotation(activity: key, day: day, text: note), from: location)
            }
            try batches.append(
                ImportedEntry(
                    activity: key, day: day, outcome: isNumerical ? .amount(value) : .completed,
                    note: note), from: location)
        }
        try report(failed: failed, unknown: unknown, to: &batches)
    }

    /// The activity of a habit, from its first row. Texts are empty if they are missing.
    private static func activity(
        named name: String, key: String, category: String, about: String, isNumerical: Bool
    ) -> ImportedActivity {
        var activity = ImportedActivity(
            key: key, name: name, category: category.isEmpty ? nil : category)
        if isNumerical { activity.kind = .amount(unit: nil, target: nil) }
        if !about.isEmpty { activity.attributes["description"] = about }
        return activity
    }

    /// Reports the numbers of days that have no entry.
    private static func report(
        failed: Int, unknown: Int, to batches: inout SampleBatches
    ) throws {
        let location = ItemLocation(offset: 0, line: 0, text: "")
        if failed > 0 {
            try batches.report(
                "a day with the value 0 has no entry", at: location, count: failed)
        }
        if unknown > 0 {
            try batches.report(
                "a day without a number has no entry", at: location, count: unknown)
        }
    }

    private static func outline(of part: FilePart) throws -> Outline {
        var outline = Outline()
        var reader = DelimitedTextReader()
        var header: DelimitedHeader?
        func receive(_ row: DelimitedRow) {
            guard let header else {
                header = DelimitedHeader(row)
                return
            }
            if let value = header.column("value").flatMap({ row.number($0) }), value > 1,
                let name = header.column("habitname"),
                outline.numerical.count < SampleBatches.activityLimit
            {
                outline.numerical.insert(row[name])
            }
            let date = header.column("calendardate").map { row[$0] } ?? ""
            let first = date.split(separator: "/").first.flatMap { Int($0) } ?? 0
            if date.contains("/"), first > 12 { outline.hasDayFirst = true }
        }
        _ = try part.read { block in try reader.consume(block, receive) }
        try reader.finish(receive)
        return outline
    }

    /// The day of `2016-03-18` or `3/18/2016`; with `hasDayFirst` of `18/3/2016`.
    private static func day(_ text: String, hasDayFirst: Bool) -> Int? {
        if let day = ImportedDay.of(text) { return day }
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return ImportedDay.of(
            year: parts[2], month: parts[hasDayFirst ? 1 : 0], day: parts[hasDayFirst ? 0 : 1])
    }
}
