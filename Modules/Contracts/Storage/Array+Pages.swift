import RPC

extension [SeriesRow] {
    /// The series in pages that each fit into one message; one empty page without series.
    package var pages: [[SeriesRow]] {
        let parts = pages(ofBytes: WireLimits.pageBytes, \.key.estimatedBytes).map { Array($0) }
        return parts.isEmpty ? [[]] : parts
    }
}

extension Array {
    /// Splits the array into pages of at most `limit` bytes and at least one element.
    package func pages(ofBytes limit: Int, _ bytes: (Element) -> Int) -> [ArraySlice<Element>] {
        var pages: [ArraySlice<Element>] = []
        var first = startIndex
        var size = 0
        for index in indices {
            let next = bytes(self[index])
            if index > first, size + next > limit {
                pages.append(self[first..<index])
                (first, size) = (index, 0)
            }
            size += next
        }
        if first < endIndex { pages.append(self[first...]) }
        return pages
    }
}
