import Testing

@testable import Metrics

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
        let twins = Metric.all.compactMap { metric in metric.summaryTwin.map { (metric.key, $0) } }

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
