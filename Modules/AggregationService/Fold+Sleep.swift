import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC
import Samples

extension Fold {
    /// Returns the nights that end on the days from `first` to `last`, ascending, of a part of the
    /// samples or of the source with a shown name.
    func nights(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, part: SamplePart = .all,
        of source: String? = nil, _ options: CallOptions
    ) async throws -> [SleepNight] {
        var marginInDays = 2
        while true {
            // Samples after the last day show whether a sleep session continues past midnight.
            let range = Folds.ChunksRequest(
                metric: "sleepAnalysis", from: first.advanced(by: -marginInDays),
                to: last.advanced(by: 2), in: zones)
            let found = try await reader.reduce(range, options, into: SleepSamples()) {
                samples, chunk in
                guard part.includes(chunk.series),
                    source == nil || chunk.series.shownSource == source
                else { return }
                samples.add(chunk, endingAfter: range.from)
            }
            let nights = sleepNights(found.counted, in: zones).filter {
                $0.day >= first && $0.day <= last
            }
            guard Self.areCut(nights, at: range.from),
                marginInDays < Self.sufficientMarginInDays
            else { return nights }
            marginInDays *= 8
        }
    }

    /// Hours asleep by day, of the sleep session with the most sleep that ends on the day.
    func sleepHours(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, part: SamplePart,
        _ options: CallOptions
    ) async throws -> DayTotals {
        DayTotals(
            hoursOf: try await nights(from: first, to: last, in: zones, part: part, options))
    }

    /// Hours asleep by day of each source alone, by its shown name.
    func sleepHoursBySource(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> [String: DayTotals] {
        let range = Folds.ChunksRequest(
            metric: "sleepAnalysis", from: first.advanced(by: -2), to: last.advanced(by: 2),
            in: zones)
        let found = try await reader.reduce(range, options, into: [String: SleepSamples]()) {
            sources, chunk in
            sources[chunk.series.shownSource, default: SleepSamples()].add(
                chunk, endingAfter: range.from)
        }
        var totals: [String: DayTotals] = [:]
        for (source, samples) in found {
            var own = sleepNights(samples.counted, in: zones).filter {
                $0.day >= first && $0.day <= last
            }
            if Self.areCut(own, at: range.from) {
                own = try await nights(from: first, to: last, in: zones, of: source, options)
            }
            totals[source] = DayTotals(hoursOf: own)
        }
        return totals
    }

    /// True if the first sleep session can begin before `start`, from which samples were read.
    private static func areCut(_ nights: [SleepNight], at start: Int64) -> Bool {
        let first = nights.first.flatMap { ([$0.night] + $0.naps).map(\.start).min() }
        return first.map { $0 <= start + sessionGap } ?? false
    }

    /// The longest gap within a sleep session, in milliseconds, as in ``sleepNights(_:in:)``.
    private static let sessionGap: Int64 = 30 * 60_000
    /// The margin that is not enlarged further; a longer sleep session without a gap is cut off.
    private static let sufficientMarginInDays = 1000
}

extension DayTotals {
    /// The hours asleep of each night.
    fileprivate init(hoursOf nights: [SleepNight]) {
        self.init(
            nights.map { night in
                let hours = Double(night.night.asleep) / 3_600_000
                return DayTotal(
                    day: night.day, sum: hours, count: 1, min: hours, max: hours,
                    last: .init(
                        value: hours, start: night.night.start, end: night.night.end, rank: 0))
            })
    }
}

/// The sleep in chunks: measured samples, and totals of nights by the position of their series.
struct SleepSamples: Sendable {
    private(set) var measured: [SleepSample] = []
    private(set) var totals: [Int: [SleepSample]] = [:]

    /// Adds the samples that end after an instant.
    mutating func add(_ chunk: SampleChunk, endingAfter limit: Int64 = .min) {
        let samples = [SleepSample](chunk).filter { $0.end > limit }
        if chunk.series.isRaw {
            measured += samples
        } else {
            totals[chunk.series.position, default: []] += samples
        }
    }

    /// The totals that count, by the position of their series; see ``countedSleepTotals(_:beside:)``.
    var countedTotals: [Int: [SleepSample]] {
        let ordered = totals.sorted { $0.key < $1.key }
        return Dictionary(
            uniqueKeysWithValues: zip(
                ordered.map(\.key), countedSleepTotals(ordered.map(\.value), beside: measured)))
    }

    /// The measured samples and the totals that count.
    var counted: [SleepSample] {
        measured + countedTotals.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

extension [SleepSample] {
    /// The samples of a chunk, except samples of unknown stages.
    init(_ chunk: SampleChunk) {
        self.init()
        append(chunk)
    }

    fileprivate mutating func append(_ chunk: SampleChunk) {
        for index in chunk.columns.starts.indices {
            let value = chunk.columns.values[index]
            guard let code = Int(exactly: value),
                let stage = CategoryValue.SleepStage(rawValue: code)
            else { continue }
            append(
                SleepSample(
                    start: chunk.columns.starts[index], end: chunk.columns.ends[index],
                    stage: SleepStage(stage)))
        }
    }
}

extension SleepStage {
    fileprivate init(_ value: CategoryValue.SleepStage) {
        self =
            switch value {
            case .inBed: .inBed
            case .asleepUnspecified: .unspecified
            case .awake: .awake
            case .core: .core
            case .deep: .deep
            case .rem: .rem
            }
    }
}
