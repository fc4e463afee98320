package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The entries with photos of an activity, or of all activities for nil, from `first` through
    /// `last`. Deleted activities are left out.
    package func entriesWithPhotos(
        of activity: Activity.ID? = nil, from first: CivilDate = .distantPast,
        through last: CivilDate = .distantFuture
    ) -> [Entry] {
        let histories =
            activity.map { [history(of: $0)].compactMap(\.self) } ?? tracked.map(\.history)
        return histories.filter(\.hasPhotos).flatMap { history in
            history.range(from: first, through: last).map(history.entry(at:))
                .filter { !$0.photos.isEmpty }
        }
    }
}
