import CivilTime
import Contracts
import HostFiles
import Milestones
import RPC
import Tracker
import TrackerDocuments

extension TrackerService {
    /// Writes a file piece by piece.
    /// - Returns: How many entries or weighings are in it.
    func export(
        _ request: Documents.ExportRequest, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let book = try await snapshot(context).book
        switch (request.contents, request.format) {
        case (.weight, .ics):
            throw Status(
                .invalidArgument, "Weighings are no calendar.", hint: "Use --format csv or json.")
        case (.weight, let format):
            let entries = book.weightLog.entries(through: .distantFuture)
                .inOrder(from: request.from, through: request.to)
            let newest = entries.compactMap(\.at).max() ?? now()
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
        case (.tracker, .ics):
            return try await exportCalendar(request, of: book, emit: emit)
        }
    }

    private func exportCalendar(
        _ request: Documents.ExportRequest, of book: ProfileSnapshot,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        guard request.from == nil, request.to == nil, request.zone == nil else {
            throw Status(
                .invalidArgument, "A calendar is always whole, and its times are in no zone.",
                hint: "Leave out --from, --to and --zone.")
        }
        let day = try book.today(nil, now: now())
        guard let (text, components) = book.calendar(asOf: day).text(at: now()) else {
            throw Status(
                .failedPrecondition, "There is nothing to put in a calendar yet.",
                hint: "Plan something with: dayline activity add NAME")
        }
        try await emit(Array(text.utf8))
        return components
    }

    private func exportDocument(
        _ request: Documents.ExportRequest, of book: ProfileSnapshot, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        guard request.from == nil, request.to == nil else {
            throw Status(
                .invalidArgument, "A document of the tracker is always whole.",
                hint: "Use --format csv with --from and --to.")
        }
        let zone = try request.zone.map { try zones.zone($0) } ?? book.zones.zone(at: now())
        let stored = try await client.documents(
            StoredDocument.kinds + DocumentMerge.extensionKinds.map(\.rawValue), context
        ).documents
        let document = try book.document(with: stored)
        var next: Int64? = 0
        return try await document.write(zone: zone) {
            while let after = next {
                let page = try await client.call(
                    TrackerRecords.entries, TrackerRecords.EntriesRequest(after: after),
                    context.forwardedOptions)
                next = page.body.next
                let entries = try page.entries().map(\.entry)
                if !entries.isEmpty { return entries }
            }
            return []
        } emit: {
            try await emit($0)
        }
    }

    private func exportTable(
        _ request: Documents.ExportRequest, of book: ProfileSnapshot, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        var table = EntryTable()
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: after),
                context.forwardedOptions)
            for numbered in try page.entries() {
                let day = numbered.entry.day
                guard day >= (request.from ?? day), day <= (request.to ?? day) else { continue }
                table.add(numbered, as: book.item(numbered.entry))
            }
            next = page.body.next
        }
        for piece in table.pieces() { try await emit(Array(piece.utf8)) }
        return table.count
    }
}
