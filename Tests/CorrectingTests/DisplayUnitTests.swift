import Contracts
import HealthMetrics
import RPC
import Testing

@testable import Correcting

struct DisplayUnitTests {
    private func displayUnit(
        _ metric: String, _ unit: String, in units: UnitSystem = .metric
    ) -> DisplayUnit {
        DisplayUnit(.entered(metric, unit: unit), in: units)
    }

    @Test(arguments: Metric.all, UnitSystem.allCases)
    func `a shown value is read back as the stored value`(
        metric: Metric, units: UnitSystem
    ) throws {
        let unit = displayUnit(metric.key, metric.unit, in: units)

        for value in metric.kind == .category ? [0, 3] : [0, 0.37, 5, 1234.5] {
            let stored = try unit.stored(unit.shown(value), in: nil)
            let spoken = try unit.stored(unit.shown(value), in: unit.unit)
            #expect(abs(stored - value) < 1e-9)
            #expect(spoken == stored)
        }
    }

    @Test(
        arguments: [
            ("bodyFatPercentage", "fraction", 20, nil, 0.2),
            ("bodyFatPercentage", "fraction", 0.2, "fraction", 0.2), ("height", "m", 70, nil, 0.7),
            ("height", "m", 70, "in", 1.778), ("bodyMass", "kg", 100, "lb", 45.359237),
            ("bodyTemperature", "degC", 32, "degF", 0), ("myMetric", "drops", -3, nil, -3),
        ] as [(String, String, Double, String?, Double)])
    func `a value is converted from the display unit or from the given unit`(
        metric: String, unit: String, value: Double, other: String?, stored: Double
    ) throws {
        let found = try displayUnit(metric, unit).stored(value, in: other)

        #expect(abs(found - stored) < 1e-12)
    }

    /// The bound of 10^15 applies to the stored value.
    @Test(
        arguments: [
            (1e15, "kg", true), (1e15.nextUp, "kg", false), (2e15, "lb", true), (3e15, "lb", false),
            (.leastNonzeroMagnitude, "kg", true), (1e308, "lb", false), (.infinity, "kg", false),
            (-.infinity, "kg", false), (.nan, "kg", false),
        ] as [(Double, String, Bool)])
    func `a value is at most the bound in the stored unit, and finite`(
        value: Double, unit: String, isValid: Bool
    ) throws {
        let mass = displayUnit("bodyMass", "kg")

        if isValid {
            #expect(try mass.stored(value, in: unit) > 0)
        } else {
            let status = #expect(throws: Status.self) { try mass.stored(value, in: unit) }
            #expect(status?.code == .invalidArgument)
            #expect(status?.message == "The value \(value) is out of range.")
            #expect(status?.hint == "A value is a number of at most 10^15 in kg.")
        }
    }

    @Test(arguments: ["km", "stoneware", "%"])
    func `a unit of another dimension and an unknown unit are rejected`(unit: String) {
        let status = #expect(throws: Status.self) {
            try displayUnit("bodyMass", "kg", in: .us).stored(150, in: unit)
        }

        #expect(status?.message == "bodyMass is stored in kg, and not in \(unit).")
        #expect(status?.hint == "Leave the unit out: values are in lb.")
    }

    @Test func `a negative value is rejected for a metric without negative values`() throws {
        let status = #expect(throws: Status.self) {
            try displayUnit("stepCount", "count").stored(-5, in: nil)
        }

        #expect(status?.message == "A sample of stepCount cannot be negative.")
        #expect(status?.hint == "To remove the sample: dayline sample delete REF")
        #expect(try displayUnit("waterTemperature", "degC").stored(-5, in: nil) == -5)
        #expect(try displayUnit("waterTemperature", "degC").stored(0, in: "degF") < -17.7)
    }

    @Test(arguments: [9.0, 6, -1, 2.5])
    func `an unknown sleep stage is rejected`(stage: Double) throws {
        let sleep = displayUnit("sleepAnalysis", "category")

        #expect(throws: Status.self) { try sleep.stored(stage, in: nil) }
        for code in [0.0, 1, 2, 3, 4, 5] { #expect(try sleep.stored(code, in: nil) == code) }
    }
}
