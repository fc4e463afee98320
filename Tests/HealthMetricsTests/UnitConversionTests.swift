import Testing

@testable import HealthMetrics

struct UnitConversionTests {
    @Test(arguments: [
        ("km", "m", 1.5, 1500), ("mi", "m", 1, 1609.344), ("ft", "m", 10, 3.048),
        ("in", "cm", 1, 2.54), ("cm", "m", 70, 0.7), ("yd", "m", 100, 91.44),
        ("lb", "kg", 180, 81.6466266), ("g", "kg", 500, 0.5), ("oz", "g", 16, 453.59237),
        ("st", "lb", 1, 14), ("mcg", "mg", 1000, 1), ("ug", "mcg", 5, 5), ("µg", "mcg", 5, 5),
        ("Cal", "kcal", 455, 455), ("kJ", "kcal", 4.184, 1), ("cal", "kcal", 1000, 1),
        ("L", "mL", 1.25, 1250), ("fl_oz_us", "mL", 8, 236.588_236_5),
        ("cup_us", "fl_oz_us", 1, 8), ("cup_imp", "mL", 1, 284.130_625),
        ("pt_us", "cup_us", 1, 2), ("fl_oz_imp", "mL", 1, 28.413_062_5),
        ("s", "min", 90, 1.5), ("hr", "min", 1.5, 90), ("ms", "s", 1500, 1.5),
        ("km/hr", "m/s", 3.6, 1), ("mi/hr", "m/s", 1, 0.44704), ("m/s", "km/hr", 1, 3.6),
        ("m/s", "km/h", 1, 3.6),
        ("degF", "degC", 98.6, 37), ("degC", "degF", 37, 98.6), ("K", "degC", 273.15, 0),
        ("degF", "degC", -40, -40), ("kPa", "mmHg", 133.322_387_415, 1000),
        ("mmHg", "kPa", 120, 15.998_686_489_8), ("%", "fraction", 0.185, 0.185),
        ("count/s", "count/min", 1, 60), ("bpm", "count/min", 61, 61), ("Hz", "count/min", 1, 60),
        ("mmol<180.1558800000541>/L", "mg/dL", 1, 18.015_588_000_005_41),
        ("mg/dL", "mmol<180.1558800000541>/L", 18.015_588_000_005_41, 1),
        ("mL/kg*min", "mL/min·kg", 40, 40), ("mL/kg.min", "mL/min·kg", 40, 40),
        ("kcal/(kg*hr)", "kcal/hr·kg", 5, 5), ("S", "mcS", 1, 1_000_000),
        ("kg*m^2/s^2", "J", 3, 3), ("mg/L", "mg/dL", 10, 1),
    ])
    func `factors are exact`(from: String, to: String, value: Double, expected: Double) throws {
        let conversion = try UnitConversion(from: from, to: to)

        let result = conversion.converted(value)

        #expect(abs(result - expected) <= 1e-12 * max(1, abs(expected)), "\(result)")
    }

    @Test(arguments: [
        ("km", 1609.344, 1_609_344), ("cm", 70, 0.7), ("in", 1, 0.0254), ("mi", 1, 1609.344),
    ])
    func `a short decimal stays the nearest binary number`(
        unit: String, value: Double, metres: Double
    ) throws {
        #expect(try UnitConversion(from: unit, to: "m").converted(value) == metres)
    }

    @Test(arguments: [
        ("kg", "m"), ("count", "fraction"), ("%", "count"), ("dBASPL", "count"), ("IU", "count"),
        ("kcal", "W"), ("count", "count/min"), ("mmol<180.1558800000541>/L", "mmHg"),
        ("dBASPL", "dBHL"), ("degC", "J"), ("mL/min·kg", "mL/min"),
    ])
    func `units of other dimensions are refused`(from: String, to: String) {
        #expect(throws: UnitError.otherDimension(from: from, to: to)) {
            try UnitConversion(from: from, to: to)
        }
    }

    @Test(arguments: ["furlong", "", "kmi", "mmol<x>/L", "mol<0>", "m^", "m^0", "m^99", "//", "k"])
    func `unknown units are refused`(unit: String) {
        #expect(throws: UnitError.unknown(unit)) { try UnitConversion(from: unit, to: "m") }
    }

    @Test(arguments: [
        ("pounds", "lb", 3.0, 3.0), ("Miles", "km", 1, 1.609_344), ("fl oz", "fl_oz_us", 8, 8),
        ("hours", "min", 1.5, 90), ("°F", "°C", 212, 100), ("KM", "m", 1, 1000),
        ("kg", "kilos", 2, 2), ("Litres", "ml", 0.25, 250),
    ])
    func `common names of units are accepted`(
        spoken: String, own: String, value: Double, converted: Double
    ) throws {
        let conversion = try UnitConversion(spokenUnit: spoken, to: own)

        #expect(abs(conversion.converted(value) - converted) < 1e-9)
    }

    @Test func `an unknown unit converts only to itself`() throws {
        #expect(try UnitConversion(from: "smoots", to: "smoots").isIdentity)
    }

    @Test func `the first unit of an unlisted metric becomes its canonical one`() throws {
        var units = CanonicalUnits()

        let first = try units.conversion(of: "newThing", from: "cm")
        let second = try units.conversion(of: "newThing", from: "m")

        #expect(first.isIdentity)
        #expect(second.converted(1) == 100)
        #expect(units.learned == ["newThing": "cm"])
        #expect(throws: UnitError.self) { try units.conversion(of: "newThing", from: "kg") }
    }

    @Test func `a listed metric keeps the unit of the table`() throws {
        var units = CanonicalUnits(learned: ["bodyMass": "st"])

        #expect(try units.conversion(of: "bodyMass", from: "lb").converted(1) == 0.453_592_37)
        #expect(units.unit(of: "bodyMass") == "kg")
    }
}
