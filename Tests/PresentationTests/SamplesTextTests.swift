import CivilTime
import Contracts
import Presentation
import Testing

/// The samples of a day as text.
@Suite struct SamplesTextTests {
    private static func sample(_ metadata: [String: String]) -> RawSample {
        RawSample(
            ref: SampleReference(series: 3, start: 0, end: 60_000, value: 66),
            key: SeriesKey(
                metric: "heartRate", unit: "count/min", source: "Watch", sourceKey: "watch",
                device: "", isEntered: false, resolution: .minute),
            value: 66, unit: "count/min", metadata: metadata)
    }

    @Test(arguments: [
        ([:], nil), (["Minimum": "52"], nil), (["Minimum": "x", "Maximum": "80"], nil),
        (["Minimum": "52", "Maximum": "80.5"], "52 to 80.5"),
    ])
    func `a total with both extremes has a range`(metadata: [String: String], range: String?) {
        #expect(Self.sample(metadata).extremes == range)
    }
}
