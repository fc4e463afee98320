import DeviceExports
package import PluginKit
import SQLiteFiles

/// Reads the exports of Tickmate, Rewire and HabitBull.
package enum HabitAppReader {
    /// - Throws: An `ImportProblem` if the file is of none of these apps.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        guard let descriptor = file.fileDescriptor, let part = try file.parts().first else {
            throw problem(file.name)
        }
        if try part.head(magic.count) == magic {
            return try readDatabase(descriptor, part.size, file, into: &batches)
        }
        let head = String(decoding: try part.head(64), as: UTF8.self)
        guard head.contains("HabitName,HabitDescription") else { throw problem(file.name) }
        try HabitBullTable.read(part, into: &batches)
    }

    private static let magic = Array("SQLite format 3\0".utf8)

    private static func readDatabase(
        _ descriptor: Int32, _ size: Int64, _ file: ImportFile, into batches: inout SampleBatches
    ) throws {
        do {
            let database = try SQLiteFile(descriptor: descriptor)
            let tables = database.tables
            if TickmateDatabase.matches(tables) {
                let time = ExportTime(zones: try file.zoneHistory())
                try TickmateDatabase(database, tables, time: time, size: size)
                    .read(into: &batches)
            } else if RewireDatabase.matches(tables) {
                try RewireDatabase(database, size: size).read(into: &batches)
            } else {
                throw problem(file.name)
            }
        } catch let error as SQLiteFileError {
            throw ImportProblem(
                "\(file.name) is a damaged database: \(error.reason).",
                hint: "Export it again from the app.")
        }
    }

    private static func problem(_ name: String) -> ImportProblem {
        ImportProblem(
            "\(name) is not an export of Tickmate, Rewire or HabitBull.",
            hint: "Export a backup from the app, and import that file.")
    }
}
