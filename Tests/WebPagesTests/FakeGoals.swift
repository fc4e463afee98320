import CivilTime
import Contracts
import Milestones
import RPC
import Synchronization
import Tracker

@testable import WebPages

/// Services in this process with prepared responses, which record the changes that pages request.
final class FakeGoals: Service {
    /// The requests of changes, in order.
    struct Changes {
        var goals: [Goals.AddRequest] = []
        var edits: [Goals.EditRequest] = []
        var links: [Goals.LinkRequest] = []
        var weights: [Weights.AddRequest] = []
        var weightEdits: [Weights.EditRequest] = []
        var deletedWeights: [String] = []
        var weightGoals: [Weights.SetGoalRequest] = []
        var annotations: [Statistics.AnnotateRequest] = []
        var acknowledgements = 0
        var associationReads = 0
    }

    private let changes = Mutex(Changes())
    var recorded: Changes { changes.withLock { $0 } }
    let goals: [Goals.Goal]
    let weights: [Weights.Row]
    /// Nil without a goal weight.
    let milestones: Weights.MilestonesResponse?
    let insights: Statistics.InsightsResponse
    /// The response to every change; nil: the change is accepted.
    let rejection: Status?

    static let today = CivilDate(days: 20_779)

    init(
        goals: [Goals.Goal] = [], weights: [Weights.Row] = [],
        milestones: Weights.MilestonesResponse? = nil,
        insights: Statistics.InsightsResponse = .sample(), rejection: Status? = nil
    ) {
        self.goals = goals
        self.weights = weights
        self.milestones = milestones
        self.insights = insights
        self.rejection = rejection
    }

    /// The answer of the route of a path pattern.
    func answer(
        _ method: WebRoute.Method, _ path: String, id: String? = nil,
        form: [String: String] = [:], query: [String: String] = [:]
    ) async throws -> WebReply {
        guard let route = WebRoutes.all.first(where: { $0.method == method && $0.path == path })
        else { throw Status(.notFound, "There is no route \(path).") }
        let request = WebRequest(
            parameters: id.map { ["id": $0] } ?? [:], query: query, form: form,
            visitor: .sample, client: Client(inProcess: self))
        return try await route.handle(request)
    }

    private func record(_ change: (inout Changes) -> Void) throws {
        if let rejection { throw rejection }
        changes.withLock { change(&$0) }
    }

    func register(on router: inout Router) {
        registerGoals(on: &router)
        registerWeights(on: &router)
        router.handle(Activities.list) { _, _ in .sample }
        router.handle(Statistics.insights) { [self] _, _ in insights }
        router.handle(Insights.associations) { [self] _, _ in
            try record { $0.associationReads += 1 }
            return .sample
        }
        router.handle(Statistics.streaks) { [self] _, _ in
            Statistics.StreaksResponse(streaks: insights.streakBoard)
        }
        router.handle(Statistics.bars) { request, _ in
            Statistics.BarsResponse(
                name: request.activity, unit: nil, range: "month",
                bars: [1, 2, 3].map {
                    Statistics.Bar(from: Self.today, to: Self.today, value: $0)
                }, average: nil, low: nil, high: nil,
                streak: Journal.Streak(current: 0, longest: 0))
        }
        router.handle(Statistics.annotate) { [self] request, _ in
            try record { $0.annotations.append(request) }
            return Statistics.Annotation(
                id: "a", date: Self.today, text: request.text, activity: nil)
        }
        router.handle(Journal.today) { _, _ in
            Journal.TodayResponse(
                date: Self.today, progress: 1, allSkipped: false, vacation: false, slots: [],
                reminders: [], completed: [], skipped: [])
        }
    }

    private func registerGoals(on router: inout Router) {
        router.handle(Goals.list) { [self] _, _ in Goals.ListResponse(goals: goals) }
        router.handle(Goals.show) { [self] request, _ in
            guard let goal = goals.first(where: { $0.id == request.goal }) else {
                throw Status(.notFound, "There is no such goal.")
            }
            return Goals.GoalResponse(goal: goal)
        }
        router.handle(Goals.add) { [self] request, _ in
            try record { $0.goals.append(request) }
            return Goals.GoalResponse(goal: .sample(title: request.title))
        }
        router.handle(Goals.edit) { [self] request, _ in
            try record { $0.edits.append(request) }
            return Goals.GoalResponse(goal: .sample())
        }
        router.handle(Goals.link) { [self] request, _ in
            try record { $0.links.append(request) }
            return Goals.GoalResponse(goal: .sample())
        }
        router.handle(Goals.pause) { _, _ in Goals.GoalResponse(goal: .sample()) }
    }

    private func registerWeights(on router: inout Router) {
        router.handle(Weights.list) { [self] request, _ in
            let listed = weights.filter { request.withNote != true || $0.note != nil }
            return Weights.ListResponse(
                unit: .kg, weights: Array(listed.prefix(request.limit ?? listed.count)))
        }
        router.handle(Weights.trend) { [self] _, _ in .sample(of: weights) }
        router.handle(Weights.milestones) { [self] _, _ in
            guard let milestones else { throw Status(.failedPrecondition, "There is no goal.") }
            return milestones
        }
        router.handle(Weights.add) { [self] request, _ in
            try record { $0.weights.append(request) }
            return Weights.AddResponse(
                entry: Weights.Entry(
                    id: "w", date: Self.today, weight: request.weight, unit: request.unit,
                    note: nil, bodyFat: nil, source: .person), celebration: nil)
        }
        router.handle(Weights.edit) { [self] request, _ in
            try record { $0.weightEdits.append(request) }
            return Weights.Entry(
                id: request.id, date: Self.today, weight: 80, unit: .kg, note: nil, bodyFat: nil,
                source: .person)
        }
        router.handle(Weights.delete) { [self] request, _ in
            try record { $0.deletedWeights.append(request.id) }
            return Weights.Entry(
                id: request.id, date: Self.today, weight: 80, unit: .kg, note: nil, bodyFat: nil,
                source: .person)
        }
        router.handle(Weights.setGoal) { [self] request, _ in
            try record { $0.weightGoals.append(request) }
            return .sample()
        }
        router.handle(Weights.acknowledge) { [self] _, _ in
            try record { $0.acknowledgements += 1 }
            return .sample()
        }
    }
}
