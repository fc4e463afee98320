import Foundation
import Testing

/// The answers of commands in an empty profile or home.
@Suite(.serialized) struct EmptyProfileTests {
    private static let dayline = "\(DaylineSystem.programs)/dayline"

    /// Queries without data. Each names the command to begin with.
    private static let questions = [
        "today", "trends steps", "trends weight", "days steps", "days weight", "window steps",
        "window weight", "chart steps", "chart weight", "sleep", "workouts", "recovery", "metrics",
        "imports", "sources steps", "goal", "weight", "weight trend", "insights",
        "insights --by-type", "streaks", "heatmap", "activity list", "training",
        "training exercises", "training plan", "associations", "rings",
    ]

    @Test func `every query on an empty profile names the first command`() throws {
        let system = try DaylineSystem()

        for question in Self.questions {
            let outcome = try DaylineSystem.run(
                Self.dayline,
                ["--home", system.home] + question.split(separator: " ").map(String.init))

            #expect(outcome.status == 0, "\(question): \(outcome.errors)")
            #expect(
                outcome.output.contains(
                    #/with: dayline (--home \S+ )?(import|training|(activity|weight|goal) add)/#),
                "\(question): \(outcome.output)")
            #expect(outcome.output.split(separator: "\n").count <= 3, "\(question)")
        }
    }

    @Test func `every known metric is listed on an empty home with its unit and kind`() throws {
        let system = try DaylineSystem()

        let all = try #require(try system.json("metrics", "--all")["metrics"] as? [[String: Any]])
        let present = try #require(try system.json("metrics")["metrics"] as? [Any])

        let keys = all.compactMap { $0["metric"] as? String }
        #expect(present.isEmpty)
        #expect(keys.contains("stepCount") && keys.contains("bodyMass"))
        #expect(keys == keys.sorted() && Set(keys).count == all.count)
        #expect(all.allSatisfy { $0["samples"] as? Int == 0 && $0["known"] as? Bool == true })
        let kinds: Set = ["cumulative", "discrete", "duration", "category"]
        #expect(all.allSatisfy { ($0["kind"] as? String).map(kinds.contains) ?? false })
        #expect(all.allSatisfy { $0["unit"] is String })
    }

    @Test func `the first start of a home names the time zone of its days`() throws {
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: home) }

        let up = try DaylineSystem.run(Self.dayline, ["--home", home, "up", "--detach"])
        let again = try DaylineSystem.run(Self.dayline, ["--home", home, "up", "--detach"])
        _ = try DaylineSystem.run(Self.dayline, ["--home", home, "down"])

        #expect(up.status == 0)
        #expect(up.errors.contains("time zone"), "\(up.errors)")
        #expect(up.errors.contains("profile zone"), "\(up.errors)")
        #expect(!again.errors.contains("time zone"), "\(again.errors)")
    }

    @Test func `without a terminal a profile is removed only with --yes`() throws {
        let system = try DaylineSystem()
        _ = try system.run("profile", "add", "kim", "--zone", "UTC")

        let refused = try system.run("profile", "remove", "kim")
        let shown = try system.run("profile", "show", "kim")
        let removed = try system.run("profile", "remove", "kim", "--yes")

        #expect(refused.status == 2)
        #expect(refused.errors.contains("--yes"), "\(refused.errors)")
        #expect(shown.status == 0)
        #expect(removed.status == 0)
    }

    @Test func `an import into an unknown profile suggests a similar name`() throws {
        let system = try DaylineSystem()
        _ = try system.run("profile", "add", "kimberly", "--zone", "UTC")
        let file = "\(system.home)/export.xml"
        try "<HealthData></HealthData>".write(toFile: file, atomically: true, encoding: .utf8)

        let outcome = try system.run("--profile", "kimberley", "import", file)

        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("There is no profile called \"kimberley\"."))
        #expect(outcome.errors.contains("kimberly\"?"), "\(outcome.errors)")
    }

    @Test func `a chart in a missing folder names the folder and the command that creates it`()
        throws
    {
        let system = try DaylineSystem()
        _ = try system.run("weight", "add", "81.2", "kg")

        let outcome = try system.run(
            "chart", "weight", "--svg", "\(system.home)/nowhere/weight.svg")

        #expect(outcome.status == 5)
        #expect(outcome.errors.contains("there is no folder \(system.home)/nowhere."))
        #expect(outcome.errors.contains("mkdir -p"), "\(outcome.errors)")
    }
}
