import Contracts

/// The days of one metric that are to be folded, in slices that several workers share.
///
/// A slice that was folded stays valid when other days of the metric change; only those that overlap
/// what changed are done again.
struct FoldJob {
    struct Slice {
        var days: DaySpan
        var state: State = .waiting
        /// Times that it was given to a worker since its samples changed.
        var attempts = 0
    }

    enum State {
        case waiting
        case leased(Int64)
        case folded(DayColumns)
        /// Given up: it was tried too often.
        case parked
    }

    /// Days of one slice; a span of centuries is cut into larger ones instead of more.
    static let sliceDays = 800
    static let sliceLimit = 64
    /// Each slice costs as much as folding some thousands of samples, so days with fewer than this
    /// many are one.
    static let sliceSamples: Int64 = 1 << 18
    static let attemptLimit = 8

    /// The version that last changed the metric.
    private(set) var version: Int64
    /// Disjoint, in the order they were added.
    private(set) var slices: [Slice] = []
    /// A slice of it was parked, and nothing has come of another attempt yet.
    private(set) var hasFailed = false

    init(version: Int64) {
        self.version = version
    }

    /// Marks days as changed by `version`; `samples` is about how many they have, 0 when it
    /// is not known.
    /// - Returns: The leases that are void with it, and the slices that wait since.
    mutating func add(
        _ spans: [DaySpan], version: Int64, samples: Int64 = 0
    ) -> (void: [Int64], waiting: [DaySpan]) {
        let isSmall = 0 < samples && samples < Self.sliceSamples
        self.version = max(self.version, version)
        var void: [Int64] = []
        var waiting: [DaySpan] = []
        for span in spans {
            for index in slices.indices where slices[index].days.overlaps(span) {
                switch slices[index].state {
                case .waiting: continue
                case .leased(let lease): void.append(lease)
                case .folded, .parked: break
                }
                slices[index] = Slice(days: slices[index].days)
                waiting.append(slices[index].days)
            }
            let uncovered = uncovered(span)
            for days in isSmall ? uncovered : uncovered.flatMap(Self.cut) {
                slices.append(Slice(days: days))
                waiting.append(days)
            }
        }
        if !isParked { hasFailed = false }
        return (void, waiting)
    }

    /// Gives a slice that waits to a worker.
    /// - Returns: False when it does not wait any more.
    mutating func lease(_ days: DaySpan, as lease: Int64) -> Bool {
        guard let index = slices.firstIndex(where: { $0.days == days }),
            case .waiting = slices[index].state
        else { return false }
        slices[index].state = .leased(lease)
        slices[index].attempts += 1
        return true
    }

    func isWaiting(_ days: DaySpan) -> Bool {
        slices.contains { slice in
            if slice.days == days, case .waiting = slice.state { true } else { false }
        }
    }

    /// Takes a slice back from a worker that did not do it.
    /// - Returns: Whether it waits again; false when it was tried too often.
    mutating func release(_ days: DaySpan) -> Bool {
        guard let index = slices.firstIndex(where: { $0.days == days }) else { return false }
        let isTriedTooOften = slices[index].attempts >= Self.attemptLimit
        slices[index].state = isTriedTooOften ? .parked : .waiting
        if isTriedTooOften { hasFailed = true }
        return !isTriedTooOften
    }

    /// Has parked slices wait again, for one attempt each. `shouldResetFailures`: as if they had not failed, for as
    /// many attempts as at first.
    mutating func retry(shouldResetFailures: Bool) -> [DaySpan] {
        if shouldResetFailures { hasFailed = false }
        var waiting: [DaySpan] = []
        for index in slices.indices {
            guard case .parked = slices[index].state else { continue }
            slices[index].state = .waiting
            slices[index].attempts = shouldResetFailures ? 0 : Self.attemptLimit - 1
            waiting.append(slices[index].days)
        }
        return waiting
    }

    mutating func finish(_ days: DaySpan, with totals: DayColumns) {
        guard let index = slices.firstIndex(where: { $0.days == days }) else { return }
        slices[index].state = .folded(totals)
    }

    /// What was folded; nil while some of it is not.
    var foldedSlices: [FoldedMetric.Slice]? {
        var parts: [FoldedMetric.Slice] = []
        for slice in slices {
            guard case .folded(let totals) = slice.state else { return nil }
            parts.append(FoldedMetric.Slice(days: slice.days, totals: totals))
        }
        return parts
    }

    var progress: Folds.Progress {
        let done = slices.count { slice in
            if case .folded = slice.state { true } else { false }
        }
        return Folds.Progress(done: done, tasks: slices.count)
    }

    var isParked: Bool {
        slices.contains { slice in
            if case .parked = slice.state { true } else { false }
        }
    }

    /// The days of `span` that no slice has.
    private func uncovered(_ span: DaySpan) -> [DaySpan] {
        var gaps: [DaySpan] = []
        var start = Int(span.from)
        for slice in slices.map(\.days).filter(span.overlaps).sorted(by: { $0.from < $1.from }) {
            if start < Int(slice.from) {
                gaps.append(DaySpan(from: Int32(clamping: start), to: slice.from - 1))
            }
            start = max(start, Int(slice.to) + 1)
        }
        if start <= Int(span.to) {
            gaps.append(DaySpan(from: Int32(clamping: start), to: span.to))
        }
        return gaps
    }

    private static func cut(_ span: DaySpan) -> [DaySpan] {
        let count = Int(span.to) - Int(span.from) + 1
        let size = max(sliceDays, (count + sliceLimit - 1) / sliceLimit)
        return stride(from: Int(span.from), through: Int(span.to), by: size).map { start in
            DaySpan(
                from: Int32(clamping: start),
                to: Int32(clamping: min(Int(span.to), start + size - 1)))
        }
    }
}
