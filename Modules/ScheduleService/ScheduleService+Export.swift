import CivilTime
import Contracts
import HostFiles
import Milestones
import RPC
import Scheduling
import TrackerFormat
import Tracking

extension ScheduleService {
    /// Writes a file piece by piece.
    /// - Returns: How many entries or weighings are in it.
    func export(
        _ request: TrackerFiles.Export, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let book = try await opened(context).book
        switch (request.contents, request.format) {
        case (.weight, let format):
            let entries = book.scale.entries(through: .distantFuture)
                .inOrder(from: request.from, through: request.to)
            let newest = entries.compactMap(\.at).max() ?? 0
            let text =
                format == .csv
                ? WeightTable.text(of: entries)
                : try JSONBody.encode(
                    WeightDocument(
                        entries, appVersion: "Dayline", exportDate: DocumentInstant.text(newest))
                ).text + "\n"
            try await emit(Array(text.utf8))
            return entries.count
        case (.tracker, .csv):
            return try await exportTable(request, of: book, context, emit: emit)
        case (.tracker, .json):
            return try await exportDocument(request, of: book, context, emit: emit)
        }
    }

    private func exportDocument(
        _ request: TrackerFiles.Export, of book: Book, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        guard request.from == nil, request.to == nil else {
            throw Status(
                .invalidArgument, "A document of the tracker is always whole.",
                hint: "Use --format csv with --from and --to.")
        }
        let zone = try request.zone.map { try zones.zone($0) } ?? book.zones.zone(at: now())
        let stored = try await storedDocuments(
            StoredDocument.kinds + DocumentMerge.ownKinds.map(\.rawValue), context)
        var own: [String: [String: JSONValue]] = [:]
        for document in stored
        where DocumentMerge.ownKinds.contains(where: { $0.rawValue == document.kind }) {
            own[document.kind, default: [:]][document.id] =
                try JSONReader.value(of: Array(document.body.utf8))
        }
        let document = TrackerExport(
            categories: book.listedCategories, activities: book.nestedActivities,
            vacations: book.diary.vacations, goals: book.goals, links: book.roster.links,
            workouts: try StoredDocument.workouts(
                stored.filter { $0.kind == StoredDocument.training }),
            residue: try StoredDocument.residue(
                stored.filter { StoredDocument.residue.contains($0.kind) }),
            own: own.mapValues { .object($0) })
        var next: Int64? = 0
        var count = 0
        try await document.write(zone: zone) {
            while let after = next {
                let page = try await client.call(
                    Tracker.entries, Tracker.AskEntries(after: after), context.onward)
                next = page.body.next
                let entries = try page.entries().map(\.entry)
                count += entries.count
                if !entries.isEmpty { return entries }
            }
            return []
        } emit: {
            try await emit($0)
        }
        return count
    }

    private func exportTable(
        _ request: TrackerFiles.Export, of book: Book, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        var table = EntryTable.header
        var next: Int64? = 0
        var count = 0
        while let after = next {
            let page = try await client.call(
                Tracker.entries, Tracker.AskEntries(after: after), context.onward)
            for numbered in try page.entries() {
                let day = numbered.entry.day
                guard day >= (request.from ?? day), day <= (request.to ?? day) else { continue }
                table += EntryTable.line(book.item(numbered.entry))
                count += 1
            }
            next = page.body.next
            try await emit(Array(table.utf8))
            table = ""
        }
        return count
    }
}

/// Entries as a table of RFC 4180.
enum EntryTable {
    static let header =
        "date,activity,status,value,unit,slot,note,skipReason,source,loggedAt,id\r\n"

    static func line(_ entry: LoggedEntry) -> String {
        [
            entry.date.description, entry.activity, entry.status,
            entry.value.map { "\($0)" } ?? "", entry.unit ?? "", entry.slot?.rawValue ?? "",
            entry.note ?? entry.answer ?? "", entry.skipReason ?? "", entry.source.rawValue,
            entry.loggedAt ?? "", entry.id.rawValue,
        ].map(WeightTable.quoted).joined(separator: ",") + "\r\n"
    }
}
