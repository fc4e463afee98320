import CivilTime
import Contracts
import HostFiles
import Milestones
import RPC
import Tracker
import TrackerDocuments

extension TrackerService {
    /// Writes a file in pieces.
    /// - Returns: The number of entries in the file.
    func export(
        _ request: Documents.ExportRequest, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let snapshot = try await snapshot(context)
        try checkZone(of: request)
        switch (request.contents, request.format) {
        case (.weight, .ics), (.weight, .zip):
            throw Status(
                .invalidArgument,
                "Weight entries cannot be exported as a calendar or an archive.",
                hint: "Use --format csv or json.")
        case (.weight, let format):
            let entries = snapshot.weightLog.entries(through: .distantFuture)
                .inOrder(from: request.from, through: request.to)
            let newest = entries.compactMap(\.at).max() ?? now()
            let text =
                format == .csv
                ? WeightCSV.text(of: entries)
                : try JSONBody.encode(
                    WeightDocument(
                        entries, appVersion: "Dayline", exportDate: DocumentInstant.text(newest))
                ).text + "\n"
            try await emit(Array(text.utf8))
            return entries.count
        case (.tracker, .csv):
            return try await exportTable(request, of: snapshot, context, emit: emit)
        case (.tracker, .json):
            let zone = try documentZone(of: request, snapshot)
            return try await exportDocument(in: zone, of: snapshot, context, emit: emit)
        case (.tracker, .zip):
            return try await exportArchive(request, of: snapshot, context, emit: emit)
        case (.tracker, .ics):
            return try await exportCalendar(request, of: snapshot, emit: emit)
        }
    }

    /// - Throws: INVALID_ARGUMENT for a zone with a file whose days do not depend on one.
    private func checkZone(of request: Documents.ExportRequest) throws(Status) {
        guard let zone = request.zone, request.format != .ics,
            request.contents == .weight || request.format == .csv
        else { return }
        let subject = request.contents == .weight ? "Weight entries" : "Entries as CSV"
        throw Status(
            .invalidArgument,
            "\(subject) have the days that they were logged on, so the zone \(zone) has no effect.",
            hint: "Leave out --zone, or export a tracker document with --format json.")
    }

    private func exportCalendar(
        _ request: Documents.ExportRequest, of snapshot: ProfileSnapshot,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        guard request.from == nil, request.to == nil, request.zone == nil else {
            throw Status(
                .invalidArgument, "A calendar has all days, and its times have no zone.",
                hint: "Leave out --from, --to and --zone.")
        }
        let day = try snapshot.today(nil, now: now())
        guard let (text, components) = snapshot.calendar(asOf: day).text(at: now()) else {
            throw Status(
                .failedPrecondition, "There is nothing to export as a calendar yet.",
                hint: "Plan something with: dayline activity add NAME")
        }
        try await emit(Array(text.utf8))
        return components
    }

    /// The zone of the times in a tracker document.
    /// - Throws: INVALID_ARGUMENT for an unknown zone, and for a range of days.
    func documentZone(
        of request: Documents.ExportRequest, _ snapshot: ProfileSnapshot
    ) throws -> Zone {
        guard request.from == nil, request.to == nil else {
            throw Status(
                .invalidArgument, "A tracker document always has all days.",
                hint: "Use --format csv with --from and --to.")
        }
        guard let zone = request.zone else { return snapshot.zones.zone(at: now()) }
        return try zones.zone(zone)
    }

    func exportDocument(
        in zone: Zone, of snapshot: ProfileSnapshot, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let stored = try await client.documents(
            StoredDocument.kinds + DocumentMerge.extensionKinds.map(\.rawValue), context
        ).documents
        let document = try snapshot.document(with: stored)
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
        _ request: Documents.ExportRequest, of snapshot: ProfileSnapshot, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        var table = EntryCSV()
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: after),
                context.forwardedOptions)
            for numbered in try page.entries() {
                let day = numbered.entry.day
                guard day >= (request.from ?? day), day <= (request.to ?? day) else { continue }
                table.add(numbered, as: snapshot.item(numbered.entry))
            }
            next = page.body.next
        }
        for piece in table.pieces() { try await emit(Array(piece.utf8)) }
        return table.count
    }
}
