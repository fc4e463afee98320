import Foundation
import Testing

/// The example in C, which speaks the protocol of the bus without a library of Dayline.
@Suite struct CExampleTests {
    @Test func `a program in C calls a method and reports a failed call`() throws {
        let system = try DaylineSystem()
        let program = "\(system.home)/call"
        let source = "\(DaylineSystem.package)/tools/examples/call.c"

        let compiled = try DaylineSystem.run(
            "/usr/bin/env", ["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source, "-lzmq"])
        let healthy = try DaylineSystem.run(program, [system.home, "dayline.bus.Health/Check"])
        let added = try DaylineSystem.run(
            program,
            [system.home, "dayline.tracker.Weights/Add", #"{"weight": 81.2, "unit": "kg"}"#])
        let failed = try DaylineSystem.run(
            program, [system.home, "dayline.aggregation.Insights/Days", #"{"nam": "weight"}"#])
        let weights = try system.json("weight", "list")

        #expect(compiled.status == 0, "\(compiled.errors)")
        #expect(try healthy.json()["state"] as? String == "ready")
        #expect(added.status == 0, "\(added.errors)")
        #expect((weights["weights"] as? [[String: Any]])?.count == 1)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("nam"))
    }
}
