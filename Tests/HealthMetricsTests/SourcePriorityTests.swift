import HealthMetrics
import Testing

struct SourcePriorityTests {
    private func ordered(_ priority: SourcePriority) -> [String] {
        let sources: [(String, SourceClass)] = [
            ("App", .other), ("Phone", .phone), ("Watch", .watch), ("Watch", .manual),
        ]
        return sources.sorted { priority.rank(of: $0.0, $0.1) < priority.rank(of: $1.0, $1.1) }
            .map { "\($0.0) \($0.1)" }
    }

    @Test func `entered samples rank first, then watch, phone and others`() {
        #expect(
            ordered(SourcePriority())
                == ["Watch manual", "Watch watch", "Phone phone", "App other"])
    }

    @Test func `an order goes before the classes, and those it leaves out come after it`() {
        #expect(
            ordered(SourcePriority(order: ["App", "Phone"]))
                == ["App other", "Phone phone", "Watch manual", "Watch watch"])
    }

    @Test func `corrections rank first unless the source order places them elsewhere`() {
        let corrections = SourcePriority.corrections
        let silent = SourcePriority(order: ["App"])
        let explicit = SourcePriority(order: ["App", corrections])

        #expect(silent.rank(of: corrections, .manual) < silent.rank(of: "App", .manual))
        #expect(explicit.rank(of: corrections, .manual) > explicit.rank(of: "App", .other))
        #expect(
            SourcePriority().rank(of: corrections, .manual)
                < SourcePriority().rank(of: "App", .manual))
        // An app of the same name is not the source of corrections.
        #expect(silent.rank(of: corrections, .other) > silent.rank(of: "App", .other))
    }

    @Test func `two apps share a rank without a source order`() {
        let ordered = SourcePriority(order: ["B"])

        #expect(
            SourcePriority().rank(of: "A", .other) == SourcePriority().rank(of: "B", .other))
        #expect(ordered.rank(of: "B", .other) < ordered.rank(of: "A", .manual))
    }

    @Test func `each derived metric is of the table, and made of one thing`() {
        for derivation in Derivation.allCases {
            for metric in derivation.metrics {
                #expect(Derivation(metric: metric) == derivation)
                #expect(Metric.known(key: metric)?.identifier == nil)
                #expect(Metric.known(key: metric) != nil)
            }
        }
        #expect(Derivation(metric: "stepCount") == nil)
        #expect(Derivation.sleep.sourceMetric.flatMap { Metric.known(key: $0) } != nil)
    }
}
