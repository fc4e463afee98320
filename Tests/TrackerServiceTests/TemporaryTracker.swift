import CivilTime
import Contracts
import HostFiles
import MemoryStorage
import RPC
import Synchronization
import TestKit
import Testing
import Tracker
import TrackerService

/// A tracker service on storage in memory, called through encoded messages.
final class TemporaryTracker: Sendable {
    let service: TrackerService
    let client: Client
    /// The storage of the service.
    let storage: Client
    private let clock: SteppingClock

    /// 2026-01-05, a Monday, at noon in UTC.
    static let monday = CivilDate(days: 20_458)

    /// A tracker with storage and a clock of its own, or with those of another tracker. The clock is
    /// set to noon UTC of `today`, unless it is later.
    init(sharing other: TemporaryTracker? = nil, today: CivilDate = monday) async throws {
        let clock = other?.clock ?? SteppingClock()
        clock.advance(to: (Int64(today.days) * 24 + 12) * 3_600_000)
        let now: @Sendable () -> Int64 = { clock.next() }
        self.clock = clock
        storage = other?.storage ?? Client(inProcess: MemoryStorage(now: now))
        service = TrackerService(client: storage, zones: ZoneCatalog(), now: now)
        client = Client(inProcess: service)
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
        await TrashPurgeTask(service: service, logger: .silent).purgeIfDue("default")
    }

    /// The number of the last change in storage.
    func newestChange() async throws -> Int64 {
        try await storage.call(Changes.since, Changes.SinceRequest(number: 0, limit: 1)).latest
    }
}

/// A clock that advances one second at each reading.
private final class SteppingClock: Sendable {
    private let time = Mutex<Int64>(0)

    /// Sets the clock to `milliseconds` since 1970, unless it is later.
    func advance(to milliseconds: Int64) {
        time.withLock { $0 = max($0, milliseconds) }
    }

    func next() -> Int64 {
        time.withLock { time in
            time += 1000
            return time
        }
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
