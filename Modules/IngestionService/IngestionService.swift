import Contracts
import Glibc
package import HostFiles
package import Logging
package import RPC
import Uploads
package import ZeroMQ
import ZeroMQTransport

/// Imports files: chooses the importer, runs it, and stages its samples as chunks in storage.
package final class IngestionService: Service {
    private let dependencies: ImportRun.Dependencies
    private let spool: Spool
    private let importers: @Sendable () -> [InstalledPlugin]
    private let queue = ImportQueue()
    private let activeImports = ActiveImports()
    /// A client of the bus; nil if there is no tracker.
    private let bus: Client?
    private let linkedActivities: LinkedActivities
    private let events: EventPublisher
    /// Nil: failures are not stored.
    private let failures: FailureRecords?
    /// The servers of the importers' endpoints; empty if importers run in this process.
    private let servers: [DirectServer]

    private init(
        dependencies: ImportRun.Dependencies, spool: Spool,
        importers: @escaping @Sendable () -> [InstalledPlugin],
        bus: Client?, events: EventPublisher, failures: FailureRecords?,
        servers: [DirectServer]
    ) {
        self.bus = bus
        linkedActivities = LinkedActivities(bus: bus)
        self.dependencies = dependencies
        self.spool = spool
        self.importers = importers
        self.events = events
        self.failures = failures
        self.servers = servers
    }

    /// Opens the private endpoint for importers, and removes expired uploads. `importers` is called
    /// for each import; `policy` restricts them, nil for the default. `bus` is a client of the bus, for
    /// the tracker; `logger` has the output of importers at the level debug.
    package static func start(
        home: Home, storage: Client, bus: Client, loop: Loop, events: EventPublisher,
        logger: Logger, policy: ImporterPolicy? = nil,
        importers: @escaping @Sendable () -> [InstalledPlugin]
    ) async throws -> IngestionService {
        let endpoint = try Endpoint.ipc(try home.socket("importers"))
        let receiver = BatchReceiver()
        let server = DirectServer(endpoint: endpoint, router: Router([receiver]), loop: loop)
        try await server.start()
        let trialEndpoint = try Endpoint.ipc(try home.socket("importer-trials"))
        let trialServer = DirectServer(
            endpoint: trialEndpoint, router: Router([CreditTrial(receiver: receiver)]), loop: loop)
        try await trialServer.start()
        let spool = Spool(of: home)
        // A read-only home is not an error here: an upload tries again and reports the reason.
        try? spool.prepare()
        let dependencies = ImportRun.Dependencies(
            storage: storage, bus: bus, receiver: receiver,
            launcher: ProcessLauncher(
                loop: loop, policy: policy ?? ImporterPolicy(home: home),
                scratchFolder: spool.folder, logger: logger),
            endpoint: endpoint.address, trialEndpoint: trialEndpoint.address,
            scratchFolder: spool.folder)
        return IngestionService(
            dependencies: dependencies, spool: spool, importers: importers, bus: bus,
            events: events, failures: FailureRecords(folder: home.failures),
            servers: [server, trialServer])
    }

    /// A service whose importers are started by `launcher` and push to its own router. `bus` is nil
    /// without a tracker.
    package static func inProcess(
        folder: String, storage: Client, bus: Client? = nil, importers: [InstalledPlugin],
        events: EventPublisher = EventPublisher(publisher: "ingestion"),
        failures: FailureRecords? = nil,
        launcher makeLauncher: (Client) -> any ImporterLauncher
    ) throws -> IngestionService {
        let receiver = BatchReceiver()
        let spool = Spool(folder: folder)
        try spool.prepare()
        let dependencies = ImportRun.Dependencies(
            storage: storage, bus: bus, receiver: receiver,
            launcher: makeLauncher(Client(inProcess: receiver)),
            endpoint: "in-process", trialEndpoint: "in-process", scratchFolder: folder)
        return IngestionService(
            dependencies: dependencies, spool: spool, importers: { importers }, bus: bus,
            events: events, failures: failures, servers: [])
    }

    /// Closes the endpoint of importers.
    package func close() async {
        for server in servers { await server.stop() }
    }

    package func register(on router: inout Router) {
        router.handle(Imports.run) { request, context, writer in
            try await self.run(request, context, writer)
        }
        router.handle(Imports.upload) { request, context, reader in
            let settings = try await self.dependencies.storage.call(
                Settings.list, Empty(), context.forwardedOptions)
            return try await self.spool.receive(
                request, reader,
                limit: ImportLimit.bytes(of: settings.values[Settings.importLimit]))
        }
        router.handle(Imports.uploaded) { request, _ in
            try self.spool.uploaded(request.upload)
        }
        router.answer(Imports.running) { _, _ in
            Imports.RunningResponse(running: self.activeImports.running)
        }
        router.answer(Imports.cancel) { request, _ in
            try self.activeImports.cancel(request.id)
            return Empty()
        }
        registerEdits(on: &router)
        registerReversals(on: &router)
        router.handle(Checkups.ingestion) { request, _ in
            try await self.checkup(request)
        }
        router.handle(Imports.importers) { _, _ in self.listing }
        router.handle(Imports.inspect) { request, _ in
            let inspection = self.inspection
            // Searching whole files for their days would block a thread of the pool.
            return try await Task.detached { try inspection.inspection(request) }.value
        }
    }

    private var inspection: ImportInspection {
        ImportInspection(
            choice: ImporterChoice(importers: importers()),
            scratchFolder: dependencies.scratchFolder)
    }

    private func registerReversals(on router: inout Router) {
        router.handle(Imports.rollBack) { request, context in
            try await self.reverse(context) { storage, options in
                try await ReconciliationRollback(
                    storage: storage, id: request.id, options: options
                ).run()
            }
        }
        router.handle(Imports.undo) { request, context in
            try await self.reverse(context) { storage, options in
                try await ImportUndo(storage: storage, id: request.id, options: options).run()
            }
        }
    }

    /// Reverses an import after the running ones of its profile, and updates linked activities.
    private func reverse(
        _ context: CallContext,
        _ body: @escaping @Sendable (Client, CallOptions) async throws -> ImportReport
    ) async throws -> ImportReport {
        let storage = dependencies.storage
        var report = try await queue.run(for: context.profile) {
            try await body(storage, context.forwardedOptions)
        }
        report.linked = await linkedActivities.update(context.forwardedOptions)
        return report
    }

    private func registerEdits(on router: inout Router) {
        let editor = SampleEditor(
            storage: dependencies.storage, queue: queue, linkedActivities: linkedActivities)
        router.handle(SampleEdits.edit, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(
                    action: .edit, sample: request.ref, value: request.value, unit: request.unit),
                context)
        }
        router.handle(SampleEdits.delete, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(action: .delete, sample: request.ref), context)
        }
        router.handle(SampleEdits.restore, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(action: .restore, sample: request.ref), context)
        }
        router.handle(SampleEdits.revert) { request, context in
            try await editor.revert(request, context)
        }
    }

    private func run(
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

    private func checkup(_ request: Checkups.RunRequest) async throws -> Checkups.RunResponse {
        if request.isRepairing { try spool.prepare() }
        let expiredCount = spool.expired.count
        let leftovers = Checkups.Check(
            "spool", ok: expiredCount == 0,
            expiredCount == 0
                ? "Every upload was imported."
                : "\(expiredCount) uploads were never imported. Remove them with: dayline doctor --repair"
        )
        if request.isQuick == true { return Checkups.RunResponse(checks: [leftovers]) }
        let chunks = ChunkCheckup(storage: dependencies.storage)
        return Checkups.RunResponse(checks: [
            try await chunks.run(isRepairing: request.isRepairing), leftovers,
        ])
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

    private var listing: Imports.ImportersResponse {
        Imports.ImportersResponse(
            plugins: importers().map {
                Imports.Importer(
                    name: $0.manifest.name, kind: $0.manifest.kind.rawValue,
                    summary: $0.manifest.summary, accepts: $0.manifest.accepts,
                    version: $0.manifest.version, path: $0.executable)
            })
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
