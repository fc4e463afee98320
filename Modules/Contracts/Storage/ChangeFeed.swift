package import RPC
import Synchronization

/// The changes of a profile after a number: each once, in order, none missed.
///
/// The log is the truth. An event only says that there is more to read, so it does no harm when one
/// is lost, comes twice or tells of a change that was read already.
package final class ChangeFeed: Sendable {
    private static let initialDelay = Duration.milliseconds(50)
    private static let maximumDelay = Duration.seconds(1)

    private let client: Client
    private let profile: String?
    private let lastNumber: Mutex<Int64>

    /// - Parameters:
    ///   - client: Of the bus.
    ///   - profile: Whose changes; nil: the default profile's.
    ///   - number: The last number that was seen; nil: the newest there is.
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

    /// Gives `receive` what there is after the number, up to the newest change at the time of asking.
    ///
    /// - Throws: What `receive` throws, and the status of a call that failed.
    package func read(_ receive: (Changes.Change) async throws -> Void) async throws {
        while true {
            let page = try await client.call(
                Changes.since, .init(number: number), CallOptions(profile: profile))
            for change in page.changes {
                try await receive(change)
                advance(to: change.number)
            }
            if page.changes.isEmpty {
                // The newest may be another profile's.
                return advance(to: page.latest)
            }
            if number == page.latest { return }
        }
    }

    /// As `read`, and what cannot be asked at the moment is asked again until it can.
    package func readWithRetries(_ receive: (Changes.Change) async throws -> Void) async throws {
        var delay = Self.initialDelay
        while true {
            do {
                return try await read(receive)
            } catch {
                let passing: [Status.Code] = [
                    .unavailable, .resourceExhausted, .deadlineExceeded,
                ]
                guard passing.contains(Status(describing: error).code) else { throw error }
            }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, Self.maximumDelay)
        }
    }
}
