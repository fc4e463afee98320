import Contracts

/// The dirty days of one metric, in slices that several workers fold.
///
/// A folded slice stays valid when other days of the metric change; only slices that overlap the changed
/// days are folded again.
struct FoldJob {
    struct Slice {
        var days: DaySpan
        var state: State = .waiting
        /// The number of leases since the samples changed.
        var attempts = 0
    }

    enum State {
        case waiting
        case leased(Int64)
        case folded(DayColumns)
        /// Waits for a retry after too many attempts.
        case parked
    }

    /// The days of one slice. A span that would have more than ``sliceLimit`` slices has longer ones.
    static let sliceDays = 800
    static let sliceLimit = 64
    /// Days with fewer samples than this are one slice: a slice has the cost of some thousand samples.
    static let sliceSamples: Int64 = 1 << 18
    static let attemptLimit = 8

    /// The version that last changed the metric.
    private(set) var version: Int64
    /// Disjoint, in the order in which they were added.
    private(set) var slices: [Slice] = []
    /// The first change since the metric was last folded completely.
    let start = ContinuousClock.now
    /// True if a slice was parked and no retry has succeeded yet.
    private(set) var hasFailed = false

    init(version: Int64) {
        self.version = version
    }

    /// Marks days as changed by `version`. `samples` is their approximate number of samples, 0 if unknown.
    /// - Returns: The leases that the change invalidates, and the slices that wait because of it.
    mutating func add(
        _ spans: [DaySpan], version: Int64, samples: Int64 = 0
    ) -> (invalidated: [Int64], waiting: [DaySpan]) {
        let isSmall = 0 < samples && samples < Self.sliceSamples
        self.version = max(self.version, version)
        var invalidated: [Int64] = []
        var waiting: [DaySpan] = []
        for span in spans {
            for index in slices.indices where slices[index].days.overlaps(span) {
                switch slices[index].state {
                case .waiting: continue
                case .leased(let lease): invalidated.append(lease)
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
        return (invalidated, waiting)
    }

    /// Leases a waiting slice to a worker.
    /// - Returns: False if the slice is not waiting.
    mutating func lease(_ days: DaySpan, as lease: Int64) -> Bool {
        guard let index = slices.firstIndex(where: { $0.days == days }),
            case .waiting = slices[index].state
        else { return false }
        slices[index].state = .leased(lease)
        slices[index].attempts += 1
        return true
    }

    /// The slices that wait for a lease or a retry.
    var waitingCount: Int {
        slices.count { slice in
            switch slice.state {
            case .waiting, .parked: true
            case .leased, .folded: false
            }
        }
    }

    func isWaiting(_ days: DaySpan) -> Bool {
        slices.contains { slice in
            if slice.days == days, case .waiting = slice.state { true } else { false }
        }
    }

    /// Returns a slice that its worker did not fold.
    /// - Returns: True if the slice waits again; false if it is parked after too many attempts.
    mutating func release(_ days: DaySpan) -> Bool {
        guard let index = slices.firstIndex(where: { $0.days == days }) else { return false }
        let isParked = slices[index].attempts >= Self.attemptLimit
        slices[index].state = isParked ? .parked : .waiting
        if isParked { hasFailed = true }
        return !isParked
    }

    /// Lets parked slices wait for one more attempt, or with `shouldResetFailures` for as many as at first.
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

    /// The folded slices; nil while a slice is not folded.
    var foldedSlices: [FoldedMetric.Slice]? {
        var folded: [FoldedMetric.Slice] = []
        for slice in slices {
            guard case .folded(let totals) = slice.state else { return nil }
            folded.append(FoldedMetric.Slice(days: slice.days, totals: totals))
        }
        return folded
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

    /// The parts of `span` that no slice covers.
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
