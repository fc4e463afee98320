import CXXHash
package import Contracts
import Memberwise
package import RPC

/// The identity of the last row of a page of workouts or correlations.
@Memberwise
package struct HealthRowPosition: Hashable, Sendable {
    package var start: Int64
    package var end: Int64 = .min
    package var type = ""
    package var sourceKey = ""
    /// Distinguishes correlations with the same type, source and times.
    package var detail = ""
}

/// A row of a workout or a correlation with its text.
@Memberwise
package struct StoredHealthRow: Sendable {
    package var position: HealthRowPosition
    /// A ``HealthRow`` as JSON.
    package var content: Bytes

    /// The row's workout as JSON, without decoding it where possible.
    package func workout() throws -> Bytes {
        try content.withUnsafeBytes { text in
            guard text.starts(with: Self.opening), text.count > Self.opening.count + 2 else {
                guard case .workout(let workout) = try row() else {
                    throw Status(.internal, "A row of the table workout has another kind.")
                }
                return try JSONBody.encode(workout)
            }
            return content.slice(
                from: Self.opening.count, count: text.count - Self.opening.count - 2)
        }
    }

    /// The row, decoded.
    package func row() throws -> HealthRow { try JSONBody.decode(HealthRow.self, from: content) }

    /// The bytes before a workout in its row; two closing brackets follow it.
    private static let opening = Array(#"{"workout":{"_0":"#.utf8)

    /// A stable identifier: the hash of the row's identity.
    package var id: String {
        let text = Bytes(
            "\(position.start)\n\(position.end)\n\(position.type)\n\(position.sourceKey)")
        let hash = text.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The health rows that are read in pages by time. The raw value is the name of the table.
package enum HealthRowTable: String, Sendable {
    case workout, correlation
}
