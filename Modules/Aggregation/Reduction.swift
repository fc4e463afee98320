/// Sum, minimum and maximum of a non-empty run of values.
struct Reduction {
    private(set) var sum: Double
    private(set) var min: Double
    private(set) var max: Double

    init(_ values: UnsafeBufferPointer<Double>) {
        var index = 0
        if values.count >= 16 {
            let bytes = UnsafeRawBufferPointer(values)
            var sums = SIMD8<Double>.zero
            var least = bytes.loadUnaligned(as: SIMD8<Double>.self)
            var greatest = least
            while index + 8 <= values.count {
                let lanes = bytes.loadUnaligned(
                    fromByteOffset: index * MemoryLayout<Double>.stride, as: SIMD8<Double>.self)
                sums += lanes
                least.replace(with: lanes, where: lanes .< least)
                greatest.replace(with: lanes, where: lanes .> greatest)
                index += 8
            }
            (sum, min, max) = (sums.sum(), least.min(), greatest.max())
        } else {
            (sum, min, max) = (0, values[0], values[0])
        }
        while index < values.count {
            let value = values[index]
            sum += value
            if value < min { min = value }
            if value > max { max = value }
            index += 1
        }
    }
}
