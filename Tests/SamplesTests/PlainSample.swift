import Samples

/// One sample, for the reference implementations that the columns are compared with.
struct PlainSample: Hashable {
    var start: Int64
    var end: Int64
    var value: Double
    var text: String?
}

extension SampleColumns {
    /// Columns in the given order, with the texts as attribute 1.
    init(_ samples: [PlainSample]) {
        self.init()
        for sample in samples {
            append(start: sample.start, end: sample.end, value: sample.value)
            if let text = sample.text { setAttribute(1, of: count - 1, to: text) }
        }
    }

    var plain: [PlainSample] {
        let texts = attributes.first { $0.kind == 1 }
        return (0..<count).map {
            PlainSample(
                start: starts[$0], end: ends[$0], value: values[$0], text: texts?.text(at: $0))
        }
    }

    var valueBits: [UInt64] { values.map(\.bitPattern) }
}
