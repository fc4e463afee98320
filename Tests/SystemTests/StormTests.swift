import Foundation
import Testing

/// Processes are killed, stopped and hung at random while clients write.
@Suite(.serialized) struct StormTests {
    @Test func `no acknowledged write is lost or duplicated`() throws {
        let storm = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline-storm", ["rounds", "20"])

        #expect(storm.status == 0, "\(storm.output) \(storm.errors)")
        let outcome = try storm.json()
        #expect(outcome["lost"] as? [String] == [])
        #expect(outcome["duplicated"] as? [String] == [])
        #expect(outcome["acknowledged"] as? Int ?? 0 > 0)
    }
}
