import Aggregation
import CivilTime
import Contracts
import RPC

extension InsightsService {
    func sleep(
        _ request: Insights.SleepRequest, _ context: CallContext
    ) async throws -> Insights.SleepResponse {
        let (history, span) = try await extent(of: "sleepAnalysis", request.zone, context)
        guard let range = try span.within(request.from, request.to) else {
            return Insights.SleepResponse(nights: [])
        }
        let nights = try await fold.nights(
            from: range.lowerBound, to: range.upperBound, in: history, context.forwardedOptions)
        return Insights.SleepResponse(
            nights: nights.map { night in
                var item = Insights.Night(night, in: history)
                if request.hasIntervals == true { item.intervals = night.night.stageIntervals }
                return item
            })
    }
}

extension Insights.Night {
    fileprivate init(_ night: SleepNight, in zones: ZoneHistory) {
        self.init(
            day: night.day, start: zones.text(at: night.night.start),
            end: zones.text(at: night.night.end), inBedMinutes: minutes(night.night.inBed),
            asleepMinutes: minutes(night.night.asleep), stages: Insights.Stages(night.night),
            naps: night.naps.map { Insights.Nap($0, in: zones) })
    }
}

extension SleepSession {
    fileprivate var stageIntervals: [Insights.StageInterval] {
        intervals.map { interval in
            Insights.StageInterval(
                stage: interval.stage.rawValue,
                offset: minutes(interval.range.lowerBound - start),
                minutes: minutes(interval.range.upperBound - interval.range.lowerBound))
        }
    }
}

extension Insights.Nap {
    fileprivate init(_ session: SleepSession, in zones: ZoneHistory) {
        self.init(
            start: zones.text(at: session.start), end: zones.text(at: session.end),
            inBedMinutes: minutes(session.inBed), asleepMinutes: minutes(session.asleep),
            stages: Insights.Stages(session))
    }
}

extension Insights.Stages {
    fileprivate init(_ session: SleepSession) {
        self.init(
            core: minutes(session.core), deep: minutes(session.deep), rem: minutes(session.rem),
            unspecified: minutes(session.unspecified), awake: minutes(session.awake))
    }
}

private func minutes(_ milliseconds: Int64) -> Double {
    Double(milliseconds) / 60_000
}
