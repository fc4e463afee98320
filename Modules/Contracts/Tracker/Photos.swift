package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The photos of entries. Served by the tracker worker; ``PhotoFiles`` serves their bytes.
package enum Photos {
    package static let service = "dayline.tracker.Photos"

    /// Adds a stored photo to the entry of a day. An entry is created for a photo metric or a
    /// checkbox; FAILED_PRECONDITION for other activities without an entry. The photo that the view
    /// had before is moved to the trash.
    package static let add = Method<AddRequest, Photo>(service, "Add")
    /// Lists the stored photos, newest day first.
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<PhotoRequest, Photo>(service, "Show", repeatable: true)
    /// Moves a photo to the trash, with its entry if the entry is one of a photo metric without
    /// other photos.
    package static let delete = Method<PhotoRequest, Photo>(service, "Delete")

    /// The maximum number of photos of an entry.
    package static let entryLimit = 20
    /// The maximum number of photos of a profile.
    package static let profileLimit = 50_000
    /// The maximum number of photos of a response.
    package static let pageLimit = 1000

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The name of the stored photo, from ``PhotoFiles/store``.
        package var file: String
        /// The view, such as `Front`; nil: the first view of the activity without a photo on the day.
        package var view: String? = nil
        /// The day; a carried occurrence is completed on its due day. Nil: today in the profile's
        /// zone.
        package var on: CivilDate? = nil
        /// The session of the day: a slot of the activity; nil: that of the day's entry, or the first
        /// open session.
        package var slot: Slot? = nil
        /// A note for the entry, at most 16 KiB; nil: unchanged.
        package var note: String? = nil
        /// True to accept a day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier; nil: all
        /// activities.
        package var activity: String? = nil
        /// The view, such as `Front`; nil: all views.
        package var view: String? = nil
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The greatest number of photos, from 1 to 1,000; nil: 1,000.
        package var limit: Int? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The photos, newest day first.
        package var photos: [Photo]
        /// The number of photos in the range, also beyond the limit.
        package var total: Int
        /// The views of all photos of the activity, or of all activities, sorted.
        package var views: [String]
    }

    @Message
    package struct PhotoRequest: Codable, Hashable, WireValue {
        /// The identifier of the photo, or of an entry with one photo.
        package var id: String
        /// The day on which the photo is deleted; nil: today in the profile's zone. `Show` ignores
        /// the field.
        package var on: CivilDate? = nil
    }
}

/// A stored photo of an entry.
@Message
package struct Photo: Codable, Hashable, WireValue {
    /// The identifier of the photo: that of the entry, a colon and the view.
    package var id: String
    /// The identifier of the entry.
    package var entry: Entry.ID
    /// The identifier of the activity.
    package var activityID: Activity.ID
    /// The name of the activity.
    package var activity: String
    /// The day that the entry counts for.
    package var date: CivilDate
    /// The view, such as `Front`.
    package var view: String
    /// The name of the stored photo.
    package var file: String
    /// The note of the entry; nil: none.
    package var note: String?

    /// The identifier of the photo of a view.
    package static func id(of entry: Entry.ID, view: String) -> String {
        "\(entry.rawValue):\(view)"
    }
}
