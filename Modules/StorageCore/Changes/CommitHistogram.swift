package import Contracts
import Synchronization

/// The times of commits of a process, from the start of the commit to its acknowledgement by the database.
package final class CommitHistogram: Sendable {
    /// Upper bounds in seconds.
    static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

    private struct State {
        /// The number of commits up to each bound and above the bound before it; the last one is
        /// that of commits above all bounds.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        /// The time of all commits.
        var seconds = 0.0
    }

    private let state = Mutex(State())

    package init() {}

    package func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.seconds += seconds
        }
    }

    package var times: StorageFigures.CommitTimes {
        let state = state.withLock { $0 }
        var sum = 0
        let buckets = zip(Self.bounds, state.counts).map { bound, count in
            sum += count
            return StorageFigures.Bucket(upTo: bound, count: sum)
        }
        return StorageFigures.CommitTimes(
            count: state.counts.reduce(0, +), seconds: state.seconds, buckets: buckets)
    }
}
