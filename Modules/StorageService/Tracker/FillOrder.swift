import CivilTime
import Contracts
import StorageCore

/// The order in which the new entries of a fill are numbered.
enum FillOrder {
    /// The page of an entry and its row there.
    struct Place {
        fileprivate var activityAndDay: UInt64 = 0
        fileprivate var pageAndRow: UInt64

        var page: Int { Int(pageAndRow >> 32) }
        var row: Int { Int(pageAndRow & 0xffff_ffff) }
    }

    /// The entries by activity and day if the fill allows it, so that SQLite sorts the keys of its indexes with
    /// few comparisons; otherwise in the order of the pages. `activities` are the numbers of the activities of
    /// each page.
    static func places(of fill: Fill, _ activities: [[Int64]]) -> [Place] {
        let canReorder = fill.request.canReorderDays == true
        var places: [Place] = []
        places.reserveCapacity(fill.entries)
        for (page, rows) in fill.pages.enumerated() {
            for row in rows.indices {
                var place = Place(pageAndRow: UInt64(page) << 32 | UInt64(row))
                if canReorder {
                    let values = rows.row(row)
                    let activity = activities[page][values.activityIndex]
                    // The sign of the day is inverted so that days before 1970 come first.
                    place.activityAndDay =
                        UInt64(truncatingIfNeeded: activity) << 32
                        | UInt64(UInt32(bitPattern: values.day.days) ^ 1 << 31)
                }
                places.append(place)
            }
        }
        guard canReorder else { return places }
        places.sort {
            ($0.activityAndDay, $0.pageAndRow) < ($1.activityAndDay, $1.pageAndRow)
        }
        return places
    }
}
