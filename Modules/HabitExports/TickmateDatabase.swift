import DeviceExports
import PluginKit
import SQLiteFiles

/// Reads the database of Tickmate: tracks, their ticks by local time, and groups.
struct TickmateDatabase {
    private let file: SQLiteFile
    private let columns: [String: Set<String>]
    private let time: ExportTime
    private let size: Int64

    static func matches(_ tables: [String: Set<String>]) -> Bool {
        tables["tracks"] != nil && tables["ticks"]?.contains("_track_id") == true
    }

    init(_ file: SQLiteFile, _ tables: [String: Set<String>], time: ExportTime, size: Int64) {
        self.file = file
        self.time = time
        self.size = size
        columns = tables
    }

    private func column(_ name: String, of table: String, or value: String) -> String {
        columns[table]?.contains(name) == true ? "\"\(name)\"" : value
    }

    func read(into batches: inout SampleBatches) throws {
        batches.setFormat("database of Tickmate")
        var categories: [Int64: String] = [:]
        if columns["groups"] != nil, columns["track2groups"] != nil {
            try file.forEachRow(
                "SELECT l._track_id, g.name FROM track2groups AS l JOIN groups AS g "
                    + "ON g._id = l._group_id ORDER BY l._id DESC"
            ) { row in
                if let track = row.integer(0), categories.count < SampleBatches.activityLimit {
                    categories[track] = row.text(1)
                }
            }
        }
        /// The tracks, and whether they have several ticks a day.
        var tracks: [Int64: Bool] = [:]
        try file.forEachRow(
            """
            SELECT _id, name, \(column("description", of: "tracks", or: "''")),
              \(column("icon", of: "tracks", or: "''")),
              \(column("enabled", of: "tracks", or: "1")),
              \(column("multiple_entries_per_day", of: "tracks", or: "0"))
            FROM tracks ORDER BY \(column("order", of: "tracks", or: "_id")), _id
            """
        ) { row in
            guard let id = row.integer(0) else { return }
            let name = row.text(1) ?? ""
            let isRepeated = row.integer(5) == 1
            if tracks.count < SampleBatches.activityLimit { tracks[id] = isRepeated }
            var activity = ImportedActivity(
                key: Self.key(id), name: name,
                kind: isRepeated ? .amount(unit: nil, target: nil) : .checkbox,
                category: categories[id], isArchived: row.integer(4) == 0)
            for (index, name) in [(2, "description"), (3, "icon")] as [(Int32, String)] {
                if let text = row.text(index), !text.isEmpty { activity.attributes[name] = text }
            }
            try batches.append(
                activity, from: ItemLocation(offset: 0, line: 0, text: "track \(id), \(name)"))
        }
        try batches.readDamagedTable(of: size) { try readTicks(of: tracks, into: &$0) }
    }

    private static func key(_ id: Int64) -> String { "track \(id)" }

    private func readTicks(
        of tracks: [Int64: Bool], into batches: inout SampleBatches
    ) throws {
        try file.forEachRow(
            """
            SELECT _id, _track_id, year, month, day, \(column("hour", of: "ticks", or: "0")),
              \(column("minute", of: "ticks", or: "0")), \(column("second", of: "ticks", or: "0")),
              \(column("has_time_info", of: "ticks", or: "0"))
            FROM ticks ORDER BY _id
            """
        ) { row in
            let fields = (0..<5).map { row.text($0) ?? "NULL" }
            let location = ItemLocation(
                offset: 0, line: 0,
                text: "tick \(fields[0]), track \(fields[1]), "
                    + "\(fields[2])-\(fields[3])-\(fields[4])")
            let numbers = (2..<8).map { row.integer($0).flatMap { Int(exactly: $0) } ?? -1 }
            // Months are numbered from 0.
            guard let track = row.integer(1), numbers[1] >= 0, numbers[1] < 12,
                let day = ImportedDay.of(year: numbers[0], month: numbers[1] + 1, day: numbers[2])
            else {
                return try batches.quarantine(
                    location, type: "Entry", reason: "its day is not a valid date")
            }
            let isRepeated = tracks[track] ?? false
            var entry = ImportedEntry(
                activity: Self.key(track), day: day, outcome: isRepeated ? .amount(1) : .completed)
            if isRepeated { entry.key = "tick \(row.integer(0) ?? 0)" }
            if row.integer(8) == 1, (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
                (0..<60).contains(numbers[5])
            {
                let seconds = (day * 24 + numbers[3]) * 3600 + numbers[4] * 60 + numbers[5]
                entry.loggedAt = time.instant(local: Int64(seconds) * 1000)
            }
            try batches.append(entry, from: location)
        }
    }
}
