import Foundation
import Testing

/// Every method that changes something, asked twice with one idempotency key.
@Suite(.serialized) struct RepeatedKeyTests {
    private let system: DaylineSystem
    private let export: GeneratedExport

    init() throws {
        export = try GeneratedExport(days: 6, seed: 4)
        system = try DaylineSystem()
        _ = try system.json("import", export.xml)
    }

    /// Methods that keep no answer with a key, and why.
    private static let keyless: [(prefix: String, reason: String)] = [
        ("dayline.bus.", "about processes, not about what is kept"),
        ("dayline.supervisor.", "about processes, not about what is kept"),
        ("dayline.storage.Staging/", "what is staged is no change before it is published"),
        ("dayline.storage.Folds/", "folded again, days are the same"),
        ("dayline.storage.Backups/Write", "no copy is written over another"),
        ("dayline.storage.Checkups/SetAside", "names the damaged chunk by its hash"),
        ("dayline.ingestion.Imports/", "of what an import brings nothing is taken in twice"),
        ("dayline.schedule.Files/Import", "of what an import brings nothing is taken in twice"),
    ]

    // MARK: - Asking

    private func call(_ method: String, _ request: String, key: String?) throws
        -> DaylineSystem.Outcome
    {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "call", method, request]
                + (key.map { ["--key", $0] } ?? []))
    }

    @discardableResult
    private func made(_ method: String, _ request: String) throws -> [String: Any] {
        let outcome = try call(method, request, key: nil)
        try #require(outcome.status == 0, "\(method): \(outcome.output) \(outcome.errors)")
        return try outcome.json()
    }

    private func newestChange() throws -> Int {
        let page = try made("dayline.storage.Changes/Since", #"{"number":0,"limit":1}"#)
        return try #require(page["latest"] as? Int)
    }

    // MARK: - What there is to change

    private func name() -> String { "N\(UUID().uuidString.prefix(8))" }

    private func activity(_ fields: String = "") throws -> String {
        let name = name()
        try made(
            "dayline.schedule.Activities/Add", #"{"name":"\#(name)","fields":{\#(fields)}}"#)
        return name
    }

    private func container() throws -> String {
        let name = name()
        try made(
            "dayline.schedule.Activities/Group",
            #"{"name":"\#(name)","members":["\#(try activity())"]}"#)
        return name
    }

    private func entry() throws -> String {
        let logged = try made(
            "dayline.schedule.Journal/Log", #"{"activity":"\#(try activity())"}"#)
        return try #require((logged["entry"] as? [String: Any])?["id"] as? String)
    }

    private func goal() throws -> String {
        let title = name()
        try made("dayline.schedule.Goals/Add", #"{"title":"\#(title)"}"#)
        return title
    }

    private func linked() throws -> String {
        let (goal, activity) = (try goal(), try activity())
        let request = #"{"goal":"\#(goal)","activity":"\#(activity)","role":"activity"}"#
        try made("dayline.schedule.Goals/Link", request)
        return request.replacingOccurrences(of: #","role":"activity""#, with: "")
    }

    private func weighing() throws -> String {
        let added = try made(
            "dayline.schedule.Weights/Add", #"{"weight":81.5,"unit":"kg","note":"x"}"#)
        return try #require((added["entry"] as? [String: Any])?["id"] as? String)
    }

    private func withWeightGoal() throws {
        _ = try weighing()
        try made("dayline.schedule.Weights/SetGoal", #"{"weight":70,"unit":"kg"}"#)
    }

    private func category() throws -> String {
        let name = name()
        try made("dayline.schedule.Categories/Add", #"{"name":"\#(name)"}"#)
        return name
    }

    private func profile() throws -> String {
        let name = name().lowercased()
        try made("dayline.storage.Profiles/Add", #"{"name":"\#(name)","zone":"UTC"}"#)
        return name
    }

    /// A sample that nobody has corrected.
    private func sample() throws -> String {
        let days = try system.json("days", "stepCount")["days"] as? [[String: Any]]
        for day in try #require(days).compactMap({ $0["day"] as? String }) {
            let samples = try system.json("samples", "stepCount", "--on", day)["samples"]
            for sample in try #require(samples as? [[String: Any]])
            where sample["source"] as? String != "Dayline" {
                return try #require(sample["ref"] as? String)
            }
        }
        throw Missing()
    }

    private struct Missing: Error {}

    private func corrected() throws -> String {
        let sample = try sample()
        try made("dayline.ingestion.Edits/Delete", #"{"ref":"\#(sample)"}"#)
        return sample
    }

    private func trashed() throws -> String {
        let name = try activity()
        try made("dayline.schedule.Activities/Delete", #"{"name":"\#(name)"}"#)
        return name
    }

    // MARK: - The methods

    private typealias Case = (method: String, request: () throws -> String)

    private var activities: [Case] {
        let verbs = ["Pause", "Convert", "Delete"].map { verb -> Case in
            ("Activities/\(verb)", { #"{"name":"\#(try activity())"}"# })
        }
        return verbs + [
            ("Activities/Add", { #"{"name":"\#(name())","fields":{"target":3}}"# }),
            (
                "Activities/Edit",
                { #"{"name":"\#(try activity())","newName":"\#(name())","fields":{}}"# }
            ),
            (
                "Activities/Resume",
                {
                    let name = try activity()
                    try made("dayline.schedule.Activities/Pause", #"{"name":"\#(name)"}"#)
                    return #"{"name":"\#(name)"}"#
                }
            ),
            (
                "Activities/Move",
                { #"{"name":"\#(try activity())","container":"\#(try container())"}"# }
            ),
            (
                "Activities/Reorder",
                { #"{"names":["\#(try activity())","\#(try activity())"]}"# }
            ),
            (
                "Activities/Group",
                { #"{"name":"\#(name())","members":["\#(try activity())"]}"# }
            ),
            ("Activities/Dissolve", { #"{"name":"\#(try container())"}"# }),
            (
                "Templates/Apply",
                {
                    let all = try made("dayline.schedule.Templates/List", "{}")["templates"]
                    let first = try #require((all as? [[String: Any]])?.first?["name"] as? String)
                    return #"{"name":"\#(first)"}"#
                }
            ),
            ("Trash/Restore", { #"{"name":"\#(try trashed())"}"# }),
            ("Trash/Purge", { #"{"name":"\#(try trashed())"}"# }),
            (
                "HealthLinks/Sync",
                {
                    _ = try activity(
                        #""type":"value","unit":"kg","health":"bodyMass","healthMode":"read""#)
                    return "{}"
                }
            ),
        ]
    }

    private var journal: [Case] {
        [
            ("Journal/Log", { #"{"activity":"\#(try activity())","note":"x"}"# }),
            ("Journal/Skip", { #"{"activity":"\#(try activity())","reason":"x"}"# }),
            (
                "Journal/Undo",
                {
                    _ = try entry()
                    return "{}"
                }
            ),
            (
                "Journal/Redo",
                {
                    _ = try entry()
                    try made("dayline.schedule.Journal/Undo", "{}")
                    return "{}"
                }
            ),
            ("Entries/Edit", { #"{"id":"\#(try entry())","note":"new"}"# }),
            ("Entries/Delete", { #"{"id":"\#(try entry())"}"# }),
            ("Vacations/Add", { #"{"from":"2030-01-01","to":"2030-01-03"}"# }),
            ("Vacations/Remove", { #"{"from":"2030-01-02","to":"2030-01-03"}"# }),
            ("Boards/Annotate", { #"{"text":"a remark"}"# }),
            (
                "Boards/RemoveAnnotation",
                {
                    let made = try made("dayline.schedule.Boards/Annotate", #"{"text":"y"}"#)
                    return #"{"id":"\#(try #require(made["id"] as? String))"}"#
                }
            ),
        ]
    }

    private var goals: [Case] {
        [
            ("Goals/Add", { #"{"title":"\#(name())"}"# }),
            ("Goals/Edit", { #"{"goal":"\#(try goal())","title":"\#(name())"}"# }),
            (
                "Goals/Link",
                {
                    #"{"goal":"\#(try goal())","activity":"\#(try activity())","role":"activity"}"#
                }
            ),
            ("Goals/Unlink", { try linked() }),
            ("Goals/Pause", { #"{"goal":"\#(try goal())"}"# }),
            (
                "Goals/Resume",
                {
                    let request = #"{"goal":"\#(try goal())"}"#
                    try made("dayline.schedule.Goals/Pause", request)
                    return request
                }
            ),
            ("Goals/Delete", { #"{"goal":"\#(try goal())"}"# }),
            ("Categories/Add", { #"{"name":"\#(name())"}"# }),
            ("Categories/Edit", { #"{"name":"\#(try category())","newName":"\#(name())"}"# }),
            ("Categories/Delete", { #"{"name":"\#(try category())"}"# }),
            (
                "Categories/RestoreDefaults",
                {
                    let all = try made("dayline.schedule.Categories/List", "{}")["categories"]
                    let first = try #require((all as? [[String: Any]])?.first?["name"] as? String)
                    try made("dayline.schedule.Categories/Delete", #"{"name":"\#(first)"}"#)
                    return "{}"
                }
            ),
            ("Weights/Add", { #"{"weight":80,"unit":"kg"}"# }),
            ("Weights/Edit", { #"{"id":"\#(try weighing())","weight":79}"# }),
            ("Weights/Delete", { #"{"id":"\#(try weighing())"}"# }),
            (
                "Weights/SetGoal",
                {
                    _ = try weighing()
                    return #"{"weight":71,"unit":"kg"}"#
                }
            ),
            (
                "Weights/SetInterval",
                {
                    try withWeightGoal()
                    return #"{"interval":"ten"}"#
                }
            ),
            (
                "Weights/Acknowledge",
                {
                    try withWeightGoal()
                    return "{}"
                }
            ),
        ]
    }

    private var stored: [Case] {
        [
            ("storage.Profiles/Add", { #"{"name":"\#(name().lowercased())","zone":"UTC"}"# }),
            (
                "storage.Profiles/Rename",
                { #"{"name":"\#(try profile())","newName":"\#(name().lowercased())"}"# }
            ),
            ("storage.Profiles/Remove", { #"{"name":"\#(try profile())"}"# }),
            (
                "storage.Profiles/SetZone",
                { #"{"name":"\#(try profile())","change":{"zone":"Europe/Berlin"}}"# }
            ),
            (
                "storage.Sources/Order",
                {
                    let sources = try system.json("sources", "stepCount")["sources"]
                    let names = try #require(sources as? [[String: Any]])
                        .compactMap { $0["name"] as? String }.sorted().map { #""\#($0)""# }
                    return #"{"metric":"stepCount","order":[\#(names.joined(separator: ","))]}"#
                }
            ),
            (
                "storage.Tracker/Apply",
                {
                    #"{"summary":"x","changes":[{"kind":"scratch","id":"\#(name())","body":"{}"}]}"#
                }
            ),
            (
                "storage.Tracker/Undo",
                {
                    _ = try entry()
                    return "{}"
                }
            ),
            (
                "storage.Tracker/Redo",
                {
                    _ = try entry()
                    try made("dayline.schedule.Journal/Undo", "{}")
                    return "{}"
                }
            ),
            ("storage.Tracker/Fill", { #"{"summary":"x","replacedKinds":["scratch"]}"# }),
            (
                "storage.Corrections/Correct",
                { #"{"action":"edit","sample":"\#(try sample())","value":70}"# }
            ),
            (
                "storage.Corrections/Revert",
                {
                    _ = try corrected()
                    return #"{"turn":"undo"}"#
                }
            ),
            ("ingestion.Edits/Edit", { #"{"ref":"\#(try sample())","value":71}"# }),
            ("ingestion.Edits/Delete", { #"{"ref":"\#(try sample())"}"# }),
            ("ingestion.Edits/Restore", { #"{"ref":"\#(try corrected())"}"# }),
            (
                "ingestion.Edits/Revert",
                {
                    _ = try corrected()
                    return #"{"turn":"undo"}"#
                }
            ),
            ("schedule.Files/Clear", { "{}" }),
        ]
    }

    private var cases: [Case] {
        (activities + journal + goals).map { ("dayline.schedule.\($0.method)", $0.request) }
            + stored.map { ("dayline.\($0.method)", $0.request) }
    }

    // MARK: - The tests

    @Test func `a key that comes again is answered as the first time, and changes nothing`() throws
    {
        defer { export.remove() }
        for (method, request) in cases {
            let request = try request()
            let key = UUID().uuidString
            let before = try newestChange()

            let first = try call(method, request, key: key)
            let after = try newestChange()
            // Whatever happens in between.
            _ = try activity()
            let between = try newestChange()
            let second = try call(method, request, key: key)

            #expect(first.status == 0, "\(method): \(first.output)")
            #expect(after > before, "\(method)")
            #expect(second.output == first.output, "\(method)")
            #expect(second.status == 0, "\(method)")
            #expect(try newestChange() == between, "\(method)")
        }
    }

    @Test func `no method that changes something is left out`() throws {
        defer { export.remove() }
        let services = try #require(try system.json("services")["services"] as? [[String: Any]])
        let changing = services.flatMap { service in
            ((service["methods"] as? [[String: Any]]) ?? [])
                .filter { $0["isRepeatable"] as? Bool == false }
                .map { "\(service["name"] as? String ?? "")/\($0["name"] as? String ?? "")" }
        }

        let known = Set(cases.map(\.method))
        let expected = changing.filter { method in
            !Self.keyless.contains { method.hasPrefix($0.prefix) }
        }
        #expect(Set(expected) == known)
        for (prefix, _) in Self.keyless {
            #expect(changing.contains { $0.hasPrefix(prefix) }, "\(prefix)")
        }
    }
}
