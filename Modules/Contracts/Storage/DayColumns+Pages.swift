package import RPC

extension DayColumns {
    /// Bytes of a day in all columns.
    private static let dayBytes = 52

    /// The days in pages of at most `limit` bytes and at least one day; no page without days.
    package func pages(ofBytes limit: Int) -> [DayColumns] {
        let count = Swift.max(1, limit / Self.dayBytes)
        return stride(from: 0, to: day.count, by: count).map { start in
            days(at: start..<Swift.min(start + count, day.count))
        }
    }

    /// Appends later days.
    package mutating func append(_ later: DayColumns) {
        day += later.day
        sum += later.sum
        rawSum += later.rawSum
        count += later.count
        min += later.min
        max += later.max
        last += later.last
    }

    private func days(at rows: Range<Int>) -> DayColumns {
        var days = DayColumns()
        days.day = Array(day[rows])
        days.sum = Array(sum[rows])
        days.rawSum = Array(rawSum[rows])
        days.count = Array(count[rows])
        days.min = Array(min[rows])
        days.max = Array(max[rows])
        days.last = Array(last[rows])
        return days
    }
}

extension Packet<Days.ReadResponse> {
    /// Sends the columns in pages of at most `limit` bytes.
    /// - Returns: The response of ``Days/readPages``.
    package func sendPages(
        ofBytes limit: Int, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws -> Days.ReadResponse {
        guard !columns.isEmpty else { return body }
        for page in try DayColumns(columns: columns).pages(ofBytes: limit) {
            try await writer.send(Packet<Empty>(Empty(), columns: page.columns))
        }
        return body
    }
}
