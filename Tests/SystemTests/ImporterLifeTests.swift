import Foundation
import Testing

/// What becomes of an importer when the process that started it is gone.
@Suite(.serialized) struct ImporterLifeTests {
    /// The processes that any thread of a process has started.
    private func children(of process: Int) -> [Int32] {
        let threads =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task"))
        return (threads ?? []).flatMap { thread in
            let path = "/proc/\(process)/task/\(thread)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    private func isAlive(_ process: Int32) -> Bool {
        let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // A zombie has ended, whoever has not noticed yet.
        return stat.map { !$0.contains(") Z ") } ?? false
    }

    @Test func `an importer ends with the ingestion worker, and the import can be run again`()
        throws
    {
        let export = try GeneratedExport(days: 40, seed: 4)
        defer { export.remove() }
        let system = try DaylineSystem()
        let status = try system.json("status")
        let workers = try #require(status["workers"] as? [[String: Any]])
        let ingestion = try #require(
            workers.first { $0["name"] as? String == "ingestion" }?["pid"] as? Int)
        let importing = try system.start("--json", "import", export.xml)
        var importer: Int32?
        while importer == nil, importing.isRunning { importer = children(of: ingestion).first }

        kill(pid_t(ingestion), SIGKILL)
        let orphan = try #require(importer, "the import ended before its importer was seen")
        while isAlive(orphan) { usleep(10_000) }
        importing.waitUntilExit()
        var again = try system.run("--json", "import", export.xml)
        for _ in 0..<40 where again.status != 0 {
            again = try system.run("--json", "import", export.xml)
        }

        #expect(importing.terminationStatus != 0)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try again.json()["duplicate"] as? Int == 0)
    }
}
