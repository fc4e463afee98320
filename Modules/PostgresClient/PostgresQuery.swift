import CLibPQ

/// A statement with its parameters, `$1` to `$n` in the text. Each text is prepared once a connection, so
/// texts are constants.
package struct PostgresQuery: Sendable {
    package var sql: String
    package var parameters: [PostgresParameter]

    package init(_ sql: String, _ parameters: PostgresParameter...) {
        self.init(sql, parameters)
    }

    package init(_ sql: String, _ parameters: [PostgresParameter]) {
        self.sql = sql
        self.parameters = parameters
    }

    /// The identity of the prepared statement.
    struct Statement: Hashable {
        let sql: String
        let types: [UInt32]
    }

    var statement: Statement { Statement(sql: sql, types: parameters.map(\.type)) }
}

/// The parameters of a query as libpq reads them.
struct EncodedParameters {
    private var bytes: [UInt8] = []
    /// The place of each value; nil for NULL.
    private var ranges: [Range<Int>?] = []

    init(_ parameters: [PostgresParameter]) {
        for parameter in parameters {
            let start = bytes.count
            ranges.append(parameter.encode(into: &bytes) ? start..<bytes.count : nil)
        }
        // An empty value needs an address too.
        bytes.append(0)
    }

    /// Calls `body` with the number of parameters, their addresses, lengths and formats (1: binary).
    func withPointers<Value>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        bytes.withUnsafeBytes { bytes in
            let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            let values = ranges.map { range in
                range.flatMap { range in start.map { $0 + range.lowerBound } }
            }
            let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: ranges.count)
            return body(Int32(clamping: ranges.count), values, lengths, formats)
        }
    }
}
