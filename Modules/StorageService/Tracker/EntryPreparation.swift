import Contracts
import StorageCore

/// The new entries of a fill in the order of their numbers, as rows whose values are decoded and hashed.
struct EntryPreparation: Sendable {
    let fill: Fill
    let places: [FillOrder.Place]
    /// The numbers of the activities of each page.
    let activities: [[Int64]]
    /// The number of the first entry.
    let first: Int64
    let profile: Int64
    let revision: Int64

    /// The rows that one statement inserts: the cost of a statement exceeds that of a row.
    static let rowsInStatement = 50
    /// The rows of a block. Many, since two threads wait for one another at each block.
    private static let rowsInBlock = 40 * rowsInStatement

    /// The entries that one statement inserts, and the sum of the hashes of their rows.
    struct Rows: Sendable {
        fileprivate(set) var entries: [PreparedEntry] = []
        fileprivate(set) var sum = RowSum()
    }

    /// True if the entries are ordered by activity and day.
    var isOrderedByDay: Bool { fill.request.canReorderDays == true }

    /// The number of blocks.
    var blocks: Int { (places.count + Self.rowsInBlock - 1) / Self.rowsInBlock }

    /// The entries of a block by statement; statements of one entry insert those that remain at the end.
    /// - Throws: INVALID_ARGUMENT if optional details cannot be decoded.
    func block(_ index: Int) throws -> [Rows] {
        var next = index * Self.rowsInBlock
        let end = min(next + Self.rowsInBlock, places.count)
        var hasher = RowHasher()
        var block: [Rows] = []
        while next < end {
            let count = end - next < Self.rowsInStatement ? 1 : Self.rowsInStatement
            block.append(try rows(at: next..<next + count, &hasher))
            next += count
        }
        return block
    }

    private func rows(at positions: Range<Int>, _ hasher: inout RowHasher) throws -> Rows {
        let places = places[positions]
        // Read before the first is decoded, so that the processor fetches all from memory at once.
        let values = places.map { fill.pages[$0.page].row($0.row) }
        var rows = Rows()
        rows.entries.reserveCapacity(positions.count)
        for (position, (place, row)) in zip(positions, zip(places, values)) {
            let entry = try PreparedEntry(
                row, place.row, of: fill.pages[place.page],
                activity: activities[place.page][row.activityIndex],
                number: first + Int64(position))
            hasher.reset()
            entry.append(to: &hasher, profile: profile, revision: revision)
            rows.sum.add(hasher.hash)
            rows.entries.append(entry)
        }
        return rows
    }
}
