import CivilTime
import Contracts
import Milestones
import Presentation
import RPC

/// The weight of a profile: its trend, and the milestones of its goal.
struct WeightSummary {
    /// The current day of the profile.
    let today: CivilDate
    let trend: Weights.TrendResponse
    /// Nil without a goal weight.
    let milestones: Weights.MilestonesResponse?

    var unit: WeightUnit { trend.unit }
    var hasEntries: Bool { !trend.days.isEmpty }

    static func load(_ request: WebRequest) async throws -> WeightSummary {
        async let agenda = request.call(Journal.today, Journal.DayRequest())
        async let trend = request.call(Weights.trend, Weights.TrendRequest())
        async let milestones = loadMilestones(request)
        return WeightSummary(
            today: try await agenda.date, trend: try await trend, milestones: try await milestones)
    }

    /// The milestones; nil without a goal weight.
    private static func loadMilestones(
        _ request: WebRequest
    ) async throws(Status) -> Weights.MilestonesResponse? {
        do throws(Status) {
            return try await request.call(Weights.milestones, Weights.MilestonesRequest())
        } catch {
            guard error.code == .failedPrecondition else { throw error }
            return nil
        }
    }

    /// A computed weight with the unit.
    func text(_ weight: Double) -> String { "\(NumberText.short(weight)) \(unit.rawValue)" }

    /// The prediction of the day on which the goal is reached; nil without a goal or weights.
    var predictionText: String? {
        guard let prediction = trend.prediction, let goal = trend.goal else { return nil }
        switch prediction.status {
        case "atGoal": return "The goal of \(text(goal)) is reached."
        case "wrongDirection": return "The trend does not lead to the goal of \(text(goal))."
        case "tooSlow": return "At this pace, \(text(goal)) is more than two years away."
        case "insufficientData":
            return "The day of the goal is predicted after weights of seven days."
        case "onTrack":
            guard let day = prediction.date, let velocity = prediction.weeklyVelocity else {
                return nil
            }
            let pace = NumberText.withMinusSign(NumberText.signed(velocity))
            return "At \(pace) \(unit.rawValue) a week, \(text(goal)) is reached on "
                + "\(day.dayMonthAndYear)."
        default: return nil
        }
    }

    /// The dialog of a reached milestone until it is acknowledged; empty without one.
    func celebration(_ visitor: Visitor, back: String) -> HTML {
        guard let celebration = milestones?.celebration else { return .empty }
        return MilestoneCelebration(celebration: celebration, visitor: visitor, back: back).html
    }
}
