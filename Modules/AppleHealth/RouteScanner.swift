import Glibc

/// The length and bounding box of a recorded route.
package struct RouteSummary: Hashable, Sendable {
    package var points = 0
    /// Length in metres along the points of each segment, on a sphere.
    package var meters = 0.0
    /// Bounding box; nil without points.
    package var box: BoundingBox?

    /// A bounding box in degrees.
    package struct BoundingBox: Hashable, Sendable {
        package var south: Double
        package var west: Double
        package var north: Double
        package var east: Double
    }
}

/// Measures the track of a GPX file in blocks.
///
/// Only positions are read. A point without a valid position is skipped; the distance between
/// segments does not count.
package struct RouteScanner {
    package private(set) var summary = RouteSummary()
    /// The beginning of an incomplete tag.
    private var rest: [UInt8] = []
    private var last: (latitude: Double, longitude: Double)?

    package init() {}

    package mutating func consume(_ block: UnsafeRawBufferPointer) {
        if rest.isEmpty {
            rest = Array(block[scan(block)...])
        } else {
            rest.append(contentsOf: block)
            let used = rest.withUnsafeBytes { bytes in scan(bytes) }
            rest.removeFirst(used)
        }
        // Text of this length is not a tag.
        if rest.count > Self.maximumTagLength { rest = [] }
    }

    private static let maximumTagLength = 64 << 10

    /// - Returns: Number of bytes that were processed.
    private mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        let end = base + bytes.count
        var position = base
        while let tag = position.first(.less, before: end) {
            guard let close = tag.first(.greater, before: end) else { return tag - base }
            let inside = ByteSlice(tag + 1, to: close)
            if inside.starts(with: "trkpt") {
                add(inside)
            } else if inside.starts(with: "trkseg") {
                last = nil
            }
            position = close + 1
        }
        return bytes.count
    }

    private mutating func add(_ tag: ByteSlice) {
        guard let latitude = number("lat", in: tag), let longitude = number("lon", in: tag),
            latitude.magnitude <= 90, longitude.magnitude <= 180
        else { return }
        summary.points += 1
        let here = (latitude: latitude, longitude: longitude)
        if let last { summary.meters += distance(from: last, to: here) }
        last = here
        var box =
            summary.box
            ?? RouteSummary.BoundingBox(
                south: latitude, west: longitude, north: latitude, east: longitude)
        box.south = min(box.south, latitude)
        box.north = max(box.north, latitude)
        box.west = min(box.west, longitude)
        box.east = max(box.east, longitude)
        summary.box = box
    }

    /// The number of an attribute; nil if it is missing or invalid.
    private func number(_ name: StaticString, in tag: ByteSlice) -> Double? {
        var position = tag.start
        while let found = position.first(name, before: tag.end) {
            position = found + name.utf8CodeUnitCount
            guard (found - 1).pointee.isSpace, tag.end - position > 2,
                position.pointee == .equal
            else { continue }
            let quote = position[1]
            guard quote == .quote || quote == .apostrophe,
                let close = (position + 2).first(quote, before: tag.end)
            else { return nil }
            return DecimalNumber.value(ByteSlice(position + 2, to: close))
        }
        return nil
    }
}

/// The great-circle distance in metres, by the haversine formula on a sphere of the earth's mean
/// radius (IUGG: 6,371,008.8 m).
private func distance(
    from a: (latitude: Double, longitude: Double), to b: (latitude: Double, longitude: Double)
) -> Double {
    let radians = Double.pi / 180
    let across = sin((b.latitude - a.latitude) * radians / 2)
    let along = sin((b.longitude - a.longitude) * radians / 2)
    let chord =
        across * across + cos(a.latitude * radians) * cos(b.latitude * radians) * along * along
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
}
