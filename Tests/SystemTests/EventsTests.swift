import Foundation
import TestKit
import Testing

/// Following what happens: nothing that was acknowledged is missed, whoever dies in between.
@Suite(.serialized) struct EventsTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    /// Changes a setting, and asks again with the same key until it is acknowledged.
    private func set(_ name: String) async throws {
        try await eventually("an answer") {
            let outcome = try system.run(
                "call", "dayline.storage.Settings/Set",
                "{\"key\":\"test.\(name)\",\"value\":\"\(name)\"}", "--key", "key-\(name)")
            try #require([0, 4].contains(outcome.status), "\(outcome.errors)")
            return outcome.status == 0
        }
    }

    private struct Event: Decodable {
        var topic: String
        var number: Int64
        var fields: [String: String]
    }

    private func events(_ lines: [String]) throws -> [Event] {
        try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    private func values(_ events: [Event]) -> [String] {
        events.compactMap { $0.fields["after"] }
    }

    @Test func `changes after a number are shown, with what was and what is`() async throws {
        for name in ["a", "b", "c"] { try await set(name) }

        let all = try system.run("--json", "events", "change.setting", "--since", "0")
        let shown = try events(all.output.split(separator: "\n").map(String.init))
        let rest = try system.run(
            "--json", "events", "change", "--since", "\(try #require(shown.first).number)")

        #expect(values(shown) == ["a", "b", "c"])
        #expect(
            try values(events(rest.output.split(separator: "\n").map(String.init))) == ["b", "c"])
    }

    @Test func `a number that this database never gave is told in a sentence`() async throws {
        let outcome = try system.run("events", "change", "--since", "4711")

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("There is no change 4711"))
    }

    @Test func `a follower misses nothing when storage, the broker or it itself is killed`()
        async throws
    {
        let first = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since", "0", "--follow")
        try await set("before")
        for worker in ["storage", "broker", "storage", "broker"] {
            let pid = try #require(try system.pid(of: worker))
            kill(pid, SIGKILL)
            try await set("after-\(worker)-\(pid)")
        }
        try await set("last")
        let seen = try events(first.lines { $0.last?.contains("last") == true })
        first.kill()
        try await set("away")
        let second = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since",
            "\(try #require(seen.last).number)", "--follow")
        try await set("back")
        let more = try events(second.lines { $0.last?.contains("back") == true })

        let numbers = (seen + more).map(\.number)
        #expect(numbers == Set(numbers).sorted())
        #expect(values(seen).count == 6)
        #expect(values(seen).first == "before" && values(seen).last == "last")
        #expect(values(more) == ["away", "back"])
    }

    /// A follower of these topics that is listening.
    private func follower(of topics: String...) async throws -> BackgroundCommand {
        let follower = try BackgroundCommand(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "events", "change", "--follow"] + topics)
        // It listens once it has shown a change.
        var count = 0
        try await eventually("a change that is shown") {
            count += 1
            try await set("\(count)")
            return !follower.lines.isEmpty
        }
        return follower
    }

    @Test func `what workers do is told while it happens`() async throws {
        let follower = try await follower(of: "worker")

        kill(try #require(try system.pid(of: "ingestion")), SIGKILL)
        let lines = follower.lines { lines in
            lines.contains { $0.contains("worker.gone") }
                && lines.contains { $0.contains("worker.ready") }
                && lines.contains { $0.contains("\"state\":\"ready\"") }
        }

        let told = try events(lines).filter { $0.fields["name"] == "ingestion" }
        let ofBroker = told.filter { $0.topic != "worker.state" }
        #expect(ofBroker.map(\.topic) == ["worker.gone", "worker.ready"])
        let states = told.filter { $0.topic == "worker.state" }.map(\.fields)
        #expect(states.first?["reason"] == "ended with signal 9")
        #expect(states.last?["state"] == "ready")
    }

    @Test func `how far an import is, and the folding after it, is told while it happens`()
        async throws
    {
        let export = try GeneratedExport(days: 30, seed: 3)
        defer { export.remove() }
        _ = try system.json("profile", "add", "kim", "--zone", "UTC")
        let follower = try await follower(of: "import", "fold")

        _ = try system.json("--profile", "kim", "import", export.xml)
        let report = try system.json("import", export.xml)
        let lines = follower.lines { $0.contains { $0.contains("\"stage\":\"done\"") } }

        let told = try events(lines)
        #expect(told.allSatisfy { $0.fields["profile"] == "default" })
        let progress = told.filter { $0.topic == "import.progress" }.map(\.fields)
        let stages = progress.compactMap { $0["stage"] }
        #expect(stages == stages.sorted { order($0) < order($1) })
        #expect(Set(stages) == ["reading", "publishing", "folding", "done"])
        let bytes = progress.compactMap { $0["bytesRead"].flatMap(Int.init) }
        #expect(bytes == bytes.sorted() && bytes.last == report["bytes"] as? Int)
        #expect(progress.last?["read"] == "\(try #require(report["read"] as? Int))")
        #expect(progress.last?["id"] == "\(try #require(report["id"] as? Int))")
        let folds = told.filter { $0.topic == "fold.progress" }.map(\.fields)
        let complete = folds.filter { $0["done"] == $0["tasks"] }.compactMap { $0["metric"] }
        let metrics = try #require(try system.json("metrics")["metrics"] as? [[String: Any]])
        #expect(Set(complete).isSuperset(of: metrics.compactMap { $0["metric"] as? String }))
    }

    private func order(_ stage: String) -> Int {
        ["reading", "publishing", "folding", "done"].firstIndex(of: stage) ?? -1
    }
}
