package import JSON
package import PluginKit

extension FilePart {
    /// Reads the objects of a JSON file of an export that `isWanted` selects by path, in blocks; `body`
    /// gets each of them with its path.
    ///
    /// A value that is not an object is quarantined as `type`. Damage of the file is reported with its
    /// name, and does not end the import of other files.
    package func readDocument(
        into batches: inout SampleBatches, type: String, progress: ExportProgress,
        isWanted: @escaping ([JSONElementScanner.Step]) -> Bool,
        _ body: (
            inout SampleBatches, [JSONElementScanner.Step], JSONRecord, ItemLocation
        ) throws -> Void
    ) throws {
        var scanner = JSONElementScanner(shouldCollect: isWanted)
        var bytes: Int64 = 0
        do {
            let ending = try read { block in
                try scanner.consume(block) { path, value, offset in
                    let location = ItemLocation(
                        offset: offset, line: 0,
                        text: String(decoding: value.prefix(Self.quotedBytes), as: UTF8.self))
                    guard let record = JSONRecord(value) else {
                        return try batches.quarantine(
                            location, type: type, reason: "it is not a JSON object")
                    }
                    try body(&batches, path, record, location)
                }
                bytes += Int64(block.count)
                try progress.report(bytes, to: &batches)
            }
            for value in scanner.overlong {
                try batches.quarantine(
                    ItemLocation(
                        offset: value.offset, line: 0,
                        text: String(decoding: value.head, as: UTF8.self)),
                    type: type, reason: "it is longer than 1 MiB")
            }
            try reportEnding(of: scanner, ending, at: bytes, to: &batches)
        } catch let problem as ImportProblem {
            try batches.report(
                located(problem.message), at: ItemLocation(offset: 0, line: 0, text: ""))
        }
    }

    /// Bytes of a quarantined value in the report.
    private static let quotedBytes = 1024

    private func reportEnding(
        of scanner: JSONElementScanner, _ ending: Ending, at offset: Int64,
        to batches: inout SampleBatches
    ) throws {
        if let damage = scanner.damage {
            batches.reportTruncation("\(name): \(damage)", at: scanner.offset)
        } else if case .damaged(let reason) = ending {
            batches.reportTruncation(located(reason), at: offset)
        } else if !scanner.isComplete {
            batches.reportTruncation("\(name): the file ends before it is complete", at: offset)
        }
    }
}
