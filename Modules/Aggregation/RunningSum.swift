/// The sum of a sequence of values, computed in eight lanes.
///
/// The result depends only on the values and their order, not on how they are split into runs:
/// value n is always added to lane n modulo 8.
struct RunningSum {
    private var lanes = SIMD8<Double>.zero
    private var count = 0

    var total: Double { lanes.sum() }

    mutating func add(_ value: Double) {
        lanes[count & 7] += value
        count += 1
    }

    mutating func add(_ values: UnsafeBufferPointer<Double>) {
        var index = 0
        while index < values.count, count & 7 != 0 {
            add(values[index])
            index += 1
        }
        let bytes = UnsafeRawBufferPointer(values)
        while index + 8 <= values.count {
            lanes += bytes.loadUnaligned(
                fromByteOffset: index * MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
            index += 8
            count += 8
        }
        while index < values.count {
            add(values[index])
            index += 1
        }
    }
}
