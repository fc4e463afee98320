import Testing

@testable import HealthMetrics

struct MetricTableTests {
    @Test func `keys and identifiers are unique`() {
        let keys = Metric.all.map(\.key)
        let identifiers = Metric.all.compactMap(\.identifier)

        #expect(Set(keys).count == keys.count)
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test(arguments: Metric.all)
    func `values can be shown in the display unit`(metric: Metric) throws {
        if metric.kind == .category { return }
        if metric.unit == "fraction" {
            #expect(metric.display.converted(0.25) == 25)
        } else {
            #expect(throws: Never.self) {
                _ = try UnitConversion(from: metric.unit, to: metric.displayUnit)
                _ = try UnitExpression(metric.unit)
            }
        }
    }

    @Test(arguments: [
        ("bodyMass", 80.0, "lb", 176.369_809_7), ("distanceWalkingRunning", 1609.344, "mi", 1),
        ("walkingSpeed", 1, "mi/h", 2.236_936_3), ("height", 1.8, "in", 70.866_141_7),
        ("bodyTemperature", 37, "degF", 98.6), ("dietaryWater", 500, "fl_oz_us", 16.907_011_4),
        ("bodyFatPercentage", 0.2, "%", 20), ("stepCount", 9000, "count", 9000),
    ])
    func `a metric can be shown in the units of the United States`(
        key: String, stored: Double, unit: String, shown: Double
    ) throws {
        let metric = try #require(Metric.known(key: key))

        #expect(metric.displayUnit(in: .us) == unit)
        #expect(abs(metric.display(in: .us).converted(stored) - shown) < 1e-6)
    }

    @Test(arguments: Metric.all)
    func `every unit has one of the United States, or stays`(metric: Metric) {
        let isSame = metric.displayUnit(in: .us) == metric.displayUnit
        #expect(isSame == (metric.display(in: .us) == metric.display))
    }

    @Test(arguments: [
        ("stepCount", MetricKind.cumulative, "count", "count"),
        ("distanceWalkingRunning", .cumulative, "m", "km"),
        ("activeEnergyBurned", .cumulative, "kcal", "kcal"),
        ("bodyMass", .discrete, "kg", "kg"), ("height", .discrete, "m", "cm"),
        ("oxygenSaturation", .discrete, "fraction", "%"),
        ("heartRateVariabilitySDNN", .discrete, "ms", "ms"),
        ("vo2Max", .discrete, "mL/min·kg", "mL/min·kg"),
        ("bloodGlucose", .discrete, "mg/dL", "mg/dL"),
        ("walkingSpeed", .discrete, "m/s", "km/h"),
        ("sleepAnalysis", .category, "category", "category"),
        ("sleepHours", .duration, "hr", "hr"), ("workoutDuration", .duration, "min", "min"),
    ])
    func `a row says kind and units`(
        key: String, kind: MetricKind, unit: String, shown: String
    ) throws {
        let metric = try #require(Metric.known(key: key))

        #expect(metric.kind == kind)
        #expect(metric.unit == unit)
        #expect(metric.displayUnit == shown)
    }

    @Test(arguments: [
        ("HKQuantityTypeIdentifierStepCount", "stepCount"),
        ("HKQuantityTypeIdentifierVO2Max", "vo2Max"),
        ("HKCategoryTypeIdentifierSleepAnalysis", "sleepAnalysis"),
        ("HKDataTypeSleepDurationGoal", "sleepDurationGoal"),
        ("HKQuantityTypeIdentifierNewThing", "newThing"),
        ("HKCategoryTypeIdentifierNewThing", "newThing"),
        ("HKDataTypeNewThing", "newThing"),
        ("HKQuantityTypeIdentifier", "HKQuantityTypeIdentifier"), ("Else", "Else"),
    ])
    func `every identifier has a key`(identifier: String, key: String) {
        #expect(Metric.key(ofIdentifier: identifier) == key)
    }

    @Test func `activity summaries have twins`() {
        let twins = Metric.all.compactMap { metric in
            metric.summaryAttribute.map { (metric.key, $0) }
        }

        #expect(
            Dictionary(uniqueKeysWithValues: twins) == [
                "activeEnergyBurned": "activeEnergyBurned",
                "appleExerciseTime": "appleExerciseTime", "appleMoveTime": "appleMoveTime",
                "appleStandHour": "appleStandHours",
            ])
    }

    @Test(arguments: [
        ("HKCategoryValueSleepAnalysisInBed", 0), ("HKCategoryValueSleepAnalysisAsleep", 1),
        ("HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
        ("HKCategoryValueSleepAnalysisAwake", 2), ("HKCategoryValueSleepAnalysisAsleepCore", 3),
        ("HKCategoryValueSleepAnalysisAsleepDeep", 4),
        ("HKCategoryValueSleepAnalysisAsleepREM", 5), ("HKCategoryValueAppleStandHourStood", 0),
        ("HKCategoryValueAppleStandHourIdle", 1), ("HKCategoryValueSeverityMild", 2),
        ("HKCategoryValueNotApplicable", 0), ("AsleepREM", nil), ("3", 3),
        ("HKCategoryValueNobodyKnows", nil), ("", nil),
    ])
    func `category values are HealthKit's integers`(text: String, integer: Int?) {
        #expect(CategoryValue.integer(of: text) == integer)
    }
}
