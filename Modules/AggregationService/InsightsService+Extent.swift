import CivilTime
import Contracts
import HostFiles
import RPC

/// The days from the first to the last sample; nil without samples.
struct DayExtent {
    var days: ClosedRange<CivilDate>?

    /// The intersection with a requested range; nil if it is empty.
    /// - Throws: INVALID_ARGUMENT if the end of the range is before its start.
    func within(_ from: CivilDate?, _ to: CivilDate?) throws(Status) -> ClosedRange<CivilDate>? {
        try checkOrder(from: from, to: to)
        guard let days else { return nil }
        let first = max(from ?? days.lowerBound, days.lowerBound)
        let last = min(to ?? days.upperBound, days.upperBound)
        return first <= last ? first...last : nil
    }
}

extension InsightsService {
    /// The zone history, and the days that a metric's samples can belong to in any zone.
    func extent(
        of metric: String, _ zone: String?, _ context: CallContext
    ) async throws -> (ZoneHistory, DayExtent) {
        let stored = try await client.call(
            Sources.list, Sources.MetricRequest(metric: metric), context.forwardedOptions)
        let history =
            if let zone { ZoneHistory(try zones.zone(zone)) } else {
                try zones.history(stored.zones)
            }
        let first = stored.series.map(\.first).min()
        let last = stored.series.map(\.last).max()
        guard let first, let last else { return (history, DayExtent()) }
        let days = history.civilDate(at: first)...history.civilDate(at: max(first, last))
        return (history, DayExtent(days: days))
    }

    /// The zone history of the profile, or one of `zone` alone.
    func history(
        in zone: String? = nil, _ context: CallContext
    ) async throws -> ZoneHistory {
        if let zone { return ZoneHistory(try zones.zone(zone)) }
        return try zones.history(try await cache.days("workoutCount", context).page.zones)
    }
}
