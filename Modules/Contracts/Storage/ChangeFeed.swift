package import RPC
import Synchronization

/// The changes of a profile after a number: each once, in order, none missed.
///
/// The change log is authoritative. An event only signals that the log has more changes, so a lost,
/// repeated or late event does no harm.
package final class ChangeFeed: Sendable {
    private static let initialDelay = Duration.milliseconds(50)
    private static let maximumDelay = Duration.seconds(1)

    private let client: Client
    private let profile: String?
    private let lastNumber: Mutex<Int64>

    /// - Parameters:
    ///   - client: The client of the bus.
    ///   - profile: The profile whose changes are read; nil: the default profile.
    ///   - number: The number of the last change that was read; nil: that of the newest change.
    /// - Throws: OUT_OF_RANGE if the database has no change with that number.
    package init(_ client: Client, profile: String?, after number: Int64?) async throws {
        self.client = client
        self.profile = profile
        let page = try await client.call(
            Changes.since, .init(number: number ?? 0, limit: 1), CallOptions(profile: profile))
        lastNumber = Mutex(number ?? page.latest)
    }

    /// The last number that was read.
    package var number: Int64 { lastNumber.withLock { $0 } }

    private func advance(to number: Int64) {
        lastNumber.withLock { $0 = max($0, number) }
    }

    /// Passes the changes after the number to `receive`, up to the newest change at the time of the
    /// call.
    ///
    /// - Throws: The errors of `receive`, and the status of a call that failed.
    package func read(_ receive: (Changes.Change) async throws -> Void) async throws {
        while true {
            let page = try await client.call(
                Changes.since, .init(number: number), CallOptions(profile: profile))
            for change in page.changes {
                try await receive(change)
                advance(to: change.number)
            }
            if page.changes.isEmpty {
                // // The newest change can be that of another profile.
                return advance(to: page.latest)
            }
            if number == page.latest { return }
        }
    }

    /// Reads as `read` does, and retries while storage is unavailable or busy.
    package func readWithRetries(_ receive: (Changes.Change) async throws -> Void) async throws {
        var delay = Self.initialDelay
        while true {
            do {
                return try await read(receive)
            } catch {
                guard Status(describing: error).code.canSucceedLater else { throw error }
            }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, Self.maximumDelay)
        }
    }
}
