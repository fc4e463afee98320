package import DeviceExports
package import PluginKit

extension FilePart {
    /// True if the part begins as a database of SQLite.
    package var isDatabase: Bool {
        // A part that cannot be read is not one.
        (try? head(16)) == Array("SQLite format 3\u{0}".utf8)
    }

    /// Copies the part to the scratch file of the import, and opens it as a database.
    ///
    /// Damage of the archive is reported; then the database is read as far as it was unpacked.
    /// - Throws: An `ImportProblem` if the disk is full, or the part is not a readable database.
    package func database(
        in file: ImportFile, progress: ExportProgress, into batches: inout SampleBatches
    ) throws -> SQLiteFile {
        let scratch = try file.scratchFile()
        var bytes: Int64 = 0
        let ending = try read { block in
            try scratch.append(block)
            bytes += Int64(block.count)
            // The second half of the progress is reading the tables.
            try progress.report(bytes / 2, to: &batches)
        }
        if case .damaged(let reason) = ending {
            batches.reportTruncation(located(reason), at: bytes)
        }
        // SQLite opens no database that is shorter than its header states; the missing pages are
        // read as damaged ones.
        if let size = try databaseSize, size > bytes, scratch.extend(to: size) {
            batches.reportTruncation("\(name): the database ends too early", at: bytes)
        }
        do throws(SQLiteFileError) {
            return try SQLiteFile(descriptor: scratch.descriptor)
        } catch {
            throw ImportProblem(
                "\(name) in \(file.name) is not a readable database (\(error.reason)).",
                hint: "Export again, and compare the size of the file with that on the phone.")
        }
    }

    /// The size in bytes that the header of the database states; nil without one.
    private var databaseSize: Int64? {
        get throws {
            let header = try head(32).map(Int64.init)
            guard header.count == 32 else { return nil }
            let pageSize = header[16] << 8 | header[17]
            let pages = header[28...].reduce(0) { $0 << 8 | $1 }
            return pages * (pageSize == 1 ? 65536 : pageSize)
        }
    }
}
