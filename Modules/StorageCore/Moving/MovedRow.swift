import CXXHash
import Memberwise
package import RPC

/// A value of a row that is moved from one engine to another.
package enum MovedValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes(Bytes)

    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var real: Double? { if case .real(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var bytes: Bytes? { if case .bytes(let value) = self { value } else { nil } }
}

extension MovedValue {
    package init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }
    package init(_ value: Double?) { self = value.map(Self.real) ?? .null }
    package init(_ value: String?) { self = value.map(Self.text) ?? .null }
}

/// The values of a row in the order of the columns of its ``MovedTable``.
package typealias MovedRow = [MovedValue]

/// The number of rows of a table and the sum of their hashes, which does not depend on their order.
package struct RowDigest: Hashable, Sendable {
    package private(set) var rows = 0
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    package init() {}

    package mutating func add(_ row: MovedRow) {
        var bytes: [UInt8] = []
        for value in row { value.append(to: &bytes) }
        let hash = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
        rows += 1
        high &+= hash.high64
        low &+= hash.low64
    }
}

extension MovedValue {
    /// Appends the type and the value, texts and bytes with their length.
    fileprivate func append(to bytes: inout [UInt8]) {
        func append(_ tag: UInt8, _ number: UInt64) {
            bytes.append(tag)
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        switch self {
        case .null: bytes.append(0)
        case .integer(let value): append(1, UInt64(bitPattern: value))
        // SQLite stores no negative zero.
        case .real(let value): append(2, (value == 0 ? 0 : value).bitPattern)
        case .text(let value):
            append(3, UInt64(value.utf8.count))
            bytes.append(contentsOf: value.utf8)
        case .bytes(let value):
            append(4, UInt64(value.count))
            value.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
    }
}

/// A profile with the numbers that its engine assigned last.
@Memberwise
package struct MovedProfile: Hashable, Sendable {
    /// The identifier in its engine.
    package var id: Int64
    package var name: String
    package var dataVersion: Int64
    package var knownFrom: Int64
    /// The last numbers. In SQLite they are those of all profiles together.
    package var lastNumbers: [NumberSpace: Int64]
}
