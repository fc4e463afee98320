import Contracts
import Foundation
import HostFiles
import MemoryStorage
import NotifierService
import RPC
import Synchronization
import TestKit
import TrackerService

/// A notifier with a simulated clock and receivers that is killed and started again on its log, with a
/// tracker on storage in memory that continues.
final class SimulatedNotifier {
    static let dayMilliseconds: Int64 = 86_400_000
    /// 2026-01-05 in milliseconds since 1970 UTC.
    static let start: Int64 = 20_458 * dayMilliseconds

    let channels = SimulatedChannels()
    let bus: Client
    private let time: WorldTime
    private let root = NSTemporaryDirectory() + "dl-simulation-" + UUID().uuidString
    private var incarnation = 0
    private var clock = SettableClock()
    private var service: NotifierService?
    /// A client of the running notifier.
    private(set) var client: Client

    /// The time, which continues while the notifier is dead.
    private final class WorldTime: Sendable {
        let now = Mutex(SimulatedNotifier.start)
        /// The clock of the running notifier.
        let clock = Mutex<SettableClock?>(nil)

        func set(_ milliseconds: Int64) {
            now.withLock { $0 = milliseconds }
            clock.withLock { $0 }?.set(milliseconds)
        }
    }

    /// A bus that has no events.
    private struct SilentBus: Service {
        func register(on router: inout Router) {
            router.handle(BusEvents.subscribe) { _, _, _ in
                try await Task.sleep(for: .seconds(3600))
                return Empty()
            }
        }
    }

    init() throws {
        let time = WorldTime()
        self.time = time
        let now: @Sendable () -> Int64 = { time.now.withLock { $0 } }
        let storage = MemoryStorage(now: now)
        let tracker = TrackerService(
            client: Client(inProcess: storage), zones: ZoneCatalog(), now: now)
        bus = Client(inProcess: storage, tracker, SilentBus())
        client = bus
        try startNotifier(log: nil, isTorn: false)
    }

    var now: Int64 { time.now.withLock { $0 } }
    var isDead: Bool { channels.snapshot != nil }
    var nextAlarm: Int64? { clock.nextAlarm }
    /// The home of the running notifier.
    var folder: String { home.folder }
    private var home: Home { Home(folder: "\(root)/\(incarnation)", runFolder: "") }

    /// The deliveries in the log of the running notifier.
    var deliveries: [StoredDelivery] {
        StoredDelivery.read(
            FileManager.default.contents(atPath: home.notificationLog) ?? Data())
    }

    /// Sets the clock, and waits until the notifier has done all that is due or is dead.
    func set(_ milliseconds: Int64) async throws {
        if isDead {
            time.now.withLock { $0 = milliseconds }
        } else {
            time.set(milliseconds)
        }
        try await settle()
    }

    /// Sets the clock after a number of steps of the running notifier.
    func setClock(after steps: Int, to milliseconds: Int64) {
        channels.setClock(after: steps) { [time] in time.set(milliseconds) }
    }

    /// Waits until the notifier has done all that is due or is dead. Other tasks run one at a time.
    func settle() async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !isDead, !(clock.isIdle && service?.isIdle ?? true) {
            guard ContinuousClock.now < end else { throw Status(.deadlineExceeded, "Not idle.") }
            await Task.yield()
        }
    }

    /// Starts the notifier after a kill. `isTorn` is true if the kill has cut off a line of the log.
    func restart(isTorn: Bool) async throws {
        guard let snapshot = channels.snapshot else { return }
        service?.close()
        try startNotifier(log: snapshot, isTorn: isTorn)
        try await settle()
    }

    private func startNotifier(log: Data?, isTorn: Bool) throws {
        let stored = try? String(contentsOfFile: home.notificationChannels, encoding: .utf8)
        let keys = FileManager.default.contents(atPath: home.notificationKeys)
        incarnation += 1
        try FileManager.default.createDirectory(
            atPath: home.folder, withIntermediateDirectories: true)
        if let log {
            let rest = isTorn ? Data("\n{\"profile\":\"Me\",\"posi".utf8) : Data()
            try (log + rest).write(to: URL(filePath: home.notificationLog))
        }
        try stored?.write(
            toFile: home.notificationChannels, atomically: false, encoding: .utf8)
        try keys?.write(to: URL(filePath: home.notificationKeys))
        let number = channels.start(log: home.notificationLog)
        let clock = SettableClock { [channels] in channels.step(number) }
        clock.set(now)
        let service = try NotifierService(
            home: home, bus: bus, logger: .silent,
            clock: clock, post: { [channels] body, url, _ in channels.post(number, body, url) })
        client = Client(inProcess: service)
        (self.clock, self.service) = (clock, service)
        time.clock.withLock { $0 = clock }
        service.start()
    }

    func remove() {
        service?.close()
        try? FileManager.default.removeItem(atPath: root)
    }
}
