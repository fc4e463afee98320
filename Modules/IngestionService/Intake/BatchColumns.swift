import CivilTime
import Contracts
import HealthMetrics
import RPC
import Samples

/// The validated samples of one batch. Importers are untrusted.
struct BatchColumns {
    /// Consecutive samples of one series.
    struct Run {
        /// Index of the series in the order of declaration.
        var series: Int
        var samples: Range<Int>
    }

    let runs: [Run]
    let texts: [String]
    /// One element per attribute, ascending by sample.
    private let attributeSamples: [Int32]
    private let attributeKinds: [Int32]
    private let attributeTexts: [Int32]
    let starts: Bytes
    let ends: Bytes
    let values: Bytes

    /// Maximum number of samples in one batch.
    static let maximumCount = Batches.maximumSamples

    /// `seriesCount` is the number of series declared so far, including this batch.
    /// - Throws: INVALID_ARGUMENT for invalid columns or samples.
    init(_ columns: [Column], texts: [String], seriesCount: Int) throws(Status) {
        let series = try columns.column("series", .int32).array(of: Int32.self)
        let lengths = try columns.column("length", .int32).array(of: Int32.self)
        starts = try columns.column("start", .int64)
        ends = try columns.column("end", .int64)
        values = try columns.column("value", .float64)
        let count = starts.count / 8
        guard starts.count == ends.count, starts.count == values.count, count <= Self.maximumCount,
            series.count == lengths.count
        else { throw Self.rejection("columns of different lengths") }
        var runs: [Run] = []
        var next = 0
        for (series, length) in zip(series, lengths) {
            guard series >= 0, series < seriesCount else {
                throw Self.rejection("samples of an undeclared series")
            }
            guard length > 0, Int(length) <= count - next else {
                throw Self.rejection("runs that are longer than its columns")
            }
            runs.append(Run(series: Int(series), samples: next..<(next + Int(length))))
            next += Int(length)
        }
        guard next == count else { throw Self.rejection("samples that are in no run") }
        self.runs = runs
        self.texts = texts
        if columns.contains(where: { $0.name == "attributeSample" }) {
            attributeSamples = try columns.column("attributeSample", .int32).array(of: Int32.self)
            attributeKinds = try columns.column("attributeKind", .int32).array(of: Int32.self)
            attributeTexts = try columns.column("attributeText", .int32).array(of: Int32.self)
        } else {
            (attributeSamples, attributeKinds, attributeTexts) = ([], [], [])
        }
        try checkAttributes(count)
        try checkSamples()
    }

    private func checkAttributes(_ count: Int) throws(Status) {
        guard attributeSamples.count == attributeKinds.count,
            attributeSamples.count == attributeTexts.count
        else { throw Self.rejection("columns of attributes of different lengths") }
        var previous: Int32 = 0
        for (position, sample) in attributeSamples.enumerated() {
            guard sample >= previous, sample < count,
                texts.indices.contains(Int(attributeTexts[position])),
                SampleAttribute(rawValue: attributeKinds[position]) != nil
            else {
                throw Self.rejection("an attribute with an unknown sample, kind or text")
            }
            previous = sample
        }
    }

    /// Time zone names in the attributes of the samples.
    var zoneNames: Set<String> {
        var indices: Set<Int32> = []
        for (position, kind) in attributeKinds.enumerated()
        where kind == SampleAttribute.timeZone.rawValue {
            indices.insert(attributeTexts[position])
        }
        return Set(indices.map { texts[Int($0)] })
    }

    func withAttributes<Result>(
        _ body: (AttributeEntries) throws -> Result
    ) rethrows -> Result {
        try attributeSamples.withUnsafeBufferPointer { samples in
            try attributeKinds.withUnsafeBufferPointer { kinds in
                try attributeTexts.withUnsafeBufferPointer { textIndices in
                    try body(
                        AttributeEntries(
                            samples: samples, kinds: kinds, textIndices: textIndices, texts: texts))
                }
            }
        }
    }

    private func checkSamples() throws(Status) {
        let isValid = withSamples { starts, ends, values in
            for index in starts.indices {
                guard measurableInstants.contains(starts[index]),
                    measurableInstants.contains(ends[index]),
                    ends[index] >= starts[index], values[index].isMeasurable
                else { return false }
            }
            return true
        }
        guard isValid else {
            throw Self.rejection("a sample whose value or times are out of range")
        }
    }

    func withSamples<Result>(
        _ body: (
            UnsafeBufferPointer<Int64>, UnsafeBufferPointer<Int64>, UnsafeBufferPointer<Double>
        ) throws -> Result
    ) rethrows -> Result {
        try starts.withUnsafeBytes { starts in
            try ends.withUnsafeBytes { ends in
                try values.withUnsafeBytes { values in
                    try Self.withAligned(starts, Int64.self) { starts in
                        try Self.withAligned(ends, Int64.self) { ends in
                            try Self.withAligned(values, Double.self) { values in
                                try body(starts, ends, values)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The frames of a message may be unaligned; then the column is copied.
    private static func withAligned<Element: BitwiseCopyable, Result>(
        _ bytes: UnsafeRawBufferPointer, _ type: Element.Type,
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result {
        let isAligned =
            Int(bitPattern: bytes.baseAddress) % MemoryLayout<Element>.alignment == 0
        if isAligned { return try body(bytes.bindMemory(to: type)) }
        let copy = Bytes(copying: bytes).array(of: type)
        return try copy.withUnsafeBufferPointer(body)
    }

    static func rejection(
        _ problem: String,
        hint: String =
            "Nothing was stored. Correct the importer: its kit quarantines such "
            + "items when they are appended one by one."
    ) -> Status {
        Status(.invalidArgument, "\(Batches.rejectionStart) \(problem).", hint: hint)
    }
}
