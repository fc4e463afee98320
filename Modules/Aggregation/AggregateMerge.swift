/// Merges totals of minutes, hours or days with the samples that were measured within them.
///
/// A total includes the samples within its interval. It counts with the part that exceeds their sum
/// and the counted part of shorter totals, but at most with the share of its time that they leave
/// uncovered. A total beside complete samples thus adds nothing, and samples that end at noon are
/// completed by the total of their day. Of totals of equal length, the ones of higher priority
/// precede, then the greater ones: a later total of an interval includes what an earlier one did.
///
/// Totals and the parts of samples are added in order of time; only totals that are not over are
/// in memory.
struct AggregateMerge {
    /// A total and the part of its value that counts.
    struct Counted {
        var sample: RankedSample
        var counted: Double
    }

    private struct Total {
        var sample: RankedSample
        /// The sum of the samples and shorter totals within the interval.
        var sum = 0.0
        /// Milliseconds of the interval that samples and shorter totals cover.
        var covered = 0.0

        var length: Double { Double(sample.end - sample.start) }

        var counted: Double {
            let uncovered = max(0, 1 - covered / length)
            return max(0, min(sample.value - sum, sample.value * uncovered))
        }

        func precedes(_ other: Total) -> Bool {
            if length != other.length { return length < other.length }
            if sample.start != other.sample.start { return sample.start < other.sample.start }
            if sample.rank != other.sample.rank { return sample.rank < other.sample.rank }
            if sample.value != other.sample.value { return sample.value > other.sample.value }
            return sample.number < other.sample.number
        }

        /// Milliseconds of the interval within a range.
        func overlap(_ start: Int64, _ end: Int64) -> Double {
            Double(max(0, min(sample.end, end) - max(sample.start, start)))
        }
    }

    /// Ascending by start.
    private var waiting: ArraySlice<Total> = []
    /// The totals that cover the current instant.
    private var open: [Total] = []
    /// The least end of `open`.
    private var nextEnd = Int64.max
    private var finished: [Counted] = []

    var isEmpty: Bool { waiting.isEmpty && open.isEmpty && finished.isEmpty }

    /// Inserts totals that ascend by start, and start at or after all earlier ones.
    mutating func insert(_ samples: [RankedSample]) {
        guard !samples.isEmpty else { return }
        waiting = ArraySlice(waiting + samples.map { Total(sample: $0) })
    }

    /// Adds a part of the samples; parts ascend, and the range of a point is empty.
    mutating func cover(_ range: Range<Int64>, with sum: Double) {
        guard !isEmpty else { return }
        advance(to: range.lowerBound)
        activate(through: range.lowerBound)
        if range.isEmpty {
            for index in open.indices { open[index].sum += sum }
            return
        }
        let length = Double(range.upperBound - range.lowerBound)
        var now = range.lowerBound
        while now < range.upperBound {
            // Between starts and ends of totals, so that few are open at once.
            let start = waiting.first?.sample.start ?? .max
            let next = min(range.upperBound, nextEnd, start)
            for index in open.indices {
                open[index].sum += sum * (Double(next - now) / length)
                open[index].covered += Double(next - now)
            }
            now = next
            advance(to: now)
            activate(through: now)
        }
    }

    /// Removes and returns the totals that end at or before an instant; all parts of samples before
    /// it are added.
    mutating func complete(until limit: Int64) -> [Counted] {
        advance(to: limit)
        defer { finished.removeAll(keepingCapacity: true) }
        return finished
    }

    /// Counts the totals that end at or before an instant, in order of time.
    private mutating func advance(to instant: Int64) {
        while true {
            let start = waiting.first?.sample.start ?? .max
            if !open.isEmpty, nextEnd <= min(instant, start) {
                count(until: nextEnd)
            } else if !waiting.isEmpty, start < instant {
                activate(through: start)
            } else {
                return
            }
        }
    }

    private mutating func activate(through instant: Int64) {
        while let total = waiting.first, total.sample.start <= instant {
            waiting.removeFirst()
            open.append(total)
            nextEnd = min(nextEnd, total.sample.end)
        }
    }

    /// Counts the open totals that end at or before an instant, the shortest first.
    private mutating func count(until instant: Int64) {
        while true {
            let complete = open.indices.filter { open[$0].sample.end <= instant }
            guard let index = complete.min(by: { open[$0].precedes(open[$1]) }) else { break }
            let total = open.remove(at: index)
            let (counted, length) = (total.counted, total.length)
            finished.append(Counted(sample: total.sample, counted: counted))
            for other in open.indices {
                let overlap = open[other].overlap(total.sample.start, total.sample.end)
                open[other].sum += counted * (overlap / length)
                // Samples already cover the other part.
                open[other].covered += max(0, length - total.covered) * (overlap / length)
            }
        }
        nextEnd = open.map(\.sample.end).min() ?? .max
    }
}
