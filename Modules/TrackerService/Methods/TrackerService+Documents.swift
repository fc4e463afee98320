import CivilTime
import Contracts
import HostFiles
import Milestones
import RPC
import Synchronization
import Tracker
import TrackerDocuments

extension TrackerService {
    func registerDocuments(on router: inout Router) {
        router.handle(Documents.importDocument) { [self] in try await importDocument($0, $1, $2) }
        router.handle(Documents.importParts) { [self] in try await importParts($0, $1, $2) }
        router.handle(Documents.export) { [self] request, context, writer in
            try checkOrder(from: request.from, to: request.to)
            var bytes = 0
            let entries = try await export(request, context) { text in
                bytes += text.count
                try await writer.send(text)
            }
            return Documents.ExportResponse(entries: entries, bytes: bytes)
        }
        router.handle(Documents.calendar) { [self] request, context, writer in
            let snapshot = try await snapshot(context)
            let subscription = CalendarSubscription(
                name: request.name, zone: snapshot.zones.zone(at: now()),
                detail: request.detail ?? .full, categories: request.categories.map(Set.init))
            let calendar = snapshot.calendar(
                asOf: try snapshot.today(nil, now: now()), for: subscription)
            let (text, components) = calendar.text(at: now()) ?? ("", 0)
            try await writer.send(Array(text.utf8))
            return Documents.ExportResponse(entries: components, bytes: text.utf8.count)
        }
        router.handle(Documents.clear) { [self] _, context in try await clear(context) }
    }

    private func clear(_ context: CallContext) async throws -> Journal.StepResponse {
        let kinds =
            [TrackerRecords.entryKind] + RecordKind.allCases.map(\.rawValue) + StoredDocument.kinds
        let request = TrackerRecords.FillRequest(summary: "clear everything", replacedKinds: kinds)
        return Journal.StepResponse(
            try await client.upload(TrackerRecords.fill, request, context.forwardingOptionsWithKey)
            { _ in })
    }

    private func importDocument(
        _ request: Documents.ImportRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<Empty>>
    ) async throws -> ImportReport {
        let started = ContinuousClock.now
        let text = try await Self.text(reader)
        let now = now()
        let snapshot = try await snapshot(context)
        if CalendarFile.isCalendar(beginning: text) {
            return try await importCalendar(text, request, snapshot, context)
        }
        if let table = TrackerTable(beginning: text) {
            return try await importTable(table, text, request, snapshot, context)
        }
        let zone = try request.zone.map { try zones.zone($0) } ?? snapshot.zones.zone(at: now)
        let reader: TrackerReader
        do {
            reader = try TrackerReader(text, zone: zone, now: now)
        } catch {
            throw Status(error, in: request.name)
        }
        let stored = try await client.documents(
            StoredDocument.kinds + DocumentMerge.extensionKinds.map(\.rawValue), context
        ).documents
        let incoming = Mutex(
            try DocumentImport(
                reader, named: request.name, into: request.replaces ? nil : snapshot,
                stored: request.replaces
                    ? [:]
                    : Dictionary(
                        stored.map { (TrackerRecords.RecordKey(kind: $0.kind, id: $0.id), $0.body) }
                    ) { $1 }))
        var step: Int64?
        if request.isDryRun {
            while try incoming.withLock({ try $0.next() }) != nil {}
        } else {
            let kinds = request.replaces ? Self.replacedKinds(by: reader.imported) : []
            step = try await fill(
                TrackerRecords.FillRequest(
                    summary: "import \(request.name)", replacedKinds: kinds),
                context
            ) { try incoming.withLock { try $0.next() } }
        }
        let document = incoming.withLock { $0 }
        var report = ImportReport(
            id: 0, importer: Documents.importer, file: request.name, bytes: Int64(text.count),
            seconds: (ContinuousClock.now - started) / .seconds(1), byType: document.counts,
            problems: ImportReport.Problem.problems(
                of: document, in: text, into: request.replaces ? nil : snapshot),
            ignoredMetadata: [:],
            notice: notice(request, step: step, zone: zone),
            isTruncated: false, isDryRun: request.isDryRun,
            version: step ?? snapshot.version)
        report.step = step
        return report
    }

    /// Sentences on the result of an import; nil without any. `step` is nil if nothing was written.
    private func notice(
        _ request: Documents.ImportRequest, step: Int64?, zone: Zone
    ) -> String? {
        var sentences: [String] = []
        if step == nil, !request.isDryRun {
            sentences.append("Nothing changed, and there is no step to undo.")
        }
        if request.zone == nil {
            sentences.append(
                "Days were read in \(zone.name), the zone of this profile. If the file was written in "
                    + "another zone, import it again with --zone.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The kinds of records that a document replaces. A document without a `dayline` part keeps
    /// weights and annotations.
    private static func replacedKinds(by imported: TrackerImport) -> [String] {
        let kinds: [RecordKind] = [
            .category, .activity, .goal, .goalLink, .vacation, .deletedEntry, .imported,
        ]
        return [TrackerRecords.entryKind] + kinds.map(\.rawValue) + StoredDocument.kinds
            + (imported.extensions.isEmpty ? [] : DocumentMerge.extensionKinds.map(\.rawValue))
    }

    private static func text(_ reader: TypedItemReader<Packet<Empty>>) async throws -> [UInt8] {
        var text: [UInt8] = []
        while let piece = try await reader.next() {
            let data = try piece.columns.column("data", .bytes)
            guard text.count + data.count <= Documents.documentLimit else {
                throw Status(
                    .resourceExhausted,
                    "A document has at most \(Documents.documentLimit >> 20) MiB.",
                    hint: "Export fewer years from the app, and import each file by itself.")
            }
            data.withUnsafeBytes { text += $0 }
        }
        return text
    }

    /// Writes batches until `next` returns nil, in one step. The next batch is computed while one
    /// is sent.
    /// - Returns: The number of the step, which is its only change; nil if nothing was written.
    func fill(
        _ request: TrackerRecords.FillRequest, _ context: CallContext,
        next: @escaping @Sendable () async throws -> FillBatch?
    ) async throws -> Int64? {
        let first = try await next()
        guard first != nil || !request.replacedKinds.isEmpty else { return nil }
        return try await client.upload(TrackerRecords.fill, request, context.forwardedOptions) {
            writer in
            var batch = first
            while let current = batch {
                async let following = next()
                try await writer.send(current.packet())
                batch = try await following
            }
        }.last
    }
}
