import Glibc
import Memberwise

/// A recorded position.
@Memberwise
package struct RoutePoint: Hashable, Sendable {
    /// Milliseconds since 1970 UTC; nil: not recorded.
    package var time: Int64?
    /// In degrees, -90 to 90.
    package var latitude: Double
    /// In degrees, -180 to 180.
    package var longitude: Double

    /// The great-circle distance in metres, by the haversine formula on a sphere of the earth's
    /// mean radius (IUGG: 6,371,008.8 m).
    package func distance(to other: RoutePoint) -> Double {
        let radians = Double.pi / 180
        let across = sin((other.latitude - latitude) * radians / 2)
        let along = sin((other.longitude - longitude) * radians / 2)
        let chord =
            across * across
            + cos(latitude * radians) * cos(other.latitude * radians) * along * along
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}

/// The cosine of an angle in degrees.
package func cosine(ofDegrees degrees: Double) -> Double { cos(degrees * .pi / 180) }
