import CivilTime
import Contracts
import RPC
import Scheduling
import Tracking

extension ScheduleService {
    func registerBars(on router: inout Router) {
        router.handle(Boards.bars) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
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

extension Book {
    fileprivate func bars(
        of activity: Activity, over range: BarRange, endingOn today: CivilDate
    ) -> Boards.Bars {
        let bars = diary.bars(
            of: activity, over: range, endingOn: today, weekStart: weekStart)
        let values = bars.compactMap(\.value)
        let streaks = diary.streaks(of: activity, asOf: today)
        let kind = activity.configuration(on: today).kind
        return Boards.Bars(
            name: activity.name, unit: kind == .container ? "%" : kind.quantity?.unit,
            range: range.rawValue,
            bars: bars.map { Boards.Bar(from: $0.first, to: $0.last, value: $0.value) },
            average: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count),
            low: values.min(), high: values.max(),
            streak: Journal.Streak(current: streaks.current, longest: streaks.longest))
    }
}
