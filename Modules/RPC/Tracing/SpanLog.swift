import Glibc
import Memberwise
import Synchronization

/// The newest calls that the servers of a process have answered, in constant memory.
///
/// Calls of the bus services about the server itself are not recorded.
package final class SpanLog: Sendable {
    /// The log of this process.
    package static let process = SpanLog()
    package static let standardCapacity = 4096

    private struct State {
        var spans: [Span] = []
        /// The number of the newest span, counted from 1.
        var latest: Int64 = 0
        var receiver: (@Sendable (Span) -> Void)?
    }

    private let capacity: Int
    private let state = Mutex(State())

    package init(capacity: Int = standardCapacity) {
        self.capacity = capacity
    }

    /// Calls `receiver` for each later span, on the thread that answered the call.
    package func forward(to receiver: @escaping @Sendable (Span) -> Void) {
        state.withLock { $0.receiver = receiver }
    }

    package func record(_ span: Span) {
        let receiver = state.withLock { state in
            let slot = Int(state.latest % Int64(capacity))
            if slot == state.spans.count {
                state.spans.append(span)
            } else {
                state.spans[slot] = span
            }
            state.latest += 1
            return state.receiver
        }
        receiver?(span)
    }

    /// Spans with their numbers, ascending.
    @Memberwise
    package struct Page: Sendable {
        package var spans: [(number: Int64, span: Span)]
        /// The number of the newest span of the process; 0: none.
        package var latest: Int64
        /// The spans after the requested number that are not in memory any more.
        package var lost: Int64
    }

    /// The first `limit` spans after a number.
    package func spans(after number: Int64, limit: Int) -> Page {
        state.withLock { state in
            let oldest = state.latest - Int64(state.spans.count)
            let first = min(max(number, oldest, 0), state.latest)
            let last = min(state.latest, first + Int64(limit))
            return Page(
                spans: (first..<last).map { ($0 + 1, state.spans[Int($0 % Int64(capacity))]) },
                latest: state.latest, lost: max(0, first - max(0, number)))
        }
    }

    /// The spans whose trace or call begins with hexadecimal digits.
    package func spans(matching digits: String) -> Page {
        var page = spans(after: 0, limit: capacity)
        page.spans.removeAll { _, span in
            !span.trace.description.hasPrefix(digits)
                && (span.call == .none || !span.call.description.hasPrefix(digits))
        }
        return page
    }

    /// Microseconds since 1970 UTC.
    package static var nowMicros: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
