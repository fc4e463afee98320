import Aggregation
import Contracts
import Folding
import HostFiles
import RPC
import Synchronization

/// An LRU cache of day totals by profile and metric.
///
/// An entry is valid while storage's commit counter is unchanged. After a commit the changes are read
/// from storage, which sends only the changed days.
final class DayTotalsCache: Sendable {
    private struct Key: Hashable {
        var profile: String
        var metric: String
    }

    private struct Entry {
        var days: MetricDays
        /// The commit counter before storage was called; nil without a counter.
        var count: UInt64?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Least recently used first.
        var order: [Key] = []

        mutating func use(_ key: Key) {
            order.removeAll { $0 == key }
            order.append(key)
            if order.count > limit { entries[order.removeFirst()] = nil }
        }
    }

    private static let limit = 64

    private let client: Client
    private let changes: CommitCounterReader?
    private let state = Mutex(State())

    init(client: Client, changes: CommitCounterReader?) {
        self.client = client
        self.changes = changes
    }

    /// The folded days of a metric, from the cache or from storage.
    func days(
        _ metric: String, shouldFindNamesake: Bool? = nil, _ context: CallContext
    ) async throws -> MetricDays {
        let key = Key(profile: context.profile, metric: metric)
        // Read before the call: the response can be newer than the counter, but never older.
        let count = changes?.count
        if let days = cached(key, at: count),
            shouldFindNamesake != true || days.page.hasNamesake != nil
        {
            return days
        }
        let known = state.withLock { $0.entries[key]?.days }
        let packet = try await client.days(
            Days.ReadRequest(
                metric: metric, knownVersion: known?.page.version,
                shouldFindActivity: shouldFindNamesake),
            context.forwardedOptions)
        let totals: DayTotals
        if packet.body.isUnchanged, let known {
            totals = known.totals
        } else {
            let sent = try DayColumns(columns: packet.columns).totals
            if let changed = packet.body.changed, var merged = known?.totals {
                merged.replace(changed.from...changed.to, with: sent)
                totals = merged
            } else {
                totals = sent
            }
        }
        let days = MetricDays(page: packet.body, totals: totals)
        store(Entry(days: days, count: count), key)
        return days
    }

    private func store(_ cached: Entry, _ key: Key) {
        state.withLock { state in
            state.entries[key] = cached
            state.use(key)
        }
    }

    /// The cached days; nil if they may have changed before the commit counter `count`.
    private func cached(_ key: Key, at count: UInt64?) -> MetricDays? {
        guard let count else { return nil }
        return state.withLock { state in
            guard let entry = state.entries[key], entry.count == count else { return nil }
            state.use(key)
            return entry.days
        }
    }
}

/// The folded days of a metric.
struct MetricDays: Sendable {
    var page: Days.ReadResponse
    var totals: DayTotals
}
