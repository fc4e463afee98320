package import CivilTime

/// A range of days, both ends included.
package struct DayWindow: Hashable, Sendable {
    package var earliest: CivilDate
    package var latest: CivilDate

    /// - Precondition: `earliest` is not after `latest`.
    package init(earliest: CivilDate, latest: CivilDate) {
        precondition(earliest <= latest)
        self.earliest = earliest
        self.latest = latest
    }

    package var days: ClosedRange<CivilDate> { earliest...latest }
}
