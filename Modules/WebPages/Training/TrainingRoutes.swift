import CivilTime
import Contracts
import RPC

/// The route of training.
package enum TrainingRoutes {
    package static let routes = [
        WebRoute(.get, "/training") { try await show($0) }
    ]

    private static func show(_ request: WebRequest) async throws -> WebReply {
        let range = request.query["range"].flatMap(TrainingRange.init(rawValue:)) ?? .quarter
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
        let page = TrainingPage(
            range: range, plans: try await plans.plans, sessions: try await sessions.sessions,
            records: try await records.records, volume: volume,
            adherence: try await adherence, currentWeek: current.from)
        return .page(page.page)
    }
}
