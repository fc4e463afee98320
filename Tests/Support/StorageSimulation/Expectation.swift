import Contracts
import Synchronization

/// The data that a run expects: acknowledged writes, and those without an acknowledgement, which are stored
/// completely or not at all.
final class Expectation: Sendable {
    /// A value of an entry that a write stores.
    struct Value: Hashable {
        var id: String
        var value: Double
    }

    struct State {
        /// The values that each entry can have; nil: no such entry.
        var entries: [String: [Double?]] = [:]
        /// The values of writes that are not answered yet, which a read can find.
        var pending: [String: [Double?]] = [:]
        /// The values of all writes that have begun, in their order.
        var begun: [String: [Double?]] = [:]
        /// Entries of one step, of which both or neither are stored.
        var pairs: [(String, String)] = []
        /// The values that writes have stored or can have stored; true if acknowledged.
        var values: [Value: Bool] = [:]
        /// The samples of acknowledged imports.
        var samples: Set<SimulatedSample> = []
        /// The samples of imports without an acknowledgement.
        var doubtful: [Set<SimulatedSample>] = []
        /// The numbers of acknowledged imports.
        var imports: [Int64] = []
        /// The number of acknowledged writes and imports.
        var acknowledged = 0
        /// The number of other writes and imports.
        var failed = 0
        var problems: [String] = []
    }

    private let state = Mutex(State())

    var current: State { state.withLock { $0 } }

    func report(_ problem: String) {
        state.withLock { $0.problems.append(problem) }
    }

    /// Records that a write of entries begins.
    func begin(_ values: [String: Double?]) {
        state.withLock { state in
            for (id, value) in values {
                state.pending[id, default: []].append(value)
                state.begun[id, default: []].append(value)
            }
        }
    }

    /// Records the end of a write of entries with their new values; nil: removed.
    func record(_ values: [String: Double?], isAcknowledged: Bool) {
        state.withLock { state in
            if isAcknowledged { state.acknowledged += 1 } else { state.failed += 1 }
            for (id, value) in values {
                if let index = state.pending[id]?.firstIndex(of: value) {
                    state.pending[id]?.remove(at: index)
                }
                if isAcknowledged {
                    state.entries[id] = [value]
                } else {
                    state.entries[id, default: [nil]].append(value)
                }
                guard let value else { continue }
                let known = state.values[Value(id: id, value: value)] ?? false
                state.values[Value(id: id, value: value)] = known || isAcknowledged
            }
        }
    }

    func recordPair(_ first: String, _ second: String) {
        state.withLock { $0.pairs.append((first, second)) }
    }

    /// The entries with one possible value, and that are in no pair.
    var certainEntries: [String] {
        state.withLock { state in
            let paired = Set(state.pairs.flatMap { [$0.0, $0.1] })
            return state.entries.filter { $0.value.count == 1 && !paired.contains($0.key) }
                .keys.sorted()
        }
    }

    /// The values that a read of an entry that begins now can find, and the number of writes of the entry that
    /// have begun, of which later ones can be found too.
    func values(of id: String) -> (possible: [Double?], begun: Int) {
        state.withLock { state in
            let possible = (state.entries[id] ?? [nil]) + (state.pending[id] ?? [])
            return (possible, state.begun[id]?.count ?? 0)
        }
    }

    /// The values of the writes of an entry that have begun after the first `count`.
    func values(of id: String, begunAfter count: Int) -> [Double?] {
        state.withLock { Array(($0.begun[id] ?? []).dropFirst(count)) }
    }

    /// Records an import; nil without an acknowledgement.
    func record(_ file: SampleFile, _ report: ImportReport?) {
        state.withLock { state in
            let samples = Set(file.samples)
            guard let report else {
                state.failed += 1
                if !file.isBroken { state.doubtful.append(samples) }
                return
            }
            state.acknowledged += 1
            if file.isBroken { state.problems.append("an import that failed was acknowledged") }
            let new = samples.subtracting(state.samples)
            let isKnown = state.doubtful.isEmpty && report.sameAs == nil
            if !report.byType.values.allSatisfy(\.isBalanced)
                || report.stored + report.duplicate != samples.count
                || report.quarantined != file.damaged || report.ignored != file.ignored
                || isKnown && report.stored != new.count
            {
                state.problems.append(
                    "the import \(report.id) has wrong counts: \(report.read) read, "
                        + "\(report.stored) stored, \(report.duplicate) duplicate, "
                        + "\(report.quarantined) quarantined, \(report.ignored) ignored; the file has "
                        + "\(samples.count) samples, \(new.count) of them new, \(file.damaged) damaged "
                        + "and \(file.ignored) ignored lines")
            }
            state.samples.formUnion(samples)
            state.imports.append(report.id)
        }
    }
}
