/// The union of the stored samples of a chunk and new samples of the same series.
///
/// Samples with equal start and end are paired by value: first equal bits, then in ascending order
/// within the tolerance. A pair keeps the stored sample with its attributes, bit for bit.
///
/// New totals of minutes, hours or days replace the stored ones with the same start and end, since the
/// total of an interval is sent again when more of it is known, or when it was corrected.
package struct ChunkMerge: Sendable {
    /// The samples of the union, as normal columns.
    package private(set) var columns: SampleColumns
    /// The number of new samples that the stored ones lack.
    package private(set) var added: Int
    /// The number of new samples that were stored before.
    package private(set) var duplicates: Int
    /// The stored totals that new ones replace.
    package private(set) var replaced: SampleColumns
    /// True if the union differs from the stored samples.
    package private(set) var isChanged: Bool

    /// Merges normal columns. `isTotals` is true for totals of minutes, hours or days.
    package init(stored: SampleColumns, new: SampleColumns, isTotals: Bool = false) {
        let picks = Self.picks(stored, new, isTotals)
        added = picks.count(where: { $0 < 0 })
        duplicates = new.count - added
        isChanged = added > 0 || picks.count < stored.count
        replaced =
            isTotals && picks.count - added < stored.count
            ? stored.removing(Set(picks.lazy.filter { $0 >= 0 }.map { Int($0) })) : SampleColumns()
        columns = isChanged ? Self.gather(picks, stored, new) : stored
    }

    /// The samples of the union in order: i for a stored sample, ~i for a new one.
    private static func picks(
        _ stored: SampleColumns, _ new: SampleColumns, _ isTotals: Bool
    ) -> [Int32] {
        var picks: [Int32] = []
        picks.reserveCapacity(stored.count + new.count)
        var i = 0
        var j = 0
        while i < stored.count && j < new.count {
            let a = (stored.starts[i], stored.ends[i])
            let b = (new.starts[j], new.ends[j])
            if a < b {
                picks.append(Int32(i))
                i += 1
            } else if b < a {
                picks.append(~Int32(j))
                j += 1
            } else {
                let storedEnd = groupEnd(stored, i)
                let newEnd = groupEnd(new, j)
                if isTotals {
                    replace(stored, i..<storedEnd, with: new, j..<newEnd, into: &picks)
                } else {
                    pair(stored, i..<storedEnd, new, j..<newEnd, into: &picks)
                }
                i = storedEnd
                j = newEnd
            }
        }
        picks.append(contentsOf: (i..<stored.count).lazy.map { Int32($0) })
        picks.append(contentsOf: (j..<new.count).lazy.map { ~Int32($0) })
        return picks
    }

    private static func groupEnd(_ columns: SampleColumns, _ first: Int) -> Int {
        var end = first + 1
        while end < columns.count && columns.starts[end] == columns.starts[first]
            && columns.ends[end] == columns.ends[first]
        {
            end += 1
        }
        return end
    }

    /// Merges the samples of one start and end.
    private static func pair(
        _ stored: SampleColumns, _ old: Range<Int>, _ new: SampleColumns, _ fresh: Range<Int>,
        into picks: inout [Int32]
    ) {
        if old.count == 1 && fresh.count == 1 {
            let value = stored.values[old.lowerBound]
            let newValue = new.values[fresh.lowerBound]
            if SampleIdentity.areEqual(value, newValue) {
                picks.append(Int32(old.lowerBound))
            } else if isBefore(newValue, value) {
                picks += [~Int32(fresh.lowerBound), Int32(old.lowerBound)]
            } else {
                picks += [Int32(old.lowerBound), ~Int32(fresh.lowerBound)]
            }
            return
        }
        let bits = Set(old.lazy.map { stored.values[$0].bitPattern })
        let freshBits = Set(fresh.lazy.map { new.values[$0].bitPattern })
        let openStored = old.filter { !freshBits.contains(stored.values[$0].bitPattern) }
        var openNew = fresh.filter { !bits.contains(new.values[$0].bitPattern) }[...]
        var added: [Int] = []
        for index in openStored {
            let value = stored.values[index]
            while let next = openNew.first {
                if SampleIdentity.areEqual(value, new.values[next]) {
                    openNew.removeFirst()
                    break
                }
                guard new.values[next] < value else { break }
                added.append(next)
                openNew.removeFirst()
            }
        }
        added.append(contentsOf: openNew)
        var rest = added[...]
        for index in old {
            while let next = rest.first, isBefore(new.values[next], stored.values[index]) {
                picks.append(~Int32(next))
                rest.removeFirst()
            }
            picks.append(Int32(index))
        }
        picks.append(contentsOf: rest.map { ~Int32($0) })
    }

    /// Picks the new samples of one start and end, or the stored ones that are equal to them.
    private static func replace(
        _ stored: SampleColumns, _ old: Range<Int>, with new: SampleColumns, _ fresh: Range<Int>,
        into picks: inout [Int32]
    ) {
        var rest = Array(old)
        for index in fresh {
            let equal = rest.firstIndex {
                SampleIdentity.areEqual(stored.values[$0], new.values[index])
            }
            picks.append(equal.map { Int32(rest.remove(at: $0)) } ?? ~Int32(index))
        }
    }

    private static func isBefore(_ a: Double, _ b: Double) -> Bool {
        SampleKey(0, 0, a) < SampleKey(0, 0, b)
    }

    private static func gather(
        _ picks: [Int32], _ stored: SampleColumns, _ new: SampleColumns
    ) -> SampleColumns {
        func column<Element>(_ old: [Element], _ fresh: [Element]) -> [Element] {
            picks.map { $0 >= 0 ? old[Int($0)] : fresh[Int(~$0)] }
        }
        let kinds = Set((stored.attributes + new.attributes).map(\.kind)).sorted()
        var columns = SampleColumns(
            starts: column(stored.starts, new.starts), ends: column(stored.ends, new.ends),
            values: column(stored.values, new.values))
        columns.attributes = kinds.map { kind in
            let old = attribute(kind, of: stored)
            let fresh = attribute(kind, of: new)
            let offset = UInt32(old.texts.count)
            let shifted = fresh.codes.map { $0 == AttributeColumn.noText ? $0 : $0 + offset }
            return AttributeColumn(
                kind: kind, texts: old.texts + fresh.texts, codes: column(old.codes, shifted))
        }
        columns.canonicalizeAttributes()
        return columns
    }

    private static func attribute(_ kind: UInt8, of columns: SampleColumns) -> AttributeColumn {
        columns.attributes.first { $0.kind == kind }
            ?? AttributeColumn(
                kind: kind, texts: [],
                codes: [UInt32](repeating: AttributeColumn.noText, count: columns.count))
    }
}
