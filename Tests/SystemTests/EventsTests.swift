import Foundation
import Testing

/// Following what happens: nothing that was acknowledged is missed, whoever dies in between.
@Suite(.serialized) struct EventsTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    /// Changes a setting, and asks again with the same key until it is acknowledged.
    private func set(_ name: String) throws {
        var outcome: DaylineSystem.Outcome
        var attempts = 0
        repeat {
            attempts += 1
            outcome = try system.run(
                "call", "dayline.storage.Settings/Set",
                "{\"key\":\"test.\(name)\",\"value\":\"\(name)\"}", "--key", "key-\(name)")
        } while outcome.status == 4 && attempts < 100
        try #require(outcome.status == 0, "\(outcome.errors)")
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

    @Test func `changes after a number are shown, with what was and what is`() throws {
        for name in ["a", "b", "c"] { try set(name) }

        let all = try system.run("--json", "events", "change.setting", "--since", "0")
        let shown = try events(all.output.split(separator: "\n").map(String.init))
        let rest = try system.run(
            "--json", "events", "change", "--since", "\(try #require(shown.first).number)")

        #expect(values(shown) == ["a", "b", "c"])
        #expect(
            try values(events(rest.output.split(separator: "\n").map(String.init))) == ["b", "c"])
    }

    @Test func `a number that this database never gave is told in a sentence`() throws {
        let outcome = try system.run("events", "change", "--since", "4711")

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("There is no change 4711"))
    }

    @Test func `a follower misses nothing when storage, the broker or it itself is killed`() throws
    {
        let first = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since", "0", "--follow")
        try set("before")
        for worker in ["storage", "broker", "storage", "broker"] {
            let pid = try #require(try system.pid(of: worker))
            kill(pid, SIGKILL)
            try set("after-\(worker)-\(pid)")
        }
        try set("last")
        let seen = try events(first.lines { $0.last?.contains("last") == true })
        first.kill()
        try set("away")
        let second = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since",
            "\(try #require(seen.last).number)", "--follow")
        try set("back")
        let more = try events(second.lines { $0.last?.contains("back") == true })

        let numbers = (seen + more).map(\.number)
        #expect(numbers == Set(numbers).sorted())
        #expect(values(seen).count == 6)
        #expect(values(seen).first == "before" && values(seen).last == "last")
        #expect(values(more) == ["away", "back"])
    }

    @Test func `what workers do is told while it happens`() throws {
        let follower = try BackgroundCommand(system, "--json", "events", "worker", "change")
        // It listens once it has shown a change.
        var count = 0
        while try follower.lines.isEmpty, count < 200 {
            count += 1
            try set("\(count)")
        }

        kill(try #require(try system.pid(of: "ingestion")), SIGKILL)
        let lines = try follower.lines { lines in
            lines.contains { $0.contains("worker.gone") }
                && lines.contains { $0.contains("worker.ready") }
        }

        let told = try events(lines).filter { $0.fields["name"] == "ingestion" }.map(\.topic)
        #expect(told == ["worker.gone", "worker.ready"])
    }
}
