import Testing

@testable import AppleHealth

struct CorrelationTests {
    private let systolic = record(
        type: "HKQuantityTypeIdentifierBloodPressureSystolic", unit: "mmHg", value: "120",
        source: "Cuff")
    private let diastolic = record(
        type: "HKQuantityTypeIdentifierBloodPressureDiastolic", unit: "mmHg", value: "80",
        source: "Cuff")

    private func correlation(_ children: String) -> String {
        """
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \
        creationDate="2026-01-05 08:00:00 +0100" startDate="2026-01-05 08:00:00 +0100" \
        endDate="2026-01-05 08:05:00 +0100">\(children)</Correlation>
        """
    }

    @Test func `a correlation has the keys of its members`() throws {
        let scan = try Scan(
            body: systolic + correlation(metadata("HKFoodType", "Caf&#233;") + systolic + diastolic)
        )

        let end = morning + 300_000
        #expect(
            scan.correlations == [
                ScannedCorrelation(
                    type: "BloodPressure", source: "Cuff", start: morning, end: end,
                    members: [
                        .init(
                            metric: "bloodPressureSystolic", start: morning, end: end, value: 120),
                        .init(
                            metric: "bloodPressureDiastolic", start: morning, end: end, value: 80),
                    ], metadata: ["HKFoodType": "Café"], elements: ["MetadataEntry": 1])
            ])
        #expect(scan.report.ignoredMetadata.isEmpty)
    }

    @Test func `a nested record is a sample only if the top level does not repeat it`() throws {
        for text in [
            systolic + correlation(systolic + diastolic),
            correlation(systolic + diastolic) + systolic,
        ] {
            let scan = try Scan(body: text)

            #expect(scan.samples.filter { !$0.series.isPart }.map(\.value) == [120])
            #expect(scan.parts.map(\.series.metric) == ["bloodPressureDiastolic"])
            #expect(
                scan.report.counts == [
                    "bloodPressureSystolic": .init(emitted: 1), "Correlation": .init(emitted: 1),
                ])
        }
    }

    @Test func `queued records and known samples are limited`() {
        var nested = NestedRecords()
        for round in 0..<5 {
            for number in 0..<NestedRecords.maximumPending {
                let fingerprint = UInt64(round * NestedRecords.maximumPending + number)
                nested.append(
                    NestedRecords.Record(
                        series: 0, attributes: 0, start: 0, end: 0, value: 0,
                        fingerprint: fingerprint))
            }
            #expect(nested.isFull)
            #expect(nested.removePending().single.count == NestedRecords.maximumPending)
        }

        #expect(nested.topLevel.count == NestedRecords.maximumFingerprints)
    }

    @Test func `a record within two correlations is one sample`() throws {
        let scan = try Scan(body: correlation(systolic) + correlation(systolic))

        #expect(scan.parts.count == 1)
    }

    @Test func `a repeated record may have its attributes in another order and unit`() throws {
        let twin = """
            <Record value="4.184" unit="kJ" sourceName='A&amp;B' startDate="2026-01-05 08:00:00 +0100"
             endDate="2026-01-05 08:05:00 +0100" type="HKQuantityTypeIdentifierDietaryEnergyConsumed"/>
            """
        let inside = record(
            type: "HKQuantityTypeIdentifierDietaryEnergyConsumed", unit: "kcal", value: "1",
            source: "A&#38;B")

        let scan = try Scan(body: twin + correlation(inside))

        #expect(scan.parts.isEmpty)
        #expect(scan.values == [1])
    }

    @Test func `a damaged nested record quarantines its correlation`() throws {
        let scan = try Scan(body: correlation(record(value: "x")) + systolic)

        #expect(scan.quarantined.map(\.type) == ["Correlation"])
        #expect(scan.reasons == ["a record in it is damaged: its value is not a number"])
        #expect(scan.values == [120])
    }
}
