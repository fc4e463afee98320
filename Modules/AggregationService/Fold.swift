import Aggregation
import CivilTime
import Contracts
import RPC
import Samples
import Synchronization

/// Makes the totals of some days from the encoded samples that storage hands over.
struct Fold: Sendable {
    let client: Client
    /// Told of a chunk that is damaged: it is left out, never decoded into wrong numbers.
    let onDamage: @Sendable (ChunkError, _ series: Int64, _ segment: Int64) -> Void

    /// The totals of the days from `first` to `last`.
    func totals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> DayTotals {
        let state = Mutex(Folded())
        let range = Folds.Range(
            metric: metric, from: zones.startOfDay(first),
            to: zones.startOfDay(last.advanced(by: 1)))
        _ = try await client.stream(Folds.chunks, range, options) { page in
            let chunks = try [ChunkRecord](columns: page.columns)
            state.withLock { folded in
                folded.learn(page.body.series)
                for chunk in chunks { folded.add(chunk, in: zones, onDamage) }
            }
        }
        return state.withLock { $0.totals.within(first...last) }
    }

    private struct Folded {
        var totals = DayTotals()
        private var ranks: [Int64: Int32] = [:]

        /// Sources rank by name until a person orders them.
        mutating func learn(_ series: [SeriesRow]) {
            let sorted = series.sorted { ($0.key.sourceKey, $0.id) < ($1.key.sourceKey, $1.id) }
            for (rank, row) in sorted.enumerated() { ranks[row.id] = Int32(rank) }
        }

        mutating func add(
            _ chunk: ChunkRecord, in zones: ZoneHistory,
            _ onDamage: (ChunkError, Int64, Int64) -> Void
        ) {
            let columns: SampleColumns
            do {
                columns = try chunk.data.withUnsafeBytes { bytes throws(ChunkError) in
                    try ChunkCodec.decode(bytes)
                }
            } catch {
                return onDamage(error, chunk.series, chunk.segment)
            }
            columns.starts.withUnsafeBufferPointer { starts in
                columns.ends.withUnsafeBufferPointer { ends in
                    columns.values.withUnsafeBufferPointer { values in
                        totals.fold(
                            starts: starts, ends: ends, values: values,
                            rank: ranks[chunk.series] ?? .max, in: zones)
                    }
                }
            }
        }
    }
}

extension DayColumns {
    init(_ totals: DayTotals) {
        self.init()
        for total in totals.days {
            day.append(total.day.days)
            sum.append(total.sum)
            rawSum.append(total.rawSum)
            count.append(Int64(total.count))
            min.append(total.min)
            max.append(total.max)
            last.append(total.last.value)
        }
    }

    var totals: DayTotals {
        DayTotals(
            day.indices.map { index in
                DayTotal(
                    day: CivilDate(days: day[index]), sum: sum[index], rawSum: rawSum[index],
                    count: Int(count[index]), min: min[index], max: max[index],
                    last: .init(value: last[index], start: 0, end: 0, rank: 0))
            })
    }
}
