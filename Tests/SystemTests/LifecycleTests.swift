import Foundation
import TestKit
import Testing

/// Starts, stops, crashes and restarts.
@Suite(.serialized) struct LifecycleTests {
    @Test func `a second start of the same home changes nothing`() throws {
        let system = try DaylineSystem()
        let before = try system.pid(of: "storage")

        let second = try system.json("up", "--detach")

        #expect(second["alreadyRunning"] as? Bool == true)
        #expect(try system.pid(of: "storage") == before)
    }

    @Test func `after down the supervisor has no working folder in the home`() throws {
        let system = try DaylineSystem(variables: ["DAYLINE_DUMPABLE": "1"])
        let supervisor = try #require(try system.json("status")["supervisor"] as? [String: Any])
        let link = "/proc/\(try #require(supervisor["pid"] as? Int))/cwd"
        let folder = try FileManager.default.destinationOfSymbolicLink(atPath: link)

        _ = try system.run("down")

        #expect(folder.hasSuffix(system.home))
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
    }

    @Test func `of several concurrent starts each finds the system running`() throws {
        let home = NSTemporaryDirectory() + "dl-\(UUID().uuidString.prefix(8))"
        let program = "\(DaylineSystem.programs)/dayline"
        defer {
            _ = try? DaylineSystem.run(program, ["--home", home, "down"])
            try? FileManager.default.removeItem(atPath: home)
        }
        let starts = try (0..<4).map { _ in
            try BackgroundCommand(program, ["--home", home, "--json", "up", "--detach"])
        }

        let answers = starts.map { $0.lines { !$0.isEmpty }.joined() }

        #expect(answers.allSatisfy { $0.contains("\"ready\":") }, "\(answers)")
        #expect(answers.count { $0.contains("\"alreadyRunning\":true") } == 3)
    }

    @Test func `a command without a running system names the start command, with status 4`() throws
    {
        let home = NSTemporaryDirectory() + "dl-none-\(UUID().uuidString.prefix(8))"

        let outcome = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--home", home, "--json", "status"])
        let error = try #require(try outcome.json()["error"] as? [String: Any])

        #expect(outcome.status == 4)
        #expect(error["code"] as? String == "UNAVAILABLE")
        #expect((error["hint"] as? String)?.hasSuffix(" up") == true)
    }

    @Test func `a killed worker restarts, and commands succeed again`() async throws {
        let system = try DaylineSystem()
        for worker in ["storage", "ingestion", "aggregation-1", "tracker", "broker"] {
            let before = try #require(try system.pid(of: worker))

            kill(before, SIGKILL)
            // The call waits for a restarting worker.
            try await eventually("an answer") { try system.run("--json", "metrics").status == 0 }
            let after = try system.pid(of: worker)

            #expect(after != nil && after != before, "\(worker)")
        }
    }

    @Test func `two homes run side by side`() throws {
        let first = try DaylineSystem()
        let second = try DaylineSystem()

        _ = try first.json("profile", "add", "kim", "--zone", "UTC")
        let listing = try second.json("profile", "list")

        let profiles = try #require(listing["profiles"] as? [[String: Any]])
        #expect(profiles.compactMap { $0["name"] as? String } == ["default"])
    }
}
