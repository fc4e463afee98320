import Aggregation
import Contracts
import Folding
import HostFiles
import RPC
import Synchronization

/// The day totals of the metrics asked for last, as long as they are known to hold.
///
/// Storage says whether they do, and sends what has changed. Where its changes are counted for all to
/// see, and told, it need not be asked: what was held is brought up to date with what was told since.
final class DayTotalsCache: Sendable {
    private struct Key: Hashable {
        var profile: String
        var metric: String
    }

    private struct Entry {
        var days: MetricDays
        /// The count of changes before storage was asked, or that of the last one since; nil when none
        /// is to be seen.
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

    /// A metric's days with what storage says about them.
    func days(
        _ metric: String, shouldFindNamesake: Bool? = nil, _ context: CallContext
    ) async throws -> MetricDays {
        let key = Key(profile: context.profile, metric: metric)
        // Before storage is asked: its answer may be newer, but not older.
        let count = changes?.count
        if let days = renewed(key, to: count),
            shouldFindNamesake != true || days.page.hasNamesake != nil
        {
            return days
        }
        let held = state.withLock { $0.entries[key]?.days }
        let packet = try await client.call(
            Days.read,
            Days.ReadRequest(
                metric: metric, knownVersion: held?.page.version,
                shouldFindActivity: shouldFindNamesake),
            context.forwardedOptions)
        let totals: DayTotals
        if packet.body.isUnchanged, let held {
            totals = held.totals
        } else {
            let sent = try DayColumns(columns: packet.columns).totals
            if let changed = packet.body.changed, var kept = held?.totals {
                kept.replace(changed.from...changed.to, with: sent)
                totals = kept
            } else {
                totals = sent
            }
        }
        let days = MetricDays(page: packet.body, totals: totals)
        store(Entry(days: days, count: count), key)
        return days
    }

    private func store(_ held: Entry, _ key: Key) {
        state.withLock { state in
            state.entries[key] = held
            state.use(key)
        }
    }

    /// What is held, as it is after the change of that count; nil when it is not known what has changed
    /// since.
    private func renewed(_ key: Key, to count: UInt64?) -> MetricDays? {
        guard let count, let changes else { return nil }
        return state.withLock { state in
            guard let known = state.entries[key]?.count else { return nil }
            if known != count {
                // What is still to be folded is not told.
                guard state.entries[key]?.days.page.stale == false,
                    let told = changes.contents(after: known, to: count),
                    let renewals = try? told.map({ content in
                        try JSONBody.decode(Days.CacheUpdate.self, from: content)
                    })
                else { return nil }
                // In place: nobody else holds the days as a rule.
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
    /// What is of a version that was reached before is known.
    fileprivate mutating func apply(_ renewal: Days.CacheUpdate) {
        guard renewal.version > page.version else { return }
        page.version = renewal.version
        guard renewal.metric == page.metric else { return }
        totals.replace(renewal.days.from...renewal.days.to, with: renewal.totals.totals)
    }
}
