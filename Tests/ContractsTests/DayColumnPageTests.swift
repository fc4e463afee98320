import Contracts
import RPC
import Testing

/// Pages of day totals.
@Suite struct DayColumnPageTests {
    private func columns(days: Int) -> DayColumns {
        var columns = DayColumns()
        columns.day = (0..<Int32(days)).map { $0 }
        let numbers = (0..<days).map(Double.init)
        columns.sum = numbers
        columns.rawSum = numbers.map { $0 + 0.25 }
        columns.count = (0..<Int64(days)).map { $0 * 2 }
        columns.min = numbers.map { -$0 }
        columns.max = numbers.map { $0 * 3 }
        columns.last = numbers.map { $0 / 2 }
        return columns
    }

    @Test(arguments: [0, 1, 5_040, 5_041, 5_042, 10_082, 10_083])
    func `pages have all days once and at most their bytes`(days: Int) throws {
        let all = columns(days: days)

        let pages = all.pages(ofBytes: WireLimits.remotePageBytes)

        var joined = DayColumns()
        for page in pages { joined.append(page) }
        let sizes = pages.map { $0.columns.reduce(0) { $0 + $1.bytes.count } }
        #expect(joined == all)
        #expect(sizes.allSatisfy { $0 > 0 && $0 <= WireLimits.remotePageBytes })
        #expect(pages.count == (days + 5_040) / 5_041)
    }

    @Test func `a day that exceeds the limit is a page`() {
        let pages = columns(days: 3).pages(ofBytes: 1)

        #expect(pages.map(\.day) == [[0], [1], [2]])
    }
}
