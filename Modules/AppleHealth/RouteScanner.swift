import CivilTime
package import Workouts

/// The length and bounding box of a recorded route.
package struct RouteSummary: Hashable, Sendable {
    package var points = 0
    /// Length in metres along the points of each segment, on a sphere.
    package var meters = 0.0
    /// Bounding box; nil without points.
    package var box: BoundingBox?
    /// The points of the line, which are some of the recorded ones.
    package var line = RouteLine()

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
/// Positions and times are read. A point without a valid position is skipped; the distance between
/// segments does not count.
package struct RouteScanner {
    package private(set) var summary = RouteSummary()
    /// The beginning of an incomplete tag.
    private var rest: [UInt8] = []
    private var last: RoutePoint?
    /// The point whose elements are being read.
    private var current: RoutePoint?
    private var startsSegment = true

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
                finishPoint()
                add(inside)
            } else if inside.starts(with: "trkseg") {
                finishPoint()
                last = nil
                startsSegment = true
            } else if inside.starts(with: "/trk") {
                finishPoint()
            } else if current != nil, inside.equals("time") {
                // The text ends at the next tag, which may be in the next block.
                guard let next = (close + 1).first(.less, before: end) else { return tag - base }
                current?.time = Self.instant(ByteSlice(close + 1, to: next))
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
        let here = RoutePoint(time: nil, latitude: latitude, longitude: longitude)
        if let last { summary.meters += last.distance(to: here) }
        last = here
        current = here
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

    /// Adds the point with its time to the line.
    private mutating func finishPoint() {
        guard let point = current else { return }
        summary.line.append(point, startsSegment: startsSegment)
        startsSegment = false
        current = nil
    }

    /// Milliseconds since 1970 of `2019-06-11T22:00:00Z`, whose fractions are ignored; nil for other
    /// texts and other zones.
    private static func instant(_ slice: ByteSlice) -> Int64? {
        let text = String(decoding: slice.buffer, as: UTF8.self)
        let parts = text.split(separator: "T")
        guard parts.count == 2, parts[1].last == "Z", let day = CivilDate(parts[0]) else {
            return nil
        }
        let clock = parts[1].dropLast().prefix { $0 != "." }.split(separator: ":").map { Int64($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return (Int64(day.days) * 86_400 + hour * 3600 + minute * 60 + second) * 1000
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
            return DecimalParser.value(ByteSlice(position + 2, to: close))
        }
        return nil
    }
}
