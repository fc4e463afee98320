package import CivilTime
import JSON
package import Tracker

extension TrackerExport {
    /// The approximate size in bytes of an emitted piece.
    private static let pieceSize = 256 << 10

    /// Writes the document in pieces, one record per line with sorted keys, so that equal contents have
    /// equal bytes. The timestamp is that of the newest record, and at least that of the imported
    /// document. Days are instants of `zone`. `nextEntries` returns pages of entries beyond those
    /// of the export, and an empty page at the end; `emit` receives each piece.
    /// - Returns: The number of entries written. Entries of deleted activities are skipped.
    @discardableResult
    package func write(
        zone: Zone,
        nextEntries: () async throws -> [Entry], emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let read = residue.root["timestamp"]?.written?.string
        var newest = max(
            read.flatMap(DocumentInstant.milliseconds) ?? 0, newestMoment(in: zone))
        var page = try await nextEntries()
        var root = document(zone: zone, at: newest)
        if !page.isEmpty, root[EntryRecord.list] == nil { root[EntryRecord.list] = .array([]) }
        let known = Set(activities.filter { $0.deleted == nil }.map(\.id))
        let codec = EntryRecord(zone: zone, vacations: vacations)
        var count = 0
        var writer = JSONWriter()
        writer.append(raw: "{\n")
        for (index, key) in root.keys.sorted().enumerated() {
            if index > 0 { writer.append(raw: ",\n") }
            writer.append(text: key)
            writer.append(raw: ": ")
            guard let records = root[key]?.array else {
                let value = key == "timestamp" ? .string(DocumentInstant.text(newest)) : root[key]
                writer.append(value ?? .null)
                continue
            }
            var lines = Lines(writer: writer)
            while key == EntryRecord.list, !page.isEmpty {
                for entry in page where known.contains(entry.activity) {
                    count += 1
                    newest = max(newest, entry.loggedAt ?? zone.startOfDay(entry.day))
                    lines.append(.object(codec.record(of: entry, residue: residue)))
                    if let piece = lines.removePiece() { try await emit(piece) }
                }
                page = try await nextEntries()
            }
            if key == EntryRecord.list { count += records.count }
            for record in records {
                lines.append(record)
                if let piece = lines.removePiece() { try await emit(piece) }
            }
            writer = lines.end()
        }
        writer.append(raw: "\n}\n")
        try await emit(writer.bytes)
        return count
    }

    /// The newest creation day of an activity or goal, in milliseconds since 1970.
    private func newestMoment(in zone: Zone) -> Int64 {
        let days = activities.map(\.created) + goals.map(\.created)
        return days.map(zone.startOfDay).max() ?? 0
    }

    /// The text of an array with one element per line.
    private struct Lines {
        private var writer: JSONWriter
        private var isFirst = true

        init(writer: JSONWriter) {
            self.writer = writer
            self.writer.append(raw: "[")
        }

        mutating func append(_ value: JSONValue) {
            writer.append(raw: isFirst ? "\n" : ",\n")
            isFirst = false
            writer.append(value)
        }

        /// Returns and removes the text so far; nil if it is shorter than a piece.
        mutating func removePiece() -> [UInt8]? {
            writer.bytes.count >= TrackerExport.pieceSize ? writer.removeText() : nil
        }

        /// The writer behind the end of the array.
        consuming func end() -> JSONWriter {
            writer.append(raw: isFirst ? "]" : "\n]")
            return writer
        }
    }
}
