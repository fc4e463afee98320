import Glibc
import HostFiles

/// A program that reads files of one format, started by Dayline for each file.
///
/// A complete importer:
///
/// ```swift
/// import PluginKit
///
/// /// Reads the bottle's log: one sip a line, as `milliseconds since 1970,millilitres`.
/// @main
/// struct WaterBottleImporter: Importer {
///     func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
///         let water = try batches.series(
///             SeriesDescription(metric: "dietaryWater", unit: "mL", source: "Bottle"))
///         for part in try file.parts() {
///             try part.readLines { line in
///                 let fields = line.text.split(separator: ",")
///                 guard fields.count == 2, let time = Int64(fields[0]), let volume = Double(fields[1])
///                 else {
///                     return try batches.quarantine(
///                         line, type: "dietaryWater", reason: "it does not have two numbers")
///                 }
///                 try batches.append(water, start: time, end: time, value: volume, from: line)
///             }
///         }
///     }
/// }
/// ```
///
/// Its folder has a `plugin.json` that names the program and the files that it reads.
public protocol Importer {
    init()

    /// Reads the whole file.
    ///
    /// Returning means that everything was read. A damaged item is quarantined, which does not end
    /// the import.
    /// - Throws: An ``ImportProblem`` if the file cannot be read at all; then nothing of it is
    ///   stored.
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws
}

extension Importer {
    /// Reads the file that this process was started for, and exits with status 0, or 1 after a
    /// failure.
    public static func main() {
        ProcessProtection.apply()
        do {
            let connection = try IngestionConnection(descriptor: ImportDescriptors.job)
            let isDone = connection.run { job, batches in
                let file = try ImportFile(descriptor: ImportDescriptors.file, job: job)
                try Self().read(file, into: &batches)
            }
            exit(isDone ? 0 : 1)
        } catch {
            LogText.write("The importer could not start: \(error)")
            exit(1)
        }
    }
}

/// The file descriptors that an importer inherits.
enum ImportDescriptors {
    static let job: Int32 = 3
    static let file: Int32 = 4
    static let scratch: Int32 = 5
}

/// Writes lines to standard error, which the ingestion worker logs at the level debug.
enum LogText {
    static func write(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
