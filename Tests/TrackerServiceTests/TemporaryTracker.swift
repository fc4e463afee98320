import CivilTime
import Contracts
import Foundation
import HostFiles
import Logging
import RPC
import StorageService
import Synchronization
import Testing
import Tracker
import TrackerService

/// A tracker service on a temporary database, called through encoded messages.
final class TemporaryTracker: Sendable {
    let folder: String
    let service: TrackerService
    let client: Client
    /// The storage of the service.
    let storage: Client

    /// 2026-01-05, a Monday, at noon in UTC.
    static let monday = CivilDate(days: 20_458)

    /// A tracker in an existing folder, or in a new one for nil. The clock starts at noon UTC of `today`.
    init(folder: String? = nil, today: CivilDate = monday) async throws {
        self.folder = folder ?? NSTemporaryDirectory() + "dl-tracker-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: self.folder, withIntermediateDirectories: true)
        let time = (Int64(today.days) * 24 + 12) * 3_600_000
        let count = Atomic<Int64>(0)
        // The clock advances one second at each reading.
        let now: @Sendable () -> Int64 = {
            time + count.add(1, ordering: .relaxed).newValue * 1000
        }
        storage = Client(
            inProcess: try await StorageService(
                path: "\(self.folder)/dayline.sqlite", systemZone: "UTC", now: now))
        service = TrackerService(client: storage, zones: ZoneCatalog(), now: now)
        client = Client(inProcess: service)
    }

    /// A second service on the same storage.
    init(sharing other: TemporaryTracker) async throws {
        folder = other.folder
        storage = other.storage
        let count = Atomic<Int64>(0)
        let time = (Int64(Self.monday.days) * 24 + 13) * 3_600_000
        service = TrackerService(client: storage, zones: ZoneCatalog()) {
            time + count.add(1, ordering: .relaxed).newValue * 1000
        }
        client = Client(inProcess: service)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @discardableResult
    func add(
        _ name: String, on day: CivilDate = monday, in container: String? = nil,
        _ change: (inout Activities.Fields) -> Void = { _ in }
    ) async throws -> Activities.Item {
        try await client.call(
            Activities.add,
            Activities.AddRequest(
                name: name, fields: Activities.Fields(change), container: container, on: day))
    }

    @discardableResult
    func edit(
        _ name: String, on day: CivilDate? = nil, scope: EditScope? = nil,
        _ change: (inout Activities.Fields) -> Void
    ) async throws -> Activities.Item {
        try await client.call(
            Activities.edit,
            Activities.EditRequest(
                name: name, fields: Activities.Fields(change), scope: scope, on: day))
    }

    /// Logs on any day, including days after today.
    @discardableResult
    func log(
        _ name: String, _ value: Double? = nil, on day: CivilDate? = nil, unit: String? = nil,
        key: String? = nil
    ) async throws -> Journal.LogResponse {
        try await client.call(
            Journal.log,
            Journal.LogRequest(
                activity: name, value: value.map(InputValue.number), unit: unit, on: day,
                future: true),
            CallOptions(idempotencyKey: key))
    }

    func today(_ day: CivilDate? = nil) async throws -> Journal.TodayResponse {
        try await client.call(Journal.today, Journal.DayRequest(on: day))
    }

    /// Purges the expired records in the trash, as the worker does once a day.
    func purgeTrash() async {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await TrashPurgeTask(service: service, logger: logger).purgeIfDue("default")
    }

    /// The number of the last change in storage.
    func newestChange() async throws -> Int64 {
        try await storage.call(Changes.since, Changes.SinceRequest(number: 0, limit: 1)).latest
    }
}

extension Activities.Fields {
    init(_ change: (inout Self) -> Void) {
        self.init()
        change(&self)
    }
}

/// The status that a call fails with; nil if it succeeds.
func status(of body: () async throws -> Void) async -> Status? {
    do {
        try await body()
        return nil
    } catch {
        return Status(describing: error)
    }
}

/// A call of a method whose reply is not needed.
func call<Request, Reply>(
    _ method: Method<Request, Reply>, _ request: Request
) -> @Sendable (TemporaryTracker) async throws -> Void {
    { _ = try await $0.client.call(method, request) }
}
