import Contracts
package import HostFiles
package import RPC
package import ZeroMQ
import ZeroMQTransport

/// Brings files in: picks the importer, runs it, and turns what it reads into chunks in storage.
package final class IngestionService: Service {
    private let dependencies: ImportRun.Dependencies
    private let spool: Spool
    private let importers: @Sendable () -> [InstalledPlugin]
    private let queue = ImportQueue()
    private let activeImports = ActiveImports()
    private let events: EventPublisher
    /// Keeps the endpoint of importers open; nil when somebody else serves the desk.
    private let server: DirectServer?

    private init(
        dependencies: ImportRun.Dependencies, spool: Spool,
        importers: @escaping @Sendable () -> [InstalledPlugin],
        events: EventPublisher, server: DirectServer?
    ) {
        self.dependencies = dependencies
        self.spool = spool
        self.importers = importers
        self.events = events
        self.server = server
    }

    /// Opens the private endpoint that importers push to, and clears what earlier uploads left.
    /// `storage` reaches the storage worker; `events` is told how far imports are; `importers` is
    /// asked for each import; `policy` restricts them, nil: as usual.
    package static func start(
        home: Home, storage: Client, loop: Loop, events: EventPublisher,
        policy: ImporterPolicy? = nil,
        importers: @escaping @Sendable () -> [InstalledPlugin]
    ) async throws -> IngestionService {
        let endpoint = try Endpoint.ipc(try home.socket("importers"))
        let desk = BatchReceiver()
        let server = DirectServer(endpoint: endpoint, router: Router([desk]), loop: loop)
        try await server.start()
        let spool = Spool(folder: "\(home.folder)/spool")
        // A home that cannot be written is still read; an upload tries again and reports why not.
        try? spool.prepare()
        let site = ImportRun.Dependencies(
            storage: storage, receiver: desk,
            launcher: ProcessLauncher(loop: loop, policy: policy ?? ImporterPolicy(home: home)),
            endpoint: endpoint.address, scratchFolder: spool.folder)
        return IngestionService(
            dependencies: site, spool: spool, importers: importers, events: events, server: server)
    }

    /// A service whose importers are started by `launcher` and push to its router.
    package static func inProcess(
        folder: String, storage: Client, importers: [InstalledPlugin],
        events: EventPublisher = EventPublisher(publisher: "ingestion"),
        launcher makeLauncher: (Client) -> any ImporterLauncher
    ) throws -> IngestionService {
        let desk = BatchReceiver()
        let spool = Spool(folder: folder)
        try spool.prepare()
        let site = ImportRun.Dependencies(
            storage: storage, receiver: desk, launcher: makeLauncher(Client(inProcess: desk)),
            endpoint: "in-process", scratchFolder: folder)
        return IngestionService(
            dependencies: site, spool: spool, importers: { importers }, events: events, server: nil)
    }

    /// Closes the endpoint of importers.
    package func close() async {
        await server?.stop()
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
                limit: StagingBudget.bytes(of: settings.values[Settings.importLimit]))
        }
        router.answer(Imports.running) { _, _ in
            Imports.RunningResponse(running: self.activeImports.running)
        }
        router.answer(Imports.cancel) { request, _ in
            try self.activeImports.cancel(request.id)
            return Empty()
        }
        registerEdits(on: &router)
        router.handle(Imports.rollBack) { request, context in
            try await self.queue.run(for: context.profile) {
                try await ReconciliationRollback(
                    storage: self.dependencies.storage, id: request.id,
                    options: context.forwardedOptions
                ).report()
            }
        }
        router.handle(Checkups.ingestion) { request, _ in
            try await self.checkup(request)
        }
        router.handle(Imports.importers) { _, _ in self.listing }
        router.handle(Imports.inspect) { request, _ in
            let inspection = self.inspection
            // Reading whole files for their days would block a thread of every other call.
            return try await Task.detached { try inspection.inspection(request) }.value
        }
    }

    private var inspection: ImportInspection {
        ImportInspection(choice: ImporterChoice(importers: importers()))
    }

    private func registerEdits(on router: inout Router) {
        let editor = SampleEditor(storage: dependencies.storage, queue: queue)
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
            try await editor.revert(request.direction, context)
        }
    }

    private func run(
        _ request: Imports.RunRequest, _ context: CallContext,
        _ writer: TypedItemWriter<Imports.Progress>
    ) async throws -> ImportReport {
        defer { spool.remove(request.path) }
        let target = try inspection.target(
            path: request.path, name: request.name, importer: request.importer)
        let (source, plugin) = (target.source, target.plugin)
        let importer = InstalledImporter(
            name: plugin.manifest.name, silenceLimit: .seconds(plugin.manifest.silenceSeconds))
        let entry = activeImports.add(
            file: source.name, bytes: source.bytes, importer: importer, profile: context.profile)
        defer { activeImports.remove(entry) }
        let feed = ProgressReporter(writer)
        let task = Task {
            try await report(request, context, source, plugin, entry, feed)
        }
        entry.onCancel { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        await feed.finish()
        do {
            return try result.get()
        } catch {
            guard entry.isCancelled else { throw error }
            throw Status(
                .aborted, "The import of \(source.name) was cancelled. Nothing of it was kept.",
                hint: "Run it again with: dayline import FILE")
        }
    }

    /// Runs an import when those of its profile that came before are over.
    private func report(
        _ request: Imports.RunRequest, _ context: CallContext, _ source: ImportSource,
        _ plugin: InstalledPlugin, _ entry: ActiveImport, _ feed: ProgressReporter
    ) async throws -> ImportReport {
        let notices = Task { try await reportWaiting(of: entry, to: feed) }
        defer { notices.cancel() }
        return try await queue.run(for: context.profile) {
            entry.begin()
            let news = ImportEventPublisher(
                events, profile: context.profile, file: source.name,
                importer: plugin.manifest.name)
            let run = ImportRun(
                dependencies: dependencies, request: request, plugin: plugin, source: source,
                options: context.forwardedOptions, entry: entry
            ) { progress in
                entry.update(progress)
                feed.send(progress)
                news.report(progress)
            }
            let result = await Result.catching { try await run.report() }
            news.finish(result)
            let report = try result.get()
            let isPlain = !request.isDryRun && !request.isReconciling
            if isPlain, report.id > 0, report.sameAs == nil { saveHash(run.knownFile, report.id) }
            return report
        }
    }

    /// How often a waiting import says what it waits for.
    private static let noticeInterval = Duration.seconds(1)

    /// Says what an import waits for, until it runs.
    private func reportWaiting(of entry: ActiveImport, to feed: ProgressReporter) async throws {
        while true {
            try await Task.sleep(for: Self.noticeInterval)
            guard entry.isWaiting else { return }
            guard let other = activeImports.current(of: entry.profile) else { continue }
            feed.send(
                Imports.Progress(
                    stage: .waiting, bytesRead: 0, bytesTotal: 0, read: 0, waitsFor: other))
        }
    }

    private func checkup(_ request: Checkups.RunRequest) async throws -> Checkups.RunResponse {
        if request.isRepairing { try spool.prepare() }
        let old = spool.outdated.count
        let leftovers = Checkups.Check(
            "spool", ok: old == 0,
            old == 0
                ? "No upload waits that nobody imported."
                : "\(old) uploads were never imported. Remove them with: dayline doctor --repair")
        if request.isQuick == true { return Checkups.RunResponse(checks: [leftovers]) }
        let chunks = ChunkCheckup(storage: dependencies.storage)
        return Checkups.RunResponse(checks: [
            try await chunks.run(isRepairing: request.isRepairing), leftovers,
        ])
    }

    /// In the line of imports, so that the same file finds it when it comes right afterwards.
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
    /// What `body` returns or throws.
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
