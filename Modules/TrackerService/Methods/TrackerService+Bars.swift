import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerBars(on router: inout Router) {
        router.handle(Statistics.bars) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let name = request.range ?? BarRange.week.rawValue
            guard let range = BarRange(rawValue: name) else {
                throw Status(
                    .invalidArgument, "\"\(name)\" is not a range of bars.",
                    hint: "Use \(BarRange.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return snapshot.bars(
                of: try snapshot.activity(request.activity), over: range, endingOn: today)
        }
    }
}

extension ProfileSnapshot {
    fileprivate func bars(
        of activity: Activity, over range: BarRange, endingOn today: CivilDate
    ) -> Statistics.BarsResponse {
        let bars = history.bars(
            of: activity, over: range, endingOn: today, weekStart: weekStart)
        let values = bars.compactMap(\.value)
        let streaks = history.streaks(of: activity, asOf: today)
        let kind = activity.configuration(on: today).kind
        return Statistics.BarsResponse(
            name: activity.name, unit: kind == .container ? "%" : kind.quantity?.unit,
            range: range.rawValue,
            bars: bars.map {
                Statistics.Bar(
                    from: $0.first, to: $0.last, value: $0.value, target: $0.target)
            },
            average: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count),
            low: values.min(), high: values.max(),
            streak: Journal.Streak(streaks))
    }
}
