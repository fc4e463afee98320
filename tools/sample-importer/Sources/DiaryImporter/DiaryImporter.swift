import PluginKit

/// Reads a diary of one item per line. Fields are separated by commas, instants are milliseconds since
/// 1970:
///
/// ```
/// workout,TYPE,START,END,KILOJOULES,ROUTE FILE,METRES
/// sleep,STAGE,START,END
/// pressure,START,SYSTOLIC,DIASTOLIC
/// steps,START,END,COUNT
/// summary,DAY,STAND HOURS,GOAL
/// note,TEXT
/// ```
@main
struct DiaryImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        var reader = try DiaryReader(&batches)
        for part in try file.parts() {
            var bytesRead: Int64 = 0
            let ending = try part.readLines { line in
                try reader.read(line, into: &batches)
                bytesRead = line.offset
                try batches.reportProgress(bytesRead: bytesRead, of: part.sizeOnDisk)
            }
            if case .damaged(let reason) = ending {
                batches.reportTruncation(reason, at: bytesRead)
            }
        }
        try reader.finish(into: &batches)
    }
}
