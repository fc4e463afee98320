import Foundation
import Testing

/// The event loops of a working system, which log turns that delay heartbeats, credit and cancels.
@Suite(.serialized) struct WatchdogTests {
    private static let attempts = 24

    private func slowTurns(_ system: DaylineSystem) throws -> [String] {
        let folder = "\(system.home)/logs"
        return try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                .split(separator: "\n").filter {
                    $0.contains("An iteration of the event loop took")
                }
                .map { "\(name): \($0)" }
        }
    }

    /// Other load on the machine may make a turn slow; slow code does so in every attempt.
    @Test func `no event loop turn is slow during an import`() throws {
        let export = try GeneratedExport(days: 40, seed: 8, routes: 20)
        defer { export.remove() }
        let system = try DaylineSystem(aggregationWorkers: 2)

        var reported: [[String]] = []
        for attempt in 1...Self.attempts {
            _ = try system.json("profile", "add", "p\(attempt)", "--zone", "UTC")
            let before = Set(try slowTurns(system))
            _ = try system.json("--profile", "p\(attempt)", "import", export.zip)
            reported.append(try slowTurns(system).filter { !before.contains($0) })
            if reported.last?.isEmpty == true { break }
        }

        #expect(reported.last == [], "in each of \(Self.attempts) imports: \(reported)")
    }
}
