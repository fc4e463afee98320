package import CivilTime
package import Tracker

extension TrackerExport {
    /// Bytes that are handed on at a time, about.
    private static let pieceSize = 256 << 10

    /// Writes the document piece by piece, a record a line and the keys in order, so that equal
    /// contents give equal bytes. Its timestamp is that of the newest thing in it.
    /// It is at least that of the document it was read from. Days are instants of `zone`.
    /// `nextEntries` gives the entries beyond those that the export holds, some at a time, and none
    /// at the end; `emit` takes each piece.
    /// - Returns: How many entries were written: those of activities in the trash are not.
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
        var text = Array("{\n".utf8)
        for (index, key) in root.keys.sorted().enumerated() {
            if index > 0 { text += ",\n".utf8 }
            JSONValue.write(key, into: &text)
            text += ": ".utf8
            guard let records = root[key]?.array else {
                let value = key == "timestamp" ? .string(DocumentInstant.text(newest)) : root[key]
                (value ?? .null).write(into: &text)
                continue
            }
            var lines = Lines(text: text)
            while key == EntryRecord.list, !page.isEmpty {
                for entry in page where known.contains(entry.activity) {
                    count += 1
                    newest = max(newest, entry.loggedAt ?? zone.startOfDay(entry.day))
                    lines.append(.object(codec.record(of: entry, residue: residue)))
                    if lines.text.count >= Self.pieceSize { try await emit(lines.removeText()) }
                }
                page = try await nextEntries()
            }
            if key == EntryRecord.list { count += records.count }
            for record in records {
                lines.append(record)
                if lines.text.count >= Self.pieceSize { try await emit(lines.removeText()) }
            }
            lines.end()
            text = lines.removeText()
        }
        text += "\n}\n".utf8
        try await emit(text)
        return count
    }

    /// When the newest thing but the entries was made, in milliseconds since 1970.
    private func newestMoment(in zone: Zone) -> Int64 {
        let days = activities.map(\.created) + goals.map(\.created)
        return days.map(zone.startOfDay).max() ?? 0
    }

    /// The elements of an array, each on a line.
    private struct Lines {
        private(set) var text: [UInt8]
        private var isFirst = true

        init(text: [UInt8]) {
            self.text = text
            self.text.append(UInt8(ascii: "["))
        }

        mutating func append(_ value: JSONValue) {
            text += (isFirst ? "\n" : ",\n").utf8
            isFirst = false
            value.write(into: &text)
        }

        mutating func end() {
            text += (isFirst ? "]" : "\n]").utf8
        }

        mutating func removeText() -> [UInt8] {
            defer { text = [] }
            return text
        }
    }
}
