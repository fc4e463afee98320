import Aggregation
import Contracts
import Folding
import HostFiles
import RPC
import Synchronization

/// An LRU cache of day totals by profile and metric.
///
/// An entry is valid while storage's commit counter is unchanged. The counter's log of folded days
/// updates an entry without a call; other changes are read from storage, which sends only the
/// changed days.
final class DayTotalsCache: Sendable {
    private struct Key: Hashable {
        var profile: String
        var metric: String
    }

    private struct Entry {
        var days: MetricDays
        /// The commit counter before storage was called, or after the last update; nil without a
        /// counter.
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
        if let days = renewed(key, to: count),
            shouldFindNamesake != true || days.page.hasNamesake != nil
        {
            return days
        }
        let cached = state.withLock { $0.entries[key]?.days }
        let packet = try await client.call(
            Days.read,
            Days.ReadRequest(
                metric: metric, knownVersion: cached?.page.version,
                shouldFindActivity: shouldFindNamesake),
            context.forwardedOptions)
        let totals: DayTotals
        if packet.body.isUnchanged, let cached {
            totals = cached.totals
        } else {
            let sent = try DayColumns(columns: packet.columns).totals
            if let changed = packet.body.changed, var merged = cached?.totals {
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

    /// The cached days, updated to the commit counter `count`; nil if not all changes since are
    /// known.
    private func renewed(_ key: Key, to count: UInt64?) -> MetricDays? {
        guard let count, let changes else { return nil }
        return state.withLock { state in
            guard let known = state.entries[key]?.count else { return nil }
            if known != count {
                // The counter's log does not have days that wait to be folded.
                guard state.entries[key]?.days.page.stale == false,
                    let contents = changes.contents(after: known, to: count),
                    let renewals = try? contents.map({ content in
                        try JSONBody.decode(Days.CacheUpdate.self, from: content)
                    })
                else { return nil }
                // Updated in place: the cache usually has the only reference to the days.
                for renewal in renewals where renewal.profile == key.profile {
                    state.entries[key]?.days.apply(renewal)
                }
                state.entries[key]?.count = count
            }
            state.use(key)
            return state.entries[key]?.days
        }
    }
}

/// The folded days of a metric.
struct MetricDays: Sendable {
    var page: Days.ReadResponse
    var totals: DayTotals
}

extension MetricDays {
    /// Ignores updates at or below the cached version.
    fileprivate mutating func apply(_ renewal: Days.CacheUpdate) {
        guard renewal.version > page.version else { return }
        page.version = renewal.version
        guard renewal.metric == page.metric else { return }
        totals.replace(renewal.days.from...renewal.days.to, with: renewal.totals.totals)
    }
}
