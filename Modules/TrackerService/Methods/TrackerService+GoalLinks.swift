import Contracts
import HealthMetrics
import RPC
import Tracker

extension TrackerService {
    func registerGoalLinks(on router: inout Router) {
        router.handle(Goals.link) { [self] in try await link($0, $1) }
        router.handle(Goals.unlink) { [self] in try await unlink($0, $1) }
    }

    private func link(_ request: Goals.LinkRequest, _ context: CallContext) async throws
        -> Goals.GoalResponse
    {
        try await changeGoal(Goals.link.name, request, request.goal, context, on: request.on) {
            snapshot, catalog, goal, today in
            let activity = try snapshot.activity(request.activity)
            try catalog.link(
                GoalLink(
                    id: GoalLink.ID(RandomIdentifier.next()), goal: goal.id, activity: activity.id,
                    role: try GoalRole(request, of: activity), weight: request.weight ?? 1,
                    since: request.on))
            return "link \(activity.name) to \(goal.title)"
        }
    }

    private func unlink(
        _ request: Goals.UnlinkRequest, _ context: CallContext
    ) async throws -> Goals.GoalResponse {
        try await changeGoal(Goals.unlink.name, request, request.goal, context, on: request.on) {
            snapshot, catalog, goal, today in
            let activity = try snapshot.activity(request.activity)
            let links = catalog.links(of: goal.id)
            guard let link = links.first(where: { $0.activity == activity.id }) else {
                throw Status(
                    .notFound, "\"\(activity.name)\" is not linked to \"\(goal.title)\".",
                    hint: "Show the links with: dayline goal show \(quoted(goal.title))")
            }
            catalog.unlink(link.id, on: today)
            return "unlink \(activity.name) from \(goal.title)"
        }
    }
}

extension GoalRole {
    /// - Throws: INVALID_ARGUMENT for numbers that contradict each other or the role.
    fileprivate init(_ request: Goals.LinkRequest, of activity: Activity) throws(Status) {
        for number in [request.weight, request.baseline, request.target].compactMap(\.self) {
            guard number.isMeasurable else {
                throw Status(
                    .invalidArgument,
                    "\(plainText(number)) is too large a number for the link of \"\(activity.name)\".",
                    hint: "For example: --baseline 80 --target 75")
            }
        }
        guard request.weight.map({ $0 > 0 }) ?? true else {
            throw Status(
                .invalidArgument,
                "The weight \(plainText(request.weight ?? 0)) of the link is invalid: a weight is above 0.",
                hint: "Leave it out for 1, or pause the goal.")
        }
        switch request.role {
        case .activity:
            guard request.baseline == nil, request.target == nil, request.direction == nil else {
                throw Status(
                    .invalidArgument,
                    "Baseline, target and direction are for metrics, not for activities.",
                    hint: "Use: --role metric")
            }
            self = .activity
        case .metric:
            let target = MetricTarget(
                baseline: request.baseline, target: request.target,
                direction: request.direction.map { $0 == .up ? .increase : .decrease })
            let isAgainst =
                target.direction != nil
                && MetricTarget(baseline: target.baseline, target: target.target).targetDirection
                    .map { $0 != target.direction } ?? false
            guard !isAgainst else {
                throw Status(
                    .invalidArgument,
                    "The direction \(request.direction?.rawValue ?? "") contradicts baseline and target.",
                    hint: "Leave the direction out, or swap baseline and target.")
            }
            self = .metric(target)
        }
    }
}
