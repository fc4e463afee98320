import Glibc
import RPC
import ZeroMQ

/// The service manager that started the supervisor, such as systemd, and waits for its notifications.
///
/// A notification is a datagram of `KEY=VALUE` lines to the socket of `NOTIFY_SOCKET`, as the manual
/// sd_notify(3) describes.
struct ServiceManager: Sendable {
    /// The variables of the supervisor, which its processes do not inherit.
    static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
    /// The time by which a step of the start or stop extends the time limit of the service manager.
    private static let stepLimit = Duration.seconds(30)
    /// Maximum wait while the queue of the socket is full.
    private static let sendLimit = timeval(tv_sec: 1, tv_usec: 0)

    /// The path of the socket; a null byte is first for an abstract one.
    private let address: [UInt8]
    /// The time between two watchdog notifications; nil without a watchdog.
    private let watchdogInterval: Duration?

    /// Nil if the environment names no socket, or one that is not a local one.
    init?(_ environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        address = Array(path.utf8).enumerated().map { index, byte in
            index == 0 && byte == UInt8(ascii: "@") ? 0 : byte
        }
        let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        // Half of the limit, as sd_watchdog_enabled(3) recommends.
        watchdogInterval = isWatched && limit > 1 ? .microseconds(limit / 2) : nil
    }

    /// The start has ended. Services that did not start are named by the status.
    func notifyReady() { send(["READY=1"]) }

    func notifyStopping() { send(["STOPPING=1", "STATUS=Stopping."]) }

    /// A step of the start or stop, which may take time.
    func notifyProgress(_ text: String) {
        send([
            "STATUS=\(text.onOneLine)",
            "EXTEND_TIMEOUT_USEC=\(Int64(Self.stepLimit / .microseconds(1)))",
        ])
    }

    /// The outcome of the start.
    func notify(status report: StartReport) {
        switch report {
        case .progress: break
        case .ready(_, let workers): send(["STATUS=\(workers.count) processes are ready."])
        case .alreadyRunning(let pid):
            send(["STATUS=Dayline is running already, supervised by \(pid)."])
        case .failed(let status): send(["STATUS=\(status.message.onOneLine)"])
        }
    }

    /// Sends watchdog notifications from the event loop until the task is cancelled, so that they stop
    /// when the loop hangs. Nil without a watchdog.
    func startWatchdog(on loop: Loop) -> Task<Void, Never>? {
        guard let watchdogInterval else { return nil }
        return Task(executorPreference: loop) {
            while !Task.isCancelled {
                send(["WATCHDOG=1"])
                await loop.sleep(for: watchdogInterval)
            }
        }
    }

    /// Sends a notification. A failure has no effect on the system: the service manager reports that it
    /// received nothing.
    private func send(_ lines: [String]) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var limit = Self.sendLimit
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + address.count }
        let message = Array(lines.joined(separator: "\n").utf8)
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = sendto(
                    descriptor, message, message.count, Int32(MSG_NOSIGNAL), pointer,
                    socklen_t(length ?? 0))
            }
        }
    }
}

extension String {
    /// The text with spaces instead of line breaks, which separate the lines of a notification.
    fileprivate var onOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
