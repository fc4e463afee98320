import RPC

extension [SeriesRow] {
    /// The series in parts that each fit into one message; one empty part without series.
    package var pages: [[SeriesRow]] {
        let parts = pages(ofBytes: WireLimits.pageBytes, \.key.estimatedBytes).map { Array($0) }
        return parts.isEmpty ? [[]] : parts
    }
}

extension Array {
    /// In parts of at most so many bytes each, and of one element at least.
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
