import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerBars(on router: inout Router) {
        router.handle(Statistics.bars) { [self] request, context in
            let (book, today) = try await snapshot(context, on: request.on)
            let word = request.range ?? BarRange.week.rawValue
            guard let range = BarRange(rawValue: word) else {
                throw Status(
                    .invalidArgument, "\"\(word)\" is no range of bars.",
                    hint: "Use \(BarRange.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return book.bars(of: try book.activity(request.activity), over: range, endingOn: today)
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
            bars: bars.map { Statistics.Bar(from: $0.first, to: $0.last, value: $0.value) },
            average: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count),
            low: values.min(), high: values.max(),
            streak: Journal.Streak(current: streaks.current, longest: streaks.longest))
    }
}
