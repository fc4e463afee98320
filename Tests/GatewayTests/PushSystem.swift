import Contracts
import Foundation
import HTTPTypes
import HostFiles
import Hummingbird
import Logging
import RPC
import Synchronization
import Testing

@testable import Gateway

/// A web server with tokens and pushes in a folder of its own, and imports that are recorded.
final class PushSystem {
    let folder = NSTemporaryDirectory() + "dl-push-\(UUID().uuidString)"
    let tokens: APITokens
    let imports = ImportedPushes()

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        tokens = try APITokens(path: "\(folder)/tokens")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func server(
        _ logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> WebServer {
        try WebServer(
            in: folder, bus: Client(inProcess: Router([imports])), tokens: tokens, logger: logger)
    }

    func token(_ scope: Scope, for profile: String = "kim") throws -> String {
        try tokens.create(UUID().uuidString, for: profile, scopes: [scope], now: 1000).text
    }

    func request(_ body: String, _ headers: HTTPFields) -> Request {
        SampleBus.request(.post, "/push/health-auto-export", body, headers)
    }

    /// The methods on pushes that could not be imported.
    func pushes(of server: WebServer) -> Client {
        Client(inProcess: Router([PushService(imports: server.pushes)]))
    }

    /// The members of the document with the state of a push.
    func state(
        of id: String, _ text: String, _ server: WebServer
    ) async throws -> [String: String] {
        let request = SampleBus.request(
            .get, "/import/push/\(id)", "", [.authorization: "Bearer \(text)"])
        let response = try await server.pushState(id, request)
        let body = try await BodyText.of(response)
        let document = try JSONSerialization.jsonObject(with: Data(body.utf8))
        return try #require(document as? [String: Any]).compactMapValues { $0 as? String }
    }

    /// Imports until no file waits.
    func importAll(_ server: WebServer) async {
        let running = Task { await server.pushes.run() }
        while !server.pushes.folder.waiting.isEmpty { await Task.yield() }
        running.cancel()
    }

    /// Imports of a bus in this process.
    final class ImportedPushes: Service {
        /// The profile and the content of each imported file.
        let done = Mutex<[[String]]>([])
        /// The failure of the next import; nil: none.
        let failure = Mutex<Status?>(nil)
        /// The names of the profiles; nil: storage does not answer.
        let profiles = Mutex<[String]?>(nil)
        /// The number of times that the profiles were listed.
        let listings = Mutex(0)
        /// The zone of all profiles; nil: storage does not answer.
        let zone = Mutex<String?>(nil)

        func register(on router: inout RPC.Router) {
            router.handle(TrackerRecords.documents) { _, _ in
                guard let zone = self.zone.withLock({ $0 }) else {
                    throw Status(.unavailable, "Storage does not answer.")
                }
                return TrackerRecords.DocumentsResponse(
                    documents: [], version: 1, zones: [ZoneChange(from: nil, zone: zone)],
                    settings: [:])
            }
            router.handle(Profiles.list) { _, _ in
                self.listings.withLock { $0 += 1 }
                guard let names = self.profiles.withLock({ $0 }) else {
                    throw Status(.unavailable, "Storage does not answer.")
                }
                return Profiles.ListResponse(
                    profiles: names.map {
                        Profiles.Profile(
                            name: $0, zone: "UTC", zones: [], samples: 0, activities: 0)
                    })
            }
            router.handle(ImportLog.get) { request, context in
                guard request.id == 1, context.profile == "kim" else {
                    throw Status(.notFound, "There is no import \(request.id).")
                }
                return ImportLog.GetResponse(report: Self.report, quarantinedItems: [])
            }
            router.handle(Imports.run) { request, context, _ in
                if let failure = self.failure.withLock({ $0.take() }) { throw failure }
                let content = try String(contentsOfFile: request.path ?? "", encoding: .utf8)
                self.done.withLock {
                    $0.append([context.profile, content, request.importer ?? ""])
                }
                return Self.report
            }
        }

        private static let report = {
            var report = ImportReport(
                id: 1, importer: "", file: "", bytes: 0, seconds: 0, byType: [:], problems: [],
                ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 1)
            var removal = ImportReport.Removal(
                metric: "bodyMass", source: "Scale", device: "", unit: "kg")
            removal.samples = [.init(start: 0, end: 0, value: 81.25)]
            report.removed = [removal]
            return report
        }()
    }
}
