package import CivilTime

extension Activity {
    /// The activity as it was on a day, without later changes and pauses; nil if it was created after
    /// the day.
    package func asOf(_ day: CivilDate) -> Activity? {
        guard created <= day else { return nil }
        var past = self
        past.configuration = configuration(on: day)
        past.parent = parent(on: day)
        past.history = ConfigurationHistory(history.snapshots.filter { $0.last < day })
        past.pastPauses = pastPauses.filter { $0.last < day }
        past.pause = pause(on: day)
        return past
    }
}
