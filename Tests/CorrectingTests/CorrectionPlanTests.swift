import Contracts
import Correcting
import RPC
import Randomness
import Samples
import Testing

/// The chunks and the correction of a plan. The hours 2,331 to 2,621 since 1970 are in segment 8.
struct CorrectionPlanTests {
    private static let entered = CorrectedSamples.enteredID
    private let first = SampleReference.sample(1, 2400, 2400, 0.1 + 0.2)
    private let second = SampleReference.sample(1, 2400, 2400, 65)
    private let third = SampleReference.sample(1, 2401, 2402, 66)

    /// Three samples, of which the first has a time zone and two are of one moment.
    private var samples: CorrectedSamples {
        var columns = SampleColumns.of([first, second, third])
        columns.setAttribute(0, of: 0, to: "Europe/Berlin")
        return CorrectedSamples([1: columns])
    }

    @Test func `a replaced value is entered, and its sample is restored bit for bit`() throws {
        var samples = samples
        let before = try samples.columns(1)
        var rounded = first
        rounded.value = 0.3

        let edit = try samples.plan(.shown(64, unit: nil), for: rounded)
        samples.apply(edit)
        let edited = try samples.columns(1)
        let values = try samples.columns(Self.entered)
        let replacement = SampleReference.sample(Self.entered, 2400, 2400, 64)
        let restoration = try samples.plan(.original, for: replacement)
        samples.apply(restoration)

        #expect(edit.original == first)
        #expect(
            edit.correction
                == Correction(
                    original: first, attributes: [0: "Europe/Berlin"], replacement: 64))
        #expect(edit.outcome.before?.value == 0.1 + 0.2)
        #expect(edit.outcome.after?.ref.series == 0)
        #expect(edit.chunks.last?.key == .entered("heartRate", unit: "count/min"))
        #expect(edited == .of([second, third]))
        #expect(values == .of([replacement]))
        #expect(restoration.outcome.before?.ref == replacement)
        #expect(restoration.outcome.after?.ref == first)
        #expect(restoration.chunks.map(\.record.count) == [3, 0])
        #expect(try samples.columns(1) == before)
        #expect(samples.corrections.isEmpty)
    }

    @Test func `values that are equal within rounding are one entered value of two corrections`()
        throws
    {
        let other = SampleReference.sample(2, 2400, 2400, 90)
        var samples = CorrectedSamples([1: .of([second]), 2: .of([other])])
        samples.apply(try samples.plan(.stored(70), for: second))

        samples.apply(try samples.plan(.stored(70.00000001), for: other))
        let replacements = [second, other].map { samples.corrections[$0]?.replacement }
        samples.apply(try samples.plan(.original, for: other))

        #expect(replacements == [70, 70])
        #expect(try samples.columns(Self.entered).values == [70])
        #expect(try samples.columns(2) == .of([other]))
    }

    @Test func `a deleted sample can be deleted again, replaced and restored`() throws {
        var samples = samples
        let before = try samples.columns(1)
        samples.apply(try samples.plan(.nothing, for: second))

        let deleted = try samples.columns(1)
        let again = try samples.plan(.nothing, for: second)
        let edit = try samples.plan(.stored(70), for: second)
        samples.apply(edit)
        samples.apply(try samples.plan(.original, for: second))

        // The other sample of the same moment is unchanged.
        #expect(deleted.values == [first.value, third.value])
        #expect(again.chunks.isEmpty)
        #expect(again.outcome.before == nil && again.outcome.after == nil)
        #expect(again.correction == Correction(original: second))
        #expect(edit.chunks.map(\.key.isEntered) == [true])
        #expect(edit.outcome.before == nil)
        #expect(edit.outcome.after?.value == 70)
        #expect(try samples.columns(1) == before)
        #expect(try samples.columns(Self.entered).isEmpty)
    }

    @Test func `an entered value without a correction is edited in its own series`() throws {
        let value = SampleReference.sample(Self.entered, 2400, 2400, 5)
        var samples = CorrectedSamples([Self.entered: .of([value])])
        let before = try samples.columns(Self.entered)

        let edit = try samples.plan(.stored(6), for: value)
        samples.apply(edit)
        let edited = try samples.columns(Self.entered)
        samples.apply(try samples.plan(.original, for: value))

        #expect(edit.chunks.map(\.record.series) == [Self.entered])
        #expect(edited.values == [6])
        #expect(try samples.columns(Self.entered) == before)
    }

    @Test func `a missing sample is not found, and a damaged chunk is reported`() throws {
        var samples = samples
        let unknown = [
            SampleReference.sample(1, 2400, 2400, 64), .sample(1, 2400, 2401, 65),
            .sample(1, 2300, 2300, 65),
        ]

        for sample in unknown {
            let status = #expect(throws: Status.self) { try samples.plan(.nothing, for: sample) }
            #expect(status?.code == .notFound)
        }
        let same = try samples.plan(.stored(65), for: second)
        samples.damage(1)
        let damaged = #expect(throws: Status.self) { try samples.plan(.nothing, for: second) }
        #expect(same.chunks.isEmpty)
        #expect(same.correction == nil)
        #expect(same.outcome.after == same.outcome.before)
        #expect(damaged?.code == .dataLoss)
    }

    /// Two sources have samples of the same times, so that replacements are often shared.
    @Test(arguments: UInt64(0)..<20)
    func `any sequence of corrections leaves the samples of a plain model`(seed: UInt64) throws {
        enum State { case original, deleted, replaced(Double) }
        var random = SplitMix64(seed: seed)
        let originals = (1...2).flatMap { series in
            (0..<3).map { SampleReference.sample(series, 2400 + $0 / 2, 2402, 10 + Double($0)) }
        }
        let columns = Dictionary(grouping: originals, by: \.series).mapValues {
            SampleColumns.of($0)
        }
        var samples = CorrectedSamples(columns)
        var states = originals.map { _ in State.original }

        for round in 0..<60 {
            let index = random.below(originals.count)
            let value = Double(1 + random.below(3))
            switch random.below(3) {
            case 0:
                samples.apply(try samples.plan(.nothing, for: originals[index]))
                states[index] = .deleted
            case 1:
                samples.apply(try samples.plan(.original, for: originals[index]))
                states[index] = .original
            default:
                samples.apply(try samples.plan(.stored(value), for: originals[index]))
                states[index] = .replaced(value)
            }
            var expected: [Int64: Set<SampleReference>] = [1: [], 2: [], Self.entered: []]
            for (sample, state) in zip(originals, states) {
                switch state {
                case .original: expected[sample.series]?.insert(sample)
                case .deleted: break
                case .replaced(let value):
                    var replacement = sample
                    (replacement.series, replacement.value) = (Self.entered, value)
                    expected[Self.entered]?.insert(replacement)
                }
            }
            for (series, expected) in expected {
                let columns = try samples.columns(series)
                let found = columns.starts.indices.map {
                    SampleReference(
                        series: series, start: columns.starts[$0], end: columns.ends[$0],
                        value: columns.values[$0])
                }
                #expect(Set(found) == expected, "seed \(seed), round \(round)")
                #expect(found.count == expected.count, "seed \(seed), round \(round)")
            }
        }
        for sample in originals { samples.apply(try samples.plan(.original, for: sample)) }
        for (series, columns) in columns { #expect(try samples.columns(series) == columns) }
    }
}
