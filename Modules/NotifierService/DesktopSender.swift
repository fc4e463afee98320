import CLinux
import Contracts
import Glibc
import HostFiles
import Notifications
import RPC
import Synchronization

/// Shows notifications on the desktop, on one thread that the first notification starts.
///
/// The thread waits in the kernel for the next notification and for actions that a person chooses.
final class DesktopSender: Sendable {
    private struct Job {
        let title: String
        let body: String
        let actions: [Contracts.Notifications.Action]
        let token: String
        let completion: @Sendable (ChannelSender.Outcome) -> Void
    }

    private struct State {
        var queue: [Job] = []
        var isRunning = false
        var isClosed = false
    }

    /// Shown notifications whose actions are known.
    private static let shownLimit = 256

    private let state = Mutex(State())
    /// Wakes the thread; -1 if the system has no descriptor left.
    private let wake = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    private let onAction: @Sendable (_ token: String, Contracts.Notifications.Action) -> Void

    /// `onAction` is called on the thread.
    init(
        onAction: @escaping @Sendable (_ token: String, Contracts.Notifications.Action) -> Void
    ) {
        self.onAction = onAction
    }

    deinit {
        Glibc.close(wake)
    }

    func send(_ delivery: DeliveryRecord) async -> ChannelSender.Outcome {
        let text = delivery.notification.text
        return await withCheckedContinuation { continuation in
            let job = Job(
                title: text.title, body: text.body, actions: delivery.actions,
                token: delivery.token
            ) { continuation.resume(returning: $0) }
            let isStarting = state.withLock { state in
                guard !state.isClosed else { return nil as Bool? }
                state.queue.append(job)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard let isStarting else { return job.completion(.failed("the worker ends")) }
            guard isStarting else { return signal() }
            do throws(Status) {
                try DetachedThread.start { self.run() }
            } catch {
                state.withLock { $0.isRunning = false }
                for job in drain() { job.completion(.failed(error.message)) }
            }
        }
    }

    /// Ends the thread; waiting notifications fail.
    func close() {
        state.withLock { $0.isClosed = true }
        signal()
    }

    private func signal() {
        dayline_eventfd_signal(wake)
    }

    private func drain() -> [Job] {
        state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
    }

    private func run() {
        var connection: DesktopConnection?
        var shown: [(number: UInt32, token: String)] = []
        while !state.withLock({ $0.isClosed }) {
            for job in drain() { job.completion(show(job, &connection, &shown)) }
            if !readActions(connection, shown) { connection = nil }
            var entries = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
            if let connection {
                entries.append(
                    pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0))
            }
            poll(&entries, nfds_t(entries.count), -1)
            dayline_eventfd_clear(wake)
        }
        for job in drain() { job.completion(.failed("the worker ends")) }
    }

    private func show(
        _ job: Job, _ connection: inout DesktopConnection?,
        _ shown: inout [(number: UInt32, token: String)]
    ) -> ChannelSender.Outcome {
        do throws(Status) {
            let open: DesktopConnection
            if let connection { open = connection } else { open = try DesktopConnection() }
            connection = open
            let number = try open.notify(
                title: job.title, body: job.body,
                actions: job.actions.map { (key: $0.rawValue, label: $0.title) })
            shown = shown.suffix(Self.shownLimit - 1) + [(number, job.token)]
            return .accepted
        } catch {
            connection = nil
            return .failed(error.message)
        }
    }

    /// Reads the pressed buttons. Returns false if the connection has ended.
    private func readActions(
        _ connection: DesktopConnection?, _ shown: [(number: UInt32, token: String)]
    ) -> Bool {
        guard let connection else { return true }
        do throws(Status) {
            while let chosen = try connection.nextAction() {
                guard let action = Contracts.Notifications.Action(rawValue: chosen.key),
                    let token = shown.last(where: { $0.number == chosen.number })?.token
                else { continue }
                onAction(token, action)
            }
            return true
        } catch {
            return false
        }
    }
}
