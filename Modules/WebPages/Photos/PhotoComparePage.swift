import CivilTime
import Contracts
import Presentation

/// Two photos side by side, and with a slider over each other where scripts run.
struct PhotoComparePage {
    let first: Photo
    let second: Photo
    /// The photos to choose from: those of the activity and view of the first, newest first.
    let choices: [Photo]

    var page: Page {
        Page("Compare photos", in: .photos, script: "photos", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead("Compare photos", crumbs: [("Photos", "/photos")], lead: .text(distance))
        element("form", ["class": "row", "method": "get", "action": "/photos/compare"]) {
            choice("Before", "a", first)
            choice("After", "b", second)
            button("Compare", id: "compare-apply")
        }
        element("div", ["class": "compare", "id": "compare"]) {
            figure(first)
            figure(second)
            element(
                "input",
                [
                    "type": "range", "id": "compare-slider", "min": "0", "max": "100",
                    "value": "50", "hidden": "",
                    "aria-label": "Part of the picture that shows the photo before",
                ])
        }
    }

    private var distance: String {
        let days = abs(second.date.days - first.date.days)
        return days == 0 ? "Both are of the same day." : "\(NumberText.days(Int(days))) apart."
    }

    private func figure(_ photo: Photo) -> HTML {
        element("figure", ["class": "photo"]) {
            photo.image(.screen)
            element("figcaption", ["class": "small"]) {
                anchor("\(photo.view), \(photo.date.fullText)", to: PhotoPaths.page(photo))
            }
        }
    }

    private func choice(_ label: String, _ name: String, _ selected: Photo) -> HTML {
        let listed = choices.contains { $0.id == selected.id } ? choices : [selected] + choices
        return labelled(label, for: "compare-\(name)") {
            element("select", ["id": "compare-\(name)", "name": name]) {
                for photo in listed {
                    selectOption(
                        photo.id, isSelected: photo.id == selected.id,
                        "\(photo.date.fullText), \(photo.view)")
                }
            }
        }
    }
}
