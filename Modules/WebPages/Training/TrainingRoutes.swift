import CivilTime
import Contracts
import RPC

/// The route of training. ``TrainingSessionRoutes`` change training sessions.
package enum TrainingRoutes {
    package static let routes = [
        WebRoute(.get, "/training") { .page(try await page($0)) }
    ]

    /// The page of training. `posted` is a form that was refused; nil: none.
    static func page(_ request: WebRequest, posted: FormInput? = nil) async throws -> Page {
        let range = request.query["range"].flatMap(TrainingRange.init(rawValue:)) ?? .quarter
        async let toast = Toast.html(request)
        async let plans = request.call(Training.plans, Empty())
        // The answer has the week of the current day, from which the range is counted.
        let current = try await request.call(Training.volume, Training.VolumeRequest())
        let days = Training.DayRangeRequest(from: range.start(week: current.from))
        async let sessions = request.call(Training.sessions, days)
        async let records = request.call(Training.records, days)
        async let adherence = request.call(Training.adherence, days)
        var volume = current
        if let week = try request.day("week") {
            volume = try await request.call(Training.volume, Training.VolumeRequest(on: week))
        }
        var page = TrainingPage(
            range: range, plans: try await plans.plans, sessions: try await sessions.sessions,
            records: try await records.records, volume: volume,
            adherence: try await adherence, currentWeek: current.from, visitor: request.visitor,
            posted: posted, first: request.query["first"].flatMap { Int($0) } ?? 0
        ).page
        page.toast = await toast
        if posted?.isValid == false { page.status = 422 }
        return page
    }
}
