package import CivilTime

/// The snapshots that are kept: the newest of each of the last days, weeks and months that have one.
package struct BackupRetention: Sendable {
    package static let days = 7
    package static let weeks = 4
    package static let months = 12

    private let timeline: any LocalTimeline

    package init(in timeline: some LocalTimeline) {
        self.timeline = timeline
    }

    /// The instants that are kept, in milliseconds since 1970, of those in any order.
    package func retained(_ instants: [Int64]) -> Set<Int64> {
        let ordered = instants.sorted(by: >)
        func newest(_ count: Int, per period: (CivilDate) -> Int) -> [Int64] {
            var seen: Set<Int> = []
            return Array(
                ordered.filter { seen.insert(period(timeline.civilDate(at: $0))).inserted }
                    .prefix(count))
        }
        return Set(
            newest(Self.days) { Int($0.days) }
                // 1970-01-01 was a Thursday; weeks start on Monday.
                + newest(Self.weeks) { Int(floorDivision(Int64($0.days) + 3, 7)) }
                + newest(Self.months) { $0.year * 12 + $0.month })
    }
}
