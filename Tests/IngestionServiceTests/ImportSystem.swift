import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC

@testable import IngestionService

/// A service with its storage, a scripted importer, and a file to import.
final class ImportSystem: Sendable {
    let storage = MemoryStorage()
    let events = EventPublisher(publisher: "test")
    let client: Client
    let folder: String
    let file: String

    /// `script` gets a client of the receiver.
    init(
        _ script: @escaping @Sendable (Client, ImportJob, ScriptedImporter) async throws -> Void
    ) throws {
        folder = "/tmp/dayline-ingestion-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(folder, 0o700)
        file = "\(folder)/export.xml"
        try Data("<?xml version=\"1.0\"?>".utf8).write(to: URL(filePath: file))
        let manifest = """
            {"name": "test", "kind": "importer", "executable": "Test", "summary": "Tests.", \
            "version": "1.0", "accepts": ["*.xml"]}
            """
        let plugin = InstalledPlugin(
            manifest: try Manifest(parsing: Array(manifest.utf8), file: "plugin.json"),
            file: "plugin.json", executable: "/bin/false")
        let service = try IngestionService.inProcess(
            folder: "\(folder)/spool", storage: Client(inProcess: storage), importers: [plugin],
            events: events
        ) { receiver in
            ScriptedLauncher { job, importer in try await script(receiver, job, importer) }
        }
        client = Client(inProcess: service)
    }

    deinit {
        // A failure does not affect the test.
        try? FileManager.default.removeItem(atPath: folder)
    }

    func run(
        dryRun: Bool = false, profile: String? = nil
    ) async throws(Status) -> ImportReport {
        try await client.stream(
            Imports.run, Imports.RunRequest(path: file, isDryRun: dryRun),
            CallOptions(profile: profile)
        ) { _ in }
    }
}
