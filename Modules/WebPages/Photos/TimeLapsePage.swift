import CivilTime
import Contracts
import Presentation
import Tracker

/// The photos of an activity and view one after the other, oldest first. Links show the next and the
/// previous photo; where scripts run, the photos follow each other by themselves.
struct TimeLapsePage {
    /// Oldest first, and not empty.
    let photos: [Photo]
    /// The index of the photo that is shown.
    let index: Int

    /// Photos a second.
    private static let speeds = [1, 2, 4, 8]

    private var photo: Photo { photos[index] }

    var page: Page {
        Page("Time lapse", in: .photos, script: "time-lapse", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Time lapse",
            crumbs: [
                ("Photos", "/photos"), (photo.activity, "/activities/\(photo.activityID)"),
            ],
            lead: .text(
                "\(photo.view): \(NumberText.count(photos.count, "photo")), \(range)."))
        element("div", ["class": "stack", "id": "time-lapse"]) {
            element("figure", ["class": "photo"]) {
                photo.image(.screen)
                element("figcaption", ["class": "row apart"]) {
                    element("span", ["id": "time-lapse-date"]) { photo.date.fullText }
                    element("span", ["class": "soft", "id": "time-lapse-number"]) {
                        "\(index + 1) of \(photos.count)"
                    }
                }
            }
            controls
        }
        element("details", ["class": "card fold", "id": "time-lapse-list"]) {
            element("summary") { element("h2") { "All photos" } }
            element("ol", ["class": "stack tight numbered"]) {
                for photo in photos { item(photo) }
            }
        }
    }

    private var range: String {
        "\(photos[0].date.fullText) to \(photos[photos.count - 1].date.fullText)"
    }

    private var controls: HTML {
        element("div", ["class": "row"]) {
            step(-1, "previous", "Previous photo")
            element(
                "button",
                [
                    "class": "button main js-only", "id": "time-lapse-play", "type": "button",
                    "data-play": "Play", "data-pause": "Pause",
                ]
            ) { "Play" }
            step(1, "next", "Next photo")
            element("div", ["class": "field js-only"]) {
                element("label", ["for": "time-lapse-speed"]) { "Photos a second" }
                element("select", ["id": "time-lapse-speed"]) {
                    for speed in Self.speeds {
                        selectOption("\(speed)", isSelected: speed == 2, "\(speed)")
                    }
                }
            }
            element("div", ["class": "field js-only time-lapse-place"]) {
                element("label", ["for": "time-lapse-place"]) { "Photo" }
                element(
                    "input",
                    [
                        "type": "range", "id": "time-lapse-place", "min": "1",
                        "max": "\(photos.count)", "value": "\(index + 1)",
                    ])
            }
        }
    }

    private func step(_ step: Int, _ name: String, _ title: String) -> HTML {
        // At an end the link leads to the other end.
        let target = photos[(index + step + photos.count) % photos.count]
        return element(
            "a",
            [
                "class": "button", "id": "time-lapse-\(name)", "data-step": "\(step)",
                "href": PhotoPaths.timeLapse(
                    photo.activityID.rawValue, photo.view, at: target.id),
            ]
        ) { title }
    }

    /// A link to the photo, which the script reads its picture and texts from.
    private func item(_ photo: Photo) -> HTML {
        element("li") {
            element(
                "a",
                [
                    "href": PhotoPaths.page(photo),
                    "data-picture-path": PhotoPaths.file(photo, .screen),
                    "data-description": photo.description,
                ]
            ) { photo.date.fullText }
        }
    }
}
