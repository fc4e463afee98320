import FIT

/// The values of a record message.
struct FITRecord {
    /// A distance of 12 bits in sixteenths of a metre that starts again after 256 m.
    struct DistanceCounter {
        private var last: Int?
        private var total = 0

        /// Metres since the first value.
        mutating func meters(_ counter: Int) -> Double {
            total += last.map { (counter - $0) & 0xFFF } ?? 0
            last = counter
            return Double(total) / 16
        }
    }

    private static let degreesPerSemicircle = 180 / 2_147_483_648.0

    /// The track point of a record; nil without a time.
    static func point(_ message: FITMessage, _ counter: inout DistanceCounter) -> TrackPoint? {
        guard let time = message.instant else { return nil }
        var point = TrackPoint(time: time)
        if let latitude = message.number(0), let longitude = message.number(1) {
            point.position = (latitude * degreesPerSemicircle, longitude * degreesPerSemicircle)
        }
        point.meters = message.number(5, scale: 100)
        var speed = message.number(73, scale: 1000) ?? message.number(6, scale: 1000)
        if let compressed = compressed(message) {
            speed = speed ?? compressed.speed
            let meters = counter.meters(compressed.counter)
            point.meters = point.meters ?? meters
        }
        var power = message.number(7)
        var heartRate = message.number(3)
        message.forEachDeveloperField { field, value in
            // A sensor of another maker in place of the recorder's own.
            guard field.native?.message == FITProfile.record else { return }
            if field.native?.field == 7 { power = power ?? value }
            if field.native?.field == 3 { heartRate = heartRate ?? value }
        }
        func add(_ measure: TrackMeasure, _ value: Double?) {
            if let value { point.values.append((measure, value)) }
        }
        // 0 is the value of a missing sensor.
        add(.heartRate, heartRate.flatMap { $0 > 0 ? $0 : nil })
        add(.speed, speed)
        add(.power, power)
        add(.cadence, message.number(4).map { $0 + (message.number(53, scale: 128) ?? 0) })
        add(.strideLength, message.number(85, scale: 10))
        add(.verticalOscillation, message.number(39, scale: 10))
        add(.groundContactTime, message.number(41, scale: 10))
        add(.respiratoryRate, message.number(108, scale: 100) ?? message.number(99))
        return point
    }

    /// The speed in m/s and the distance counter of `compressed_speed_distance`; nil if absent.
    private static func compressed(_ message: FITMessage) -> (speed: Double, counter: Int)? {
        let bytes = message.bytes(8)
        guard bytes.count == 3, bytes.contains(where: { $0 != 0xFF }) else { return nil }
        let speed = Int(bytes[0]) | Int(bytes[1] & 0x0F) << 8
        return (Double(speed) / 100, Int(bytes[1] >> 4) | Int(bytes[2]) << 4)
    }
}
