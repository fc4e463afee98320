import Contracts
package import HostFiles
package import RPC
package import ZeroMQ
import ZeroMQTransport

/// Brings files in: picks the importer, runs it, and turns what it reads into chunks in storage.
package final class IngestionService: Service {
    private let site: ImportRun.Site
    private let spool: Spool
    private let importers: @Sendable () -> [InstalledPlugin]
    private let queue = ImportQueue()
    private let events: EventFeed
    /// Keeps the endpoint of importers open; nil when somebody else serves the desk.
    private let server: DirectServer?

    private init(
        site: ImportRun.Site, spool: Spool, importers: @escaping @Sendable () -> [InstalledPlugin],
        events: EventFeed, server: DirectServer?
    ) {
        self.site = site
        self.spool = spool
        self.importers = importers
        self.events = events
        self.server = server
    }

    /// Opens the private endpoint that importers push to, and clears what earlier uploads left.
    /// `storage` reaches the storage worker; `events` is told how far imports are; `importers` is
    /// asked for each import.
    package static func started(
        home: Home, storage: Client, loop: Loop, events: EventFeed,
        importers: @escaping @Sendable () -> [InstalledPlugin]
    ) async throws -> IngestionService {
        let endpoint = try Endpoint.ipc(try home.socket("importers"))
        let desk = PushDesk()
        let server = DirectServer(endpoint: endpoint, router: Router([desk]), loop: loop)
        try await server.start()
        let spool = Spool(folder: "\(home.folder)/spool")
        try spool.prepare()
        let site = ImportRun.Site(
            storage: storage, desk: desk, launcher: ProcessLauncher(loop: loop),
            endpoint: endpoint.address, scratchFolder: spool.folder)
        return IngestionService(
            site: site, spool: spool, importers: importers, events: events, server: server)
    }

    /// A service whose importers are started by `launcher` and push to its router.
    package static func inProcess(
        folder: String, storage: Client, importers: [InstalledPlugin],
        events: EventFeed = EventFeed(publisher: "ingestion"),
        launcher makeLauncher: (Client) -> any ImporterLauncher
    ) throws -> IngestionService {
        let desk = PushDesk()
        let spool = Spool(folder: folder)
        try spool.prepare()
        let site = ImportRun.Site(
            storage: storage, desk: desk, launcher: makeLauncher(Client(inProcess: desk)),
            endpoint: "in-process", scratchFolder: folder)
        return IngestionService(
            site: site, spool: spool, importers: { importers }, events: events, server: nil)
    }

    /// Closes the endpoint of importers.
    package func close() async {
        await server?.stop()
    }

    package func register(on router: inout Router) {
        router.handle(Imports.run) { request, context, writer in
            try await self.run(request, context, writer)
        }
        router.handle(Imports.upload) { request, _, reader in
            try await self.spool.receive(request, reader)
        }
        registerEdits(on: &router)
        router.handle(Imports.putBack) { request, context in
            try await self.queue.run(for: context.profile) {
                try await Restitution(
                    storage: self.site.storage, id: request.id, options: context.onward
                ).report()
            }
        }
        router.handle(Checkups.ingestion) { request, _ in
            try await self.checkup(isRepairing: request.isRepairing)
        }
        router.handle(Imports.importers) { _, _ in self.listing }
    }

    private func registerEdits(on router: inout Router) {
        let editor = SampleEditor(storage: site.storage, queue: queue)
        router.handle(Edits.edit, isShort: true) { request, context in
            try await editor.perform(
                Corrections.Request(
                    action: .edit, sample: request.ref, value: request.value, unit: request.unit),
                context)
        }
        router.handle(Edits.delete, isShort: true) { request, context in
            try await editor.perform(
                Corrections.Request(action: .delete, sample: request.ref), context)
        }
        router.handle(Edits.restore, isShort: true) { request, context in
            try await editor.perform(
                Corrections.Request(action: .restore, sample: request.ref), context)
        }
        router.handle(Edits.revert) { request, context in
            try await editor.revert(request.turn, context)
        }
    }

    private func run(
        _ request: Imports.Run, _ context: CallContext, _ writer: TypedItemWriter<Imports.Progress>
    ) async throws -> ImportReport {
        defer { spool.remove(request.path) }
        let source = try ImportSource(path: request.path, name: request.name)
        let plugin = try ImporterChoice(importers: importers())
            .importer(for: source, named: request.importer)
        return try await queue.run(for: context.profile) {
            let feed = ProgressFeed(writer)
            let news = ImportNews(
                events, profile: context.profile, file: source.name,
                importer: plugin.manifest.name)
            let run = ImportRun(
                site: site, request: request, plugin: plugin, source: source,
                options: context.onward
            ) { progress in
                feed.send(progress)
                news.note(progress)
            }
            let result = await Result.catching { try await run.report() }
            await feed.finish()
            news.end(result)
            let report = try result.get()
            let isPlain = !request.isDryRun && !request.isReconciling
            if isPlain, report.id > 0, report.sameAs == nil { remember(run.knownFile, report.id) }
            return report
        }
    }

    private func checkup(isRepairing: Bool) async throws -> Checkups.Findings {
        if isRepairing { try spool.prepare() }
        let old = spool.outdated.count
        let leftovers = Checkups.Check(
            "spool", ok: old == 0,
            old == 0
                ? "No upload waits that nobody imported."
                : "\(old) uploads were never imported. Remove them with: dayline doctor --repair")
        let chunks = ChunkCheckup(storage: site.storage)
        return Checkups.Findings(checks: [
            try await chunks.run(isRepairing: isRepairing), leftovers,
        ])
    }

    /// In the line of imports, so that the same file finds it when it comes right afterwards.
    private func remember(_ file: KnownFile, _ id: Int64) {
        Task { [queue] in
            try? await queue.run(for: file.options.profile ?? CallMetadata.defaultProfile) {
                await file.remember(as: id)
            }
        }
    }

    private var listing: Imports.Importers {
        Imports.Importers(
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
