import Aggregation
import Contracts
import Folding
import RPC
import Synchronization

/// The day totals of the metrics asked for last, as long as storage says that they still hold.
final class DayTotalsCache: Sendable {
    private struct Key: Hashable {
        var profile: String
        var metric: String
    }

    private struct State {
        var pages: [Key: MetricDays] = [:]
        /// Least recently used first.
        var order: [Key] = []
    }

    private static let limit = 64

    private let client: Client
    private let state = Mutex(State())

    init(client: Client) {
        self.client = client
    }

    /// A metric's days with what storage says about them: always asked, seldom sent.
    func days(
        _ metric: String, asksNamesake: Bool? = nil, _ context: CallContext
    ) async throws -> MetricDays {
        let key = Key(profile: context.profile, metric: metric)
        let held = state.withLock { $0.pages[key] }
        let packet = try await client.call(
            Days.read,
            Days.Read(metric: metric, known: held?.page.version, asksNamesake: asksNamesake),
            context.onward)
        let totals: DayTotals
        if packet.body.isUnchanged, let held {
            totals = held.totals
        } else {
            let sent = try DayColumns(columns: packet.columns).totals
            if let changed = packet.body.changed, let held {
                totals = held.totals.replacing(changed.from...changed.to, with: sent)
            } else {
                totals = sent
            }
        }
        let days = MetricDays(page: packet.body, totals: totals)
        state.withLock { state in
            state.order.removeAll { $0 == key }
            state.order.append(key)
            state.pages[key] = days
            if state.order.count > Self.limit {
                state.pages[state.order.removeFirst()] = nil
            }
        }
        return days
    }
}

/// The folded days of a metric.
struct MetricDays: Sendable {
    var page: Days.Page
    var totals: DayTotals
}
