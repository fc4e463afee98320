import Foundation
import Testing

/// The loops of a system at work, which say when a turn keeps heartbeats, credit and cancellation
/// waiting.
@Suite(.serialized) struct WatchdogTests {
    private static let attempts = 24

    private func slowTurns(_ system: DaylineSystem) throws -> [String] {
        let folder = "\(system.home)/logs"
        return try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                .split(separator: "\n").filter { $0.contains("A turn of the loop took") }
                .map { "\(name): \($0)" }
        }
    }

    /// A machine that is busy with something else makes a turn long now and then; what takes long by
    /// itself does so every time.
    @Test func `no turn of a loop takes long while a file is imported`() throws {
        let export = try GeneratedExport(days: 40, seed: 8)
        defer { export.remove() }
        let system = try DaylineSystem(aggregationWorkers: 2)

        var told: [[String]] = []
        for attempt in 1...Self.attempts {
            _ = try system.json("profile", "add", "p\(attempt)", "--zone", "UTC")
            let before = Set(try slowTurns(system))
            _ = try system.json("--profile", "p\(attempt)", "import", export.zip)
            told.append(try slowTurns(system).filter { !before.contains($0) })
            if told.last?.isEmpty == true { break }
        }

        #expect(told.last == [], "in each of \(Self.attempts) imports: \(told)")
    }
}
