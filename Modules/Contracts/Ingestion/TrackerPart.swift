package import CivilTime
import Memberwise
import RPC
import Tracker

/// Activities, entries and annotations that an importer read. They are stored after the end of the
/// file, in one step that can be undone.
///
/// The entries are in the columns of an ``EntryPage``. Its `activities` are keys of this import,
/// and its `id` the keys of the entries: entries of an activity with the same key are the same
/// entry, and an empty key identifies the only entry of its day. `number` and `style` are 0.
@Message
package struct TrackerPart: Codable, Hashable, Sendable {
    /// The activities that occur for the first time in the import; empty: none.
    package var activities: [ActivityPart] = []
    /// The annotations; empty: none.
    package var annotations: [AnnotationPart] = []
    /// The activities of the entries in the columns; nil: no entries.
    package var entries: EntryPage? = nil

    /// The names of the items in import reports.
    package static let activityType = "Activity"
    package static let entryType = "Entry"
    package static let annotationType = "Annotation"
    package static let types: Set<String> = [activityType, entryType, annotationType]
    /// The maximum number of entries in a part.
    package static let entryLimit = 20_000
    /// The maximum size of the keys, names and attributes of an activity in bytes.
    package static let activityBytes = 64 << 10
}

/// An activity of another program.
@Message
package struct ActivityPart: Codable, Hashable, Sendable {
    /// The identifier of the activity in its program, which a later import finds it by, 1 to 200
    /// bytes.
    package var key: String
    /// Keys that the activity had in earlier imports, such as its name; nil: none.
    package var aliases: [String]? = nil
    /// The name; cleaned if it is not a valid name.
    package var name: String
    /// The settings as in `Activities/Add`; a category that the profile lacks is left out.
    package var fields: Activities.Fields = Activities.Fields()
    /// The first day, `YYYY-MM-DD`; nil: that of the first entry, or today without entries.
    package var created: CivilDate? = nil
    /// True if the activity is paused after its last entry; nil: false.
    package var isArchived: Bool? = nil
    /// The times of its reminders, `HH:MM`, at most 48; nil: none.
    package var reminders: [String]? = nil
    /// The ISO weekdays on which the reminders are sent, 1 Monday to 7 Sunday; nil: every day.
    package var reminderWeekdays: [Int]? = nil
    /// Texts of the program that no rule needs, stored beside the activity for exports, by name; nil:
    /// none.
    package var attributes: [String: String]? = nil
}

/// A note of another program on a day that has no entry.
@Message
package struct AnnotationPart: Codable, Hashable, Sendable {
    /// The key of its activity; nil: none.
    package var activity: String? = nil
    /// The day, `YYYY-MM-DD`.
    package var day: CivilDate
    /// The text, 1 byte to 16 KiB.
    package var text: String
}

/// Texts of another program about an activity that no rule uses, as a stored document with the
/// identifier of the activity.
@Message
package struct ImportedRecord: Codable, Hashable, Sendable {
    /// The name of the importer.
    package var importer: String
    /// The attributes by name.
    package var attributes: [String: String]

    /// The kind of the document.
    package static let kind = "imported"
}

extension ImportReport {
    /// True if the import had activities, entries or annotations.
    package var hasTrackerItems: Bool { !TrackerPart.types.isDisjoint(with: byType.keys) }
    /// True if the import had only activities, entries and annotations.
    package var hasOnlyTrackerItems: Bool {
        hasTrackerItems && TrackerPart.types.isSuperset(of: byType.keys)
    }
}
