import AggregationService
import CivilTime
import Contracts
import Foundation
import HostFiles
import MemoryStorage
import Milestones
import RPC
import TestKit
import Testing
import Tracker
import TrackerService

/// Tests that a response as of a day is unchanged by an edit that takes effect on a later day.
///
/// The methods come from the registered services: each method with `on` in its request is either
/// called or listed with the reason why it is not.
@Suite(.cleanup) struct AsOfAnswerTests {
    private static let today = CivilDate(days: 20_500)
    private static let asOf = today.advanced(by: -5)
    private static let edited = today.advanced(by: -2)

    /// Requests by method, without `on`.
    private static let questions: [String: [String]] = [
        "dayline.tracker.Journal/Today": ["{}"],
        "dayline.tracker.Journal/Reminders": ["{}"],
        "dayline.tracker.Journal/Explain": activities(key: "activity"),
        "dayline.tracker.Activities/List": ["{}"],
        "dayline.tracker.Activities/Show": activities(key: "name"),
        "dayline.tracker.Statistics/Streaks": ["{}"],
        "dayline.tracker.Statistics/Insights": ["{}"],
        "dayline.tracker.Statistics/Annotations": ["{}"],
        "dayline.tracker.Statistics/HeatMap": ["{}"] + activities(key: "activity"),
        "dayline.tracker.Statistics/RecentDays": ["{}", #"{"days":31}"#],
        "dayline.tracker.Statistics/Period": ["week", "month", "year"].map {
            #"{"period":"\#($0)"}"#
        },
        "dayline.tracker.Statistics/StreakHistory": activities(key: "activity"),
        "dayline.tracker.Statistics/Bars": activities(key: "activity")
            + [#"{"activity":"Water","range":"year"}"#],
        "dayline.tracker.Goals/List": ["{}"],
        "dayline.tracker.Goals/Show": [#"{"goal":"Fit"}"#],
        "dayline.tracker.Weights/List": ["{}"],
        "dayline.tracker.Weights/Trend": [#"{"unit":"kg"}"#],
        "dayline.tracker.Weights/Milestones": ["{}"],
        "dayline.tracker.Training/Sessions": ["{}"],
        "dayline.tracker.Training/Records": ["{}"],
        "dayline.tracker.Training/Volume": ["{}"],
        "dayline.tracker.Training/Adherence": ["{}"],
        "dayline.aggregation.Insights/Trends": [
            #"{"name":"activity:Water"}"#, #"{"name":"activity:Mood","interval":"day"}"#,
            #"{"name":"activity:Floss","interval":"week","compare":"previous"}"#,
        ],
        "dayline.aggregation.Insights/Window": [
            #"{"name":"activity:Water"}"#, #"{"name":"activity:Mood"}"#,
        ],
        "dayline.aggregation.Insights/Recovery": ["{}"],
        "dayline.aggregation.Insights/Associations": ["{}"],
        "dayline.aggregation.Insights/Report": [#"{"period":"month"}"#],
    ]

    /// Methods with `on` that are not called, each with the reason.
    private static let excludedMethods: [String: String] = [
        "dayline.tracker.Journal/Day":
            "a page, whose week has later days; Journal/Today is asked instead",
        "dayline.aggregation.Insights/SetInterval": "a change, not a question",
        "dayline.tracker.Trash/List":
            "the trash is what is in it now; `on` limits how old it may be",
        "dayline.tracker.Photos/Show": "a photo is what it is; its `on` is for deletions",
        "dayline.tracker.Statistics/Unfinished":
            "an inner call, whose later days Insights/Trends leaves out, which is asked instead",
        "dayline.storage.TrackerRecords/Days":
            "an inner call, whose `on` names a unit; Insights/Trends is asked instead",
    ]

    /// Keys for the state that was read, which are not compared.
    private static let stateKeys: Set<String> = ["version", "stale", "revision", "progressVersion"]

    private static func activities(key: String) -> [String] {
        ["Water", "Mood", "Floss", "Box"].map { #"{"\#(key)":"\#($0)"}"# }
    }

    private typealias Edit = @Sendable (Client) async throws -> Void

    private static func edit(
        _ name: String, _ change: @escaping @Sendable (inout Activities.Fields) -> Void
    ) -> Edit {
        { client in
            var fields = Activities.Fields()
            change(&fields)
            _ = try await client.call(
                Activities.edit, Activities.EditRequest(name: name, fields: fields, on: edited))
        }
    }

    private static func call<Request, Reply>(
        _ method: Method<Request, Reply>, _ request: Request
    ) -> Edit {
        { _ = try await $0.call(method, request) }
    }

    private static let edits: [(name: String, edit: Edit)] = [
        ("a target", edit("Water") { $0.target = 400 }),
        ("no target", edit("Water") { $0.without = [.target] }),
        ("a unit", edit("Water") { $0.unit = "l" }),
        ("a mode", edit("Water") { $0.mode = .average }),
        ("a type", edit("Mood") { $0.type = .cumulative }),
        ("limits", edit("Mood") { ($0.minimum, $0.maximum) = (-5, 50) }),
        ("a schedule", edit("Floss") { $0.schedule = .weekly([2]) }),
        ("slots", edit("Floss") { $0.slots = [.morning, .evening] }),
        ("carrying", edit("Floss") { ($0.schedule, $0.carryForward) = (.monthly([3]), true) }),
        ("a passive activity", edit("Mood") { $0.isPassive = true }),
        ("a health link", edit("Mood") { $0.health = "bodyMass" }),
        ("a new activity", call(Activities.add, .init(name: "New", on: edited))),
        ("a pause", call(Activities.pause, .init(name: "Water", on: edited))),
        ("a container", call(Activities.convert, .init(name: "Floss", on: edited))),
        ("a dissolved container", call(Activities.dissolve, .init(name: "Box", on: edited))),
        ("a move", call(Activities.move, .init(name: "Read", container: nil, on: edited))),
        ("a paused goal", call(Goals.pause, .init(goal: "Fit", on: edited))),
        (
            "a link",
            call(Goals.link, .init(goal: "Fit", activity: "Mood", role: .activity, on: edited))
        ),
        ("no link", call(Goals.unlink, .init(goal: "Fit", activity: "Floss", on: edited))),
        ("a vacation", call(Vacations.add, .init(from: edited, to: today))),
        ("an entry", call(Journal.log, .init(activity: "Water", value: .number(9), on: edited))),
        ("a skip", call(Journal.skip, .init(activity: "Read", on: edited))),
        ("a remark", call(Statistics.annotate, .init(text: "New job", on: edited))),
        ("a weighing", call(Weights.add, .init(weight: 80, unit: .kg, on: edited))),
        ("a goal weight", call(Weights.setGoal, .init(weight: 150, unit: .lb, on: edited))),
        ("a step of milestones", call(Weights.setInterval, .init(interval: .fifteen, on: edited))),
        ("a seen milestone", call(Weights.acknowledge, .init(on: edited))),
    ]

    private func system() async throws -> FoldingSystem {
        let system = try await FoldingSystem(day: Int64(Self.today.days))
        let client = system.schedule
        let created = Self.today.advanced(by: -30)
        func add(_ name: String, _ change: (inout Activities.Fields) -> Void = { _ in })
            async throws
        {
            var fields = Activities.Fields()
            change(&fields)
            _ = try await client.call(
                Activities.add, Activities.AddRequest(name: name, fields: fields, on: created))
        }
        try await add("Water") { ($0.type, $0.target, $0.unit) = (.cumulative, 900, "ml") }
        try await add("Mood") { ($0.type, $0.minimum, $0.maximum) = (.value, 1, 10) }
        try await add("Floss")
        try await add("Read")
        _ = try await client.call(
            Activities.group, Activities.GroupRequest(name: "Box", members: ["Read"], on: created))
        _ = try await client.call(Goals.add, Goals.AddRequest(title: "Fit", on: created))
        _ = try await client.call(
            Goals.link,
            Goals.LinkRequest(goal: "Fit", activity: "Floss", role: .activity, on: created))
        _ = try await client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: "Water", role: .metric, baseline: 0, target: 2000,
                on: created))
        _ = try await client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 60, unit: .kg, start: 91, on: created))
        for back in 1...29 {
            let day = Self.today.advanced(by: -back)
            let values: [(String, Double?)] = [
                ("Water", Double(back % 4 + 1) * 300), ("Mood", Double(back % 9 + 1)),
                (back % 3 == 0 ? "Read" : "Floss", nil),
            ]
            for (name, value) in values {
                _ = try await client.call(
                    Journal.log,
                    Journal.LogRequest(activity: name, value: value.map(InputValue.number), on: day)
                )
            }
            if back % 4 == 0 {
                let weight = 90 - Double(29 - back) / 5
                _ = try await client.call(
                    Weights.add, Weights.AddRequest(weight: weight, unit: .kg, on: day))
            }
        }
        return system
    }

    /// The read-only methods with `on` in their requests, of all services in this test.
    private func dayMethods(_ system: FoldingSystem) -> Set<String> {
        let (zones, clock) = (ZoneCatalog(), system.clock)
        let router = Router([
            TrackerService(client: system.storage, zones: zones) { clock.now },
            InsightsService(client: system.storage, zones: zones, logger: .silent) { clock.now },
            MemoryStorage(),
        ])
        let methods = router.described().flatMap { service in
            service.methods.filter { $0.isRepeatable && Self.hasDayParameter($0.request) }
                .map { "\(service.name)/\($0.name)" }
        }
        return Set(methods)
    }

    private static func hasDayParameter(_ schema: JSONSchema) -> Bool {
        switch schema {
        case .object(let properties), .part(let properties):
            properties.contains { $0.name == "on" }
        default: false
        }
    }

    /// The responses as of ``asOf`` by request, without ``stateKeys``.
    private func answers(_ system: FoldingSystem) async throws -> [String: String] {
        var answers: [String: String] = [:]
        for (method, requests) in Self.questions {
            let parts = method.split(separator: "/").map(String.init)
            let client =
                parts[0].hasPrefix("dayline.aggregation") ? system.insights : system.schedule
            let call = RPC.Method<Verbatim<Empty>, Verbatim<Empty>>(parts[0], parts[1])
            for request in requests {
                let comma = request == "{}" ? "" : ","
                let body = "\(request.dropLast())\(comma)\"on\":\"\(Self.asOf)\"}"
                let reply = try await client.call(
                    call, Verbatim(wireContent: WireContent(body: Bytes(body))))
                answers["\(method) \(request)"] = try Self.text(reply.content.body)
            }
        }
        return answers
    }

    /// The JSON of a response with sorted keys, without ``stateKeys``.
    private static func text(_ body: Bytes) throws -> String {
        let data = body.withUnsafeBytes { Data($0) }
        let value = withoutState(try JSONSerialization.jsonObject(with: data))
        let ordered = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
        return String(decoding: ordered, as: UTF8.self)
    }

    private static func withoutState(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(withoutState) }
        guard let object = value as? [String: Any] else { return value }
        return object.filter { !stateKeys.contains($0.key) }.mapValues(withoutState)
    }

    @Test func `each method that takes a day is asked, or listed with a reason`() async throws {
        let system = try await system()
        let methods = dayMethods(system)

        #expect(methods.subtracting(Self.questions.keys) == Set(Self.excludedMethods.keys))
        #expect(Set(Self.questions.keys).subtracting(methods).isEmpty)
    }

    @Test(arguments: edits.indices)
    func `an answer as of a day is the same after an edit for later days`(
        index: Int
    ) async throws {
        let system = try await system()
        let before = try await answers(system)

        try await Self.edits[index].edit(system.schedule)
        let after = try await answers(system)

        for (question, answer) in before {
            #expect(after[question] == answer, "\(Self.edits[index].name): \(question)")
        }
    }
}
