package import PluginKit
import SQLiteFiles

/// Reads the exports of Loop Habit Tracker.
package enum LoopReader {
    /// - Throws: An `ImportProblem` if the file is not an export of Loop.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        if file.fileDescriptor == nil, let table = LoopArchive.habitTable(in: parts) {
            return try LoopArchive.read(parts, habits: table, into: &batches)
        }
        let database: SQLiteFile
        let tables: [String: Set<String>]
        do {
            guard let descriptor = file.fileDescriptor else { throw problem(file.name) }
            database = try SQLiteFile(descriptor: descriptor)
            tables = database.tables
        } catch let error as SQLiteFileError {
            throw ImportProblem(
                "\(file.name) cannot be read as a database: \(error.reason).",
                hint: "In Loop choose Settings, Export full backup, and import the file again.")
        }
        guard LoopDatabase.isLoop(tables) else { throw problem(file.name) }
        let size = parts.first?.size ?? 0
        do {
            var loop = try LoopDatabase(database, tables, size: size, name: file.name)
            try loop.read(into: &batches)
        } catch let error as SQLiteFileError {
            throw ImportProblem(
                "\(file.name) is a damaged database: \(error.reason).",
                hint: "In Loop choose Settings, Export full backup, and import the file again.")
        }
    }

    private static func problem(_ name: String) -> ImportProblem {
        ImportProblem(
            "\(name) is not an export of Loop Habit Tracker.",
            hint: "In Loop choose Settings, Export full backup, and import the file.")
    }
}
