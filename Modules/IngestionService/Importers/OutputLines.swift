/// The lines of a program's output. Memory is bounded: long lines are cut, and the newest are stored.
struct OutputLines {
    /// Bytes of a line; the rest of a longer one is dropped.
    static let lineLimit = 400
    /// Number of stored lines.
    static let newestLimit = 8

    /// The newest lines, oldest first.
    private(set) var newest: [String] = []
    /// The beginning of the line that has no end yet.
    private var partial: [UInt8] = []

    /// Appends bytes of the output.
    /// - Returns: The lines that end in them, without empty lines.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
        var ended: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                ended += end()
            } else if partial.count < Self.lineLimit {
                partial.append(byte)
            }
        }
        return ended
    }

    /// Ends the line that has no end yet.
    /// - Returns: The line, unless it is empty.
    mutating func end() -> [String] {
        defer { partial.removeAll(keepingCapacity: true) }
        guard !partial.isEmpty else { return [] }
        let line = String(decoding: partial, as: UTF8.self)
        newest = (newest + [line]).suffix(Self.newestLimit)
        return [line]
    }
}

/// Bounds the number of log records in a time.
struct RecordRate {
    /// Number of records in ``period``.
    static let limit = 100
    static let period = Duration.seconds(1)

    /// The number of all records that were not allowed.
    private(set) var omitted = 0
    private var start: ContinuousClock.Instant?
    private var count = 0

    /// True if another record may be written; counts the record.
    mutating func isAllowed(at now: ContinuousClock.Instant) -> Bool {
        if start.map({ now >= $0 + Self.period }) ?? true { (start, count) = (now, 0) }
        count += 1
        if count > Self.limit { omitted += 1 }
        return count <= Self.limit
    }
}
