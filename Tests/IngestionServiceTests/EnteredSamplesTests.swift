import Contracts
import Samples
import Testing

@testable import IngestionService

@Suite struct EnteredSamplesTests {
    @Test func `a replacement is found in the chunk of entered values, and a deletion is not`() {
        let key = SeriesKey(
            metric: "bodyMass", unit: "kg", source: "Scale", sourceKey: "scale", device: "",
            isEntered: false)
        var replaced = Correction(
            original: SampleReference(series: 1, start: 2, end: 2, value: 81))
        replaced.replacement = 80
        let deleted = Correction(
            original: SampleReference(series: 1, start: 3, end: 3, value: 82))
        let entered = EnteredSamples(
            Corrections.ListResponse(
                series: [SeriesRow(id: 1, key: key)], corrections: [replaced, deleted]))
        let stored = SampleColumns(starts: [1, 2, 3], ends: [1, 2, 3], values: [80, 80, 82])

        let found = entered.indices(
            in: stored, of: ChunkIdentity(key: .entered("bodyMass", unit: "kg"), segment: 0))
        let other = entered.indices(in: stored, of: ChunkIdentity(key: key, segment: 0))

        #expect(found == [1])
        #expect(other.isEmpty)
    }
}
