import Foundation
import TestKit
import Testing

/// The end of an importer when its ingestion worker is killed.
@Suite(.serialized) struct ImporterLifeTests {
    /// The children of all threads of a process.
    private func children(of process: Int) -> [Int32] {
        let threads =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task"))
        return (threads ?? []).flatMap { thread in
            let path = "/proc/\(process)/task/\(thread)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    @Test func `an importer ends with the ingestion worker, and the import can be run again`()
        async throws
    {
        let export = try GeneratedExport(days: 40, seed: 4, routes: 20)
        defer { export.remove() }
        let system = try DaylineSystem()
        let status = try system.json("status")
        let workers = try #require(status["workers"] as? [[String: Any]])
        let ingestion = try #require(
            workers.first { $0["name"] as? String == "ingestion" }?["pid"] as? Int)
        let importing = try system.start("--json", "import", export.xml)
        let importer = try await eventualValue("its importer") {
            try #require(importing.isRunning, "the import ended before its importer was found")
            return children(of: ingestion).first
        }

        kill(pid_t(ingestion), SIGKILL)
        try waitForEnd(of: importer)
        importing.waitUntilExit()
        let again = try await eventualValue("the next ingestion worker") {
            let outcome = try system.run("--json", "import", export.xml)
            return outcome.status == 0 ? outcome : nil
        }

        #expect(importing.terminationStatus != 0)
        #expect(try again.json()["duplicate"] as? Int == 0)
    }
}
