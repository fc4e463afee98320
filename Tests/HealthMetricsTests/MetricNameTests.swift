import Testing

@testable import HealthMetrics

struct MetricNameTests {
    @Test(arguments: [
        ("stepCount", MetricName.Resolution.found("stepCount")), ("steps", .found("stepCount")),
        ("Weight", .found("bodyMass")), ("STEPCOUNT", .found("stepCount")),
        ("stepC", .found("stepCount")), ("sleep", .found("sleepHours")),
        ("HKQuantityTypeIdentifierBodyMass", .found("bodyMass")),
        ("bodyMass", .found("bodyMass")), ("vo2max", .found("vo2Max")),
        ("bodyM", .ambiguous(["bodyMass", "bodyMassIndex"])),
        ("stepCuont", .unknown(closest: "stepCount")), ("stpes", .unknown(closest: "stepCount")),
        ("heartRat3", .unknown(closest: "heartRate")), ("xyzzy", .unknown(closest: nil)),
        ("", .unknown(closest: nil)),
    ])
    func `a name means one metric or says what it may mean`(
        name: String, expected: MetricName.Resolution
    ) {
        #expect(MetricName.resolve(name) == expected)
    }

    @Test func `metrics with data win where a prefix fits several`() {
        #expect(MetricName.resolve("bodyM", present: ["bodyMass"]) == .found("bodyMass"))
        #expect(MetricName.resolve("own", present: ["ownThing"]) == .found("ownThing"))
    }

    @Test func `every alias leads to a metric of the table`() {
        for name in ["hrv", "rhr", "spo2", "calories", "water", "glucose", "stairs", "vo2"] {
            guard case .found(let key) = MetricName.resolve(name) else {
                Issue.record("\(name)")
                continue
            }
            #expect(Metric.known(key: key) != nil)
        }
    }
}
