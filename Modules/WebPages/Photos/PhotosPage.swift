import CivilTime
import Contracts
import Presentation
import Tracker

/// Photos by month, newest first, with the form that adds one.
struct PhotosPage {
    let listing: Photos.ListResponse
    let filter: PhotoFilter
    let activities: [Activities.Item]
    /// The activities with photos and the photo metrics, for the filter.
    let filtered: [Activities.Item]
    let form: PhotoForm

    func page(toast: HTML) -> Page {
        Page(
            "Photos", in: .photos, status: form.problem?.refusalCode ?? 200,
            topics: [.entries, .activities], script: "photos", toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Photos", lead: "Stored on the computer that runs Dayline, without their places."
        ) { timeLapse }
        if activities.isEmpty { noActivity } else { form.html }
        if filtered.count > 1 || listing.views.count > 1 { filters }
        element("div", ["class": "stack", "data-fragment": "photos"]) { months }
    }

    /// The link to the time lapse of the newest photo's activity and view; nil without two photos.
    private var timeLapse: HTML? {
        guard let newest = listing.photos.first,
            listing.photos.dropFirst().contains(where: newest.isInSeries)
        else { return nil }
        return anchor(
            "Time lapse of \(newest.view)",
            to: PhotoPaths.timeLapse(newest.activityID.rawValue, newest.view), class: "button",
            id: "time-lapse")
    }

    private var noActivity: HTML {
        emptyCard(
            "No activity takes photos yet", "Add an activity that measures photos.",
            links: [("Add an activity", "/activities/new")])
    }

    private var filters: HTML {
        element("form", ["class": "row", "method": "get", "action": "/photos"]) {
            choice(
                "Activity", "activity", filtered.map { ($0.id.rawValue, $0.name) }, filter.activity)
            choice("View", "view", listing.views.map { ($0, $0) }, filter.view)
            button("Show", id: "filter-apply")
        }
    }

    private func choice(
        _ label: String, _ name: String, _ options: [(value: String, text: String)],
        _ selected: String?
    ) -> HTML {
        labelled(label, for: "filter-\(name)") {
            element("select", ["id": "filter-\(name)", "name": name]) {
                element("option", ["value": ""]) { "All" }
                for option in options {
                    selectOption(option.value, isSelected: option.value == selected, option.text)
                }
            }
        }
    }

    @HTMLBuilder private var months: HTML {
        let groups = Dictionary(grouping: listing.photos) { $0.date.startOfMonth }
        if listing.photos.isEmpty, !activities.isEmpty {
            emptyCard("No photo yet", "The first photo appears here, by month.")
        }
        for month in groups.keys.sorted(by: >) {
            card("month-\(month)", month.monthText, isFragment: false) {
                element("ul", ["class": "photo-grid"]) {
                    for photo in groups[month] ?? [] { item(photo) }
                }
            }
        }
        if listing.total > listing.photos.count, let last = listing.photos.last {
            element("div", ["class": "row"]) {
                anchor(
                    "Older photos", to: filter.path(before: last.date), class: "button",
                    id: "photos-older")
            }
        }
    }

    private func item(_ photo: Photo) -> HTML {
        element("li") {
            element("a", ["href": PhotoPaths.page(photo), "id": "photo-\(photo.id)"]) {
                photo.image(.thumbnail)
                element("span", ["class": "small"]) { "\(photo.view), \(photo.date.shortText)" }
                if filter.activity == nil {
                    element("span", ["class": "soft small"]) { photo.activity }
                }
            }
        }
    }
}

/// The photos that a page shows.
struct PhotoFilter {
    /// The identifier of an activity; nil: all.
    var activity: String?
    var view: String?
    /// The day before which the page begins; nil: the newest photos.
    var before: CivilDate?

    func path(before day: CivilDate?) -> String {
        var items: [(name: String, value: String)] = []
        if let activity { items.append(("activity", activity)) }
        if let view { items.append(("view", view)) }
        if let day { items.append(("before", "\(day)")) }
        return "/photos" + URLText.query(items)
    }
}

extension Photo {
    /// True if a photo is of the same activity and view.
    func isInSeries(of other: Photo) -> Bool {
        activityID == other.activityID && view == other.view
    }
}

extension CivilDate {
    /// The first day of the month.
    fileprivate var startOfMonth: CivilDate { advanced(by: 1 - components.day) }

    /// `November 2026`.
    fileprivate var monthText: String {
        "\(monthNames[month - 1]) \(year)"
    }
}
