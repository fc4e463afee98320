import CivilTime
import Contracts
import RPC
import Synchronization
import Tracker

@testable import WebPages

/// A tracker with prepared answers that records the changes it receives.
final class FakeActivities: Service {
    /// 2026-11-22, a Sunday.
    static let today = CivilDate(days: 20_779)
    static let visitor = Visitor(profile: "default", formToken: "token", language: "en")

    private let activities: [Activities.Item]
    private let entries: [LoggedEntry]
    private let rejection: Status?
    private let streakUnit: StreakUnit
    private let received = Mutex<[String]>([])
    private let edits = Mutex<[Activities.EditRequest]>([])
    private let additions = Mutex<[Activities.AddRequest]>([])

    /// With `rejection`, changes of activities and entries fail. `streakUnit` is that of all streaks.
    init(
        _ activities: [Activities.Item] = [], entries: [LoggedEntry] = [],
        rejection: Status? = nil, streakUnit: StreakUnit = .day
    ) {
        self.activities = activities
        self.entries = entries
        self.rejection = rejection
        self.streakUnit = streakUnit
    }

    /// The names of the changes, with their subject.
    var changes: [String] { received.withLock { $0 } }
    var lastEdit: Activities.EditRequest? { edits.withLock { $0.last } }
    var lastAddition: Activities.AddRequest? { additions.withLock { $0.last } }

    /// The answer of the route with `path`; nil: no such route.
    func reply(
        _ method: WebRoute.Method, _ path: String, _ parameters: [String: String] = [:],
        query: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> WebReply? {
        let route = ActivityRoutes.routes.first { $0.method == method && $0.path == path }
        return try await route?.handle(
            WebRequest(
                parameters: parameters, query: query, form: form, visitor: Self.visitor,
                client: Client(inProcess: self)))
    }

    /// The page of the route with `path`; nil: another answer.
    func page(
        _ method: WebRoute.Method, _ path: String, _ parameters: [String: String] = [:],
        query: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> Page? {
        let reply = try await reply(method, path, parameters, query: query, form: form)
        if case .page(let page) = reply { return page }
        return nil
    }

    /// The path of the redirect of the route with `path`; nil: another answer.
    func redirect(
        _ path: String, _ parameters: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> String? {
        if case .redirect(let path) = try await reply(.post, path, parameters, form: form) {
            return path
        }
        return nil
    }

    private func found(_ name: String) throws(Status) -> Activities.Item {
        guard let item = activities.first(where: { $0.id.rawValue == name || $0.name == name })
        else { throw Status(.notFound, "There is no activity called \"\(name)\".") }
        return item
    }

    private func change(_ name: String, _ subject: String) throws(Status) {
        if let rejection { throw rejection }
        received.withLock { $0.append("\(name) \(subject)") }
    }

    func register(on router: inout Router) {
        registerReading(on: &router)
        registerChanges(on: &router)
    }

    private func registerReading(on router: inout Router) {
        router.handle(Activities.list) { [self] _, _ in
            Activities.ListResponse(activities: activities)
        }
        router.handle(Activities.show) { [self] request, _ in try found(request.name) }
        router.handle(Activities.suggest) { request, _ in
            Activities.SuggestResponse(
                name: request.name, icon: "drop.fill", color: "#00AAFF", category: "Body",
                unit: "ml")
        }
        router.handle(Categories.list) { _, _ in
            Categories.ListResponse(categories: [
                Categories.Item(Category(id: "body", name: "Body", position: 0), activities: 1)
            ])
        }
        router.handle(Journal.today) { request, _ in
            Journal.TodayResponse(
                date: request.on ?? Self.today, progress: 1, allSkipped: false, vacation: false,
                slots: [], reminders: [], completed: [], skipped: [])
        }
        router.handle(Journal.explain) { [self] request, _ in
            Journal.ExplainResponse(
                name: try found(request.activity).name, date: request.on ?? Self.today,
                verdict: "notDue",
                steps: [Journal.Rule(rule: "due", holds: false, detail: "It is Sunday.")])
        }
        router.handle(Statistics.streaks) { [self] _, _ in
            Statistics.StreaksResponse(
                streaks: activities.map {
                    Statistics.Streak(
                        id: $0.id, name: $0.name, current: 3, longest: 9, unit: streakUnit)
                }
            )
        }
        router.handle(Statistics.heatMap) { request, _ in
            Statistics.HeatMapResponse(
                name: request.activity, days: Self.heatDays(weeks: request.weeks ?? 13),
                date: Self.today, created: nil)
        }
        router.handle(Statistics.recentDays) { [self] _, _ in
            Statistics.RecentDaysResponse(
                activities: activities.map {
                    Statistics.ActivityDays(id: $0.id, days: Self.heatDays(weeks: 2))
                })
        }
        router.handle(Statistics.streakHistory) { [self] request, _ in
            Statistics.StreakHistoryResponse(
                name: try found(request.activity).name, rate: 0.96,
                streak: Journal.Streak(current: 3, longest: 9, unit: streakUnit),
                runs: [
                    Statistics.Run(
                        from: Self.today.advanced(by: -2), to: Self.today, days: 3, missed: nil),
                    Statistics.Run(
                        from: Self.today.advanced(by: -12), to: Self.today.advanced(by: -4),
                        days: 9, missed: Self.today.advanced(by: -3)),
                ])
        }
        router.handle(Statistics.unfinished) { _, _ in
            Statistics.UnfinishedResponse(days: [], missed: [Self.today.advanced(by: -4)])
        }
        router.handle(Statistics.bars) { [self] request, _ in
            let last = request.on ?? Self.today
            return Statistics.BarsResponse(
                name: try found(request.activity).name, unit: "ml", range: request.range ?? "week",
                bars: (0..<7).map { index in
                    let day = last.advanced(by: index - 6)
                    return Statistics.Bar(
                        from: day, to: day, value: index == 2 ? nil : Double(index * 100),
                        target: index < 3 ? 200 : 250)
                }, average: 300, low: 0, high: 600, streak: Journal.Streak(current: 3, longest: 9))
        }
        router.handle(Entries.list) { [self] request, _ in
            Entries.ListResponse(
                entries: entries.filter { entry in request.to.map { entry.date <= $0 } ?? true })
        }
        router.handle(Entries.show) { [self] request, _ in
            guard let entry = entries.first(where: { $0.id == request.id }) else {
                throw Status(.notFound, "There is no entry \(request.id).")
            }
            return entry
        }
        router.handle(Photos.list) { _, _ in
            Photos.ListResponse(photos: [], total: 0, views: [])
        }
        router.handle(Trash.list) { _, _ in
            Trash.ListResponse(items: [
                Trash.Item(
                    kind: "activity", id: "floss", name: "Floss <img onerror=x>",
                    deleted: Self.today, purgeableFrom: Self.today.advanced(by: 31))
            ])
        }
        router.handle(TrackerRecords.nextStep) { _, _ in
            throw Status(.failedPrecondition, "There is nothing to undo.")
        }
    }

    private func registerChanges(on router: inout Router) {
        for (name, method) in [
            ("pause", Activities.pause), ("resume", Activities.resume),
            ("delete", Activities.delete), ("convert", Activities.convert),
            ("dissolve", Activities.dissolve),
        ] {
            router.handle(method) { [self] request, _ in
                try change(name, request.name)
                return try found(request.name)
            }
        }
        router.handle(Activities.add) { [self] request, _ in
            try change("add", request.name)
            additions.withLock { $0.append(request) }
            return Self.item("new", request.name)
        }
        router.handle(Activities.edit) { [self] request, _ in
            try change("edit", request.name)
            edits.withLock { $0.append(request) }
            return try found(request.name)
        }
        router.handle(Activities.move) { [self] request, _ in
            try change("move", "\(request.name) into \(request.container ?? "-")")
            return try found(request.name)
        }
        router.handle(Activities.reorder) { [self] request, _ in
            try change(
                "reorder", "\(request.names.joined(separator: " ")) by \(request.by ?? 0)")
            return Activities.ListResponse(activities: activities)
        }
        router.handle(Activities.group) { [self] request, _ in
            try change("group", "\(request.name): \(request.members.joined(separator: " "))")
            return Self.item("group", request.name)
        }
        router.handle(Trash.purge) { [self] request, _ in
            try change("purge", request.name ?? "-")
            return Trash.ListResponse(items: [])
        }
        router.handle(Trash.restore) { [self] request, _ in
            try change("restore", request.name)
            return Trash.Item(
                kind: "activity", id: "floss", name: request.name, deleted: Self.today,
                purgeableFrom: Self.today)
        }
        router.handle(Journal.log) { [self] request, _ in
            let value = request.value.map { " \($0.text)" } ?? ""
            try change("log", "\(request.activity)\(value) \(request.on ?? Self.today)")
            return Self.logged
        }
        router.handle(Entries.edit) { [self] request, _ in
            let fields = [request.value?.text, request.day?.description, request.note]
            let details = [request.mood.map { "mood \($0)" }, request.place.map { "at \($0)" }]
            try change(
                "edit entry",
                (fields.map { $0 ?? "-" } + details.compactMap(\.self)).joined(separator: " "))
            return Self.logged
        }
        router.handle(Entries.delete) { [self] request, _ in
            try change("delete entry", request.id.rawValue)
            return Self.entry()
        }
    }
}

extension FakeActivities {
    static func item(
        _ id: Activity.ID, _ name: String, category: String? = "Body", revision: Int64 = 8,
        _ configuration: Configuration = Configuration()
    ) -> Activities.Item {
        var item = Activities.Item(
            Activity(
                id: id, name: name, created: CivilDate(days: 20_000),
                configuration: configuration),
            revision: revision)
        item.category = category
        return item
    }

    /// An activity of 2500 ml a day.
    static var water: Activities.Item {
        item(
            "water", "Water", revision: 8,
            Configuration(kind: .cumulative(Quantity(target: 2500, unit: "ml"), by: .sum)))
    }

    static func entry(
        _ id: Entry.ID = "e1", note: String? = nil, mood: Int? = nil, place: String? = nil
    ) -> LoggedEntry {
        LoggedEntry(
            id: id, activity: "Water", date: today, status: "completed", value: 250, unit: "ml",
            slot: nil, note: note, skipReason: nil, answer: nil, mood: mood, place: place,
            photos: nil, entered: nil, source: .person, loggedAt: nil)
    }

    private static var logged: Journal.LogResponse {
        Journal.LogResponse(
            entry: entry(),
            day: Journal.DayTotal(
                date: today, total: nil, target: nil, unit: nil, complete: true),
            streak: Journal.Streak(current: 1, longest: 1))
    }

    /// The weeks up to the Sunday of the services.
    private static func heatDays(weeks: Int) -> [Statistics.HeatDay] {
        let levels = ["full", "partial", "none", "skipped", "vacation"]
        return (0..<weeks * 7).map { index in
            Statistics.HeatDay(
                date: today.advanced(by: index + 1 - weeks * 7), rate: index % 5 == 0 ? 1 : 0,
                level: levels[index % 5])
        }
    }
}

/// The identifiers that a markup has more than once.
func repeatedIdentifiers(_ markup: String) -> [String] {
    var seen: Set<Substring> = []
    return markup.split(separator: " id=\"").dropFirst().compactMap { part in
        let id = part.prefix { $0 != "\"" }
        return seen.insert(id).inserted ? nil : String(id)
    }
}
