import CivilTime
import Contracts
import RPC
import Tracker

/// The form that adds a photo, with the camera where scripts run.
///
/// Its fields are `activity`, `view`, `on`, `note` and the file `photo`, which comes last.
struct PhotoForm {
    /// The activities that a photo can be added to.
    let activities: [Activities.Item]
    let views: [String]
    /// The newest photo of the chosen activity and view, as a guide over the camera; nil: none.
    let last: Photo?
    let today: CivilDate
    let visitor: Visitor
    /// The fields of a refused form, and those of the filter before.
    let input: FormInput
    /// The reason why a photo was refused; nil: an empty form.
    let problem: Status?

    private static let accepted = "image/jpeg,image/png,image/heic,image/avif,.heic,.avif"

    var html: HTML {
        card("photo-form", "Add a photo", isFragment: false) {
            element(
                "form",
                [
                    "method": "post", "action": "/photos", "class": "stack",
                    "enctype": "multipart/form-data",
                ]
            ) {
                formToken(visitor)
                if let problem { note(problem) }
                element("div", ["class": "fields"]) {
                    SelectField(
                        label: "Activity", id: "photo-activity", name: "activity",
                        options: activities.map { ($0.id.rawValue, $0.name) }, input: input
                    ).html
                    view
                    InputField(
                        "Day", id: "photo-day", name: "on", value: "\(today)", type: "date",
                        isRequired: true, in: input
                    ).html
                    InputField("Note", id: "photo-note", name: "note", in: input).html
                }
                element("div", ["class": "field"]) {
                    element("label", ["for": "photo-file"]) { "Photo" }
                    element(
                        "input",
                        [
                            "id": "photo-file", "name": "photo", "type": "file",
                            "accept": Self.accepted, "capture": "environment", "required": "",
                            "aria-describedby": "photo-hint",
                        ])
                    element("span", ["class": "soft small", "id": "photo-hint"]) {
                        "JPEG, PNG, HEIC or AVIF. The place and the camera are removed from it."
                    }
                }
                camera
                element("div", ["class": "row"]) {
                    element("button", ["class": "button main", "id": "photo-add"]) { "Add photo" }
                    element(
                        "button",
                        [
                            "class": "button", "id": "camera-open", "type": "button",
                            "hidden": "",
                        ]
                    ) { "Use the camera" }
                }
            }
        }
    }

    private var view: HTML {
        element("div", ["class": "field"]) {
            element("label", ["for": "photo-view"]) { "View" }
            element(
                "input",
                [
                    "id": "photo-view", "name": "view", "type": "text",
                    "value": input.typed("view"), "autocomplete": "off", "list": "photo-views",
                    "placeholder": "Front, side or back",
                ])
            element("datalist", ["id": "photo-views"]) {
                for view in views { element("option", ["value": view]) }
            }
        }
    }

    /// The preview of the camera, which a script shows, with the last photo over it.
    private var camera: HTML {
        element("div", ["class": "camera", "id": "camera", "hidden": ""]) {
            element(
                "video",
                ["id": "camera-video", "autoplay": "", "muted": "", "playsinline": ""])
            last.map { $0.image(.full, class: "ghost") }
            element("div", ["class": "row"]) {
                element(
                    "button", ["class": "button main", "id": "camera-take", "type": "button"]
                ) { "Take the photo" }
                if last != nil {
                    element("label", ["class": "pick"]) {
                        element(
                            "input", ["type": "checkbox", "id": "camera-ghost", "checked": ""])
                        element("span") { "Show the last photo over it" }
                    }
                }
                element(
                    "button", ["class": "button quiet", "id": "camera-close", "type": "button"]
                ) { "Close the camera" }
            }
        }
    }
}
