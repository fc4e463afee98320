import Contracts
package import HostFiles
package import Logging
package import RPC
import Uploads
package import ZeroMQ
import ZeroMQTransport

/// Imports files: chooses the importer, runs it, and stages its samples as chunks in storage.
package final class IngestionService: Service {
    let dependencies: ImportRun.Dependencies
    let spool: Spool
    private let importers: @Sendable () -> [InstalledPlugin]
    let queue = ImportQueue()
    let activeImports = ActiveImports()
    /// A client of the bus; nil if there is no tracker.
    let bus: Client?
    let linkedActivities: LinkedActivities
    let events: EventPublisher
    /// Nil: failures are not stored.
    let failures: FailureRecords?
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

    var inspection: ImportInspection {
        ImportInspection(
            choice: ImporterChoice(importers: importers()),
            scratchFolder: dependencies.scratchFolder)
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
