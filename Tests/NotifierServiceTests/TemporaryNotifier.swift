import Contracts
import Foundation
import HostFiles
import Logging
import MemoryStorage
import NotifierService
import RPC
import Synchronization
import TestKit
import TrackerService

/// A notifier with a tracker on storage in memory, in a temporary home.
///
/// Changes of records are not followed, since there is no broker: a changed channel reads the rules again.
final class TemporaryNotifier: Sendable {
    let client: Client
    /// Storage and tracker.
    let bus: Client
    let home: Home
    private let notifier: Mutex<NotifierService?>
    private let clock: SettableClock

    /// 2026-01-05, a Monday, in milliseconds since 1970 UTC.
    static let monday: Int64 = 20_458 * 86_400_000

    /// A notifier whose clock shows a minute of that Monday, or one that continues in the home of another.
    /// `post` sends the requests of channels; nil: libcurl does. The notifier calls the other services
    /// through `transport`, which is made from that of the bus; nil: directly.
    init(
        at minute: Int, restarting other: TemporaryNotifier? = nil, logger: Logger = .silent,
        post: HTTPPost? = nil, transport: ((any Transport) -> any Transport)? = nil
    ) throws {
        let clock = other?.clock ?? SettableClock()
        clock.set(Self.monday + Int64(minute) * 60_000)
        let now: @Sendable () -> Int64 = { clock.now }
        self.clock = clock
        home =
            other?.home
            ?? Home(
                folder: NSTemporaryDirectory() + "dl-notifier-" + UUID().uuidString, runFolder: "")
        try FileManager.default.createDirectory(
            atPath: home.folder, withIntermediateDirectories: true)
        if let other {
            bus = other.bus
        } else {
            let storage = MemoryStorage(now: now)
            let tracker = TrackerService(
                client: Client(inProcess: storage), zones: ZoneCatalog(), now: now)
            bus = Client(inProcess: storage, tracker)
        }
        var caller = bus
        if let transport { caller = Client(transport(bus.transport)) }
        let service = try NotifierService(
            home: home, bus: caller, logger: logger, clock: clock, post: post)
        client = Client(inProcess: service)
        notifier = Mutex(service)
        service.start()
        TestCleanup.add { [self] in
            stop()
            try? FileManager.default.removeItem(atPath: home.folder)
        }
    }

    /// Ends the tasks without writing anything more.
    func stop() {
        notifier.withLock {
            $0?.close()
            $0 = nil
        }
    }

    /// The time of the clock as a minute of that Monday.
    var minute: Int { Int((clock.now - Self.monday) / 60_000) }

    /// Sets the clock to the instant of the first alarm. Returns the milliseconds that pass.
    func advanceToAlarm() -> Int64 {
        let now = clock.now
        let next = max(clock.nextAlarm ?? now, now)
        clock.set(next)
        return next - now
    }

    func set(minute: Int) {
        clock.set(Self.monday + Int64(minute) * 60_000)
    }

    func add(_ url: String, name: String = "hook", without: [String] = []) async throws {
        _ = try await client.call(
            Notifications.add,
            Notifications.AddRequest(name: name, kind: .webhook, url: url, without: without))
    }

    /// Sets the times of the reminders of an activity.
    func setTimes(_ activity: String, _ times: [String]) async throws {
        _ = try await client.call(
            Notifications.setActivityTimes,
            Notifications.SetTimesRequest(activity: activity, times: times))
    }

    /// Waits until nothing is evaluated or sent.
    func settle() async throws {
        try await eventually("the notifier is idle") {
            // Twice, since a function of an alarm can wake a task in between.
            var isIdle = true
            for _ in 0..<2 {
                isIdle = isIdle && clock.isIdle && notifier.withLock { $0?.isIdle ?? true }
            }
            return isIdle
        }
    }

    func deliveries() async throws -> [Notifications.Delivery] {
        try await client.call(Notifications.history, Notifications.HistoryRequest()).deliveries
    }
}
