import Contracts
import Glibc
import HostFiles
import RPC
import Uploads

extension IngestionService {
    func run(
        _ request: Imports.RunRequest, _ context: CallContext,
        _ writer: TypedItemWriter<Imports.Progress>
    ) async throws -> ImportReport {
        let original = OriginalFile(
            storage: dependencies.storage, options: context.forwardedOptions, spool: spool)
        var request = request
        if let id = request.original {
            guard request.path == nil, request.upload == nil else { throw Self.severalSources }
            let (path, name) = try await original.extracted(id)
            defer { unlink(path) }
            request.name = request.name ?? name
            return try await run(request, path, context, writer)
        }
        let path = try path(of: request)
        do {
            let report = try await run(request, path, context, writer)
            if request.upload != nil { unlink(path) }
            return report
        } catch {
            // The upload remains for another attempt, which need not send it again.
            let isRemaining = Status(describing: error).code.canSucceedLater
            if request.upload != nil, !isRemaining { unlink(path) }
            throw error
        }
    }

    private func run(
        _ request: Imports.RunRequest, _ path: String, _ context: CallContext,
        _ writer: TypedItemWriter<Imports.Progress>
    ) async throws -> ImportReport {
        let inspection = inspection
        // Unpacking a table of an archive would block a thread of the pool.
        let opening = Task.detached {
            try inspection.target(
                path: path, name: request.name, importer: request.importer)
        }
        let target = try await withTaskCancellationHandler {
            try await opening.value
        } onCancel: {
            opening.cancel()
        }
        let source = target.source
        let plugin: InstalledPlugin
        switch target.importer {
        case .plugin(let chosen): plugin = chosen
        case .tracker, .calendar, .table:
            return try await importDocument(source, target.importer, request, context)
        }
        guard request.isReplacing != true else {
            throw Status(
                .invalidArgument, "\(plugin.manifest.name) cannot replace all tracker data.",
                hint: "Replacing needs a tracker document: dayline import FILE --as "
                    + "\(Documents.importer) --replace")
        }
        let importer = InstalledImporter(
            name: plugin.manifest.name, silenceLimit: .seconds(plugin.manifest.silenceSeconds))
        let entry = activeImports.add(
            file: source.name, bytes: source.bytes, importer: importer, profile: context.profile)
        defer { activeImports.remove(entry) }
        let reporter = ProgressReporter(writer)
        let task = Task {
            try await runQueued(request, context, source, plugin, entry, reporter)
        }
        entry.onCancel { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        await reporter.finish()
        do {
            return try result.get()
        } catch {
            guard entry.isCancelled else { throw error }
            throw Status(
                .aborted, "The import of \(source.name) was cancelled. Nothing of it was stored.",
                hint: "Run it again with: dayline import FILE")
        }
    }

    /// The file of a request.
    /// - Throws: INVALID_ARGUMENT unless the request has either a path or an upload.
    private func path(of request: Imports.RunRequest) throws(Status) -> String {
        switch (request.path, request.upload) {
        case (let path?, nil): return path
        case (nil, let handle?): return try spool.path(of: handle)
        default: throw Self.severalSources
        }
    }

    private static let severalSources = Status(
        .invalidArgument, "An import needs a path, an upload or the number of a stored file.",
        hint: "Set one of the fields path, upload and original.")

    private func importDocument(
        _ source: ImportSource, _ importer: ImporterChoice.Chosen, _ request: Imports.RunRequest,
        _ context: CallContext
    ) async throws -> ImportReport {
        guard let bus else {
            throw Status(.unavailable, "The tracker is not running.", hint: "dayline up")
        }
        let options = context.forwardedOptions
        let document = TrackerDocumentImport(
            source: source, importer: importer.name, bus: bus, options: options)
        let report = try await document.run(request)
        guard !request.isDryRun else { return report }
        let original = OriginalFile(
            storage: dependencies.storage, options: options, spool: spool)
        return await original.stored(
            source, of: await document.listed(report, in: dependencies.storage))
    }

    /// Runs an import after the earlier ones of its profile.
    private func runQueued(
        _ request: Imports.RunRequest, _ context: CallContext, _ source: ImportSource,
        _ plugin: InstalledPlugin, _ entry: ActiveImport, _ reporter: ProgressReporter
    ) async throws -> ImportReport {
        let notices = Task { try await reportWaiting(of: entry, to: reporter) }
        defer { notices.cancel() }
        var report = try await queue.run(for: context.profile) {
            entry.begin()
            // The caller learns the number of the import before the first batch is read.
            reporter.send(
                Imports.Progress(
                    stage: .reading, bytesRead: 0, bytesTotal: source.bytes, read: 0, id: entry.id))
            let publisher = ImportEventPublisher(
                events, request.isDryRun ? nil : failures, profile: context.profile,
                file: source.name, importer: plugin.manifest.name)
            let run = ImportRun(
                dependencies: dependencies, request: request, plugin: plugin, source: source,
                options: context.forwardedOptions, entry: entry
            ) { progress in
                entry.update(progress)
                var numbered = progress
                numbered.id = entry.id
                reporter.send(numbered)
                publisher.report(progress)
            }
            let result = await Result.catching { try await run.run() }
            publisher.finish(result)
            let report = try result.get()
            let isPlain =
                !request.isDryRun && !request.isReconciling && request.mapping == nil
            // Tracker records can be undone or edited, so that the file is read again.
            let isRemembered = isPlain && !report.hasTrackerItems
            if isRemembered, report.id > 0, report.sameAs == nil {
                saveHash(run.knownFile, report.id)
            }
            let original = OriginalFile(
                storage: dependencies.storage, options: context.forwardedOptions, spool: spool)
            return await original.stored(source, of: report)
        }
        if !request.isDryRun, !report.hasOnlyTrackerItems {
            report.linked = await linkedActivities.update(context.forwardedOptions)
        }
        return report
    }

    /// Interval between messages of a waiting import.
    private static let noticeInterval = Duration.seconds(1)

    /// Reports the running import that this one waits for, until it starts.
    private func reportWaiting(
        of entry: ActiveImport, to reporter: ProgressReporter
    ) async throws {
        while true {
            try await Task.sleep(for: Self.noticeInterval)
            guard entry.isWaiting else { return }
            guard let other = activeImports.current(of: entry.profile) else { continue }
            reporter.send(
                Imports.Progress(
                    stage: .waiting, bytesRead: 0, bytesTotal: 0, read: 0, waitsFor: other,
                    id: entry.id))
        }
    }

    /// Saves the hash within the import queue, so that an import of the same file right afterwards
    /// finds it.
    private func saveHash(_ file: KnownFile, _ id: Int64) {
        Task { [queue] in
            try? await queue.run(for: file.options.profile ?? CallMetadata.defaultProfile) {
                await file.saveHash(as: id)
            }
        }
    }
}

extension Result where Failure == any Error {
    /// The result or the error of `body`.
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
