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
    /// The newest photo of each activity and view, as guides over the camera.
    let newest: [Photo]
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
                        options: activities.map { ($0.id.rawValue, $0.name) }, input: input)
                    view
                    InputField(
                        "Day", id: "photo-day", name: "on", value: "\(today)", type: "date",
                        isRequired: true, in: input)
                    InputField("Note", id: "photo-note", name: "note", in: input)
                }
                labelled("Photo", for: "photo-file") {
                    element(
                        "input",
                        [
                            "id": "photo-file", "name": "photo", "type": "file",
                            "accept": Self.accepted, "required": "",
                            "aria-describedby": "photo-hint",
                        ])
                    element("span", ["class": "soft small", "id": "photo-hint"]) {
                        "JPEG, PNG, HEIC or AVIF. The place and the camera are removed from it."
                    }
                }
                camera
                element("div", ["class": "row"]) {
                    button("Add photo", class: "button main", id: "photo-add")
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
        labelled("View", for: "photo-view") {
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

    /// The preview of the camera, which a script shows, with the last photo and lines over it.
    private var camera: HTML {
        element("div", ["class": "camera", "id": "camera", "hidden": ""]) {
            element(
                "video",
                ["id": "camera-video", "autoplay": "", "muted": "", "playsinline": ""])
            element("img", ["class": "ghost", "id": "camera-guide", "alt": "", "hidden": ""])
            Self.thirds
            guides
            element("p", ["id": "camera-view", "aria-live": "polite"])
            element("div", ["class": "row"]) {
                element(
                    "button", ["class": "button main", "id": "camera-take", "type": "button"]
                ) { "Take the photo" }
                pick("camera-ghost", "Show the last photo over it", isOn: true)
                pick("camera-lines", "Show lines at the thirds", isOn: false)
                pick("camera-sequence", "Take all views, one after the other", isOn: false)
                element(
                    "button", ["class": "button quiet", "id": "camera-close", "type": "button"]
                ) { "Close the camera" }
            }
        }
    }

    private func pick(_ id: String, _ label: String, isOn: Bool) -> HTML {
        element("label", ["class": "pick"]) {
            element("input", ["type": "checkbox", "id": id, "checked": isOn ? "" : nil])
            element("span") { label }
        }
    }

    private static let thirds = HTML.markup(
        """
        <svg class="thirds" id="camera-thirds" viewBox="0 0 3 3" preserveAspectRatio="none" \
        aria-hidden="true" hidden=""><path d="M1 0v3M2 0v3M0 1h3M0 2h3"/></svg>
        """)

    /// The views of each activity in their order, with the newest photo of each, and the sentences of
    /// the script.
    private var guides: HTML {
        element("template", ["id": "camera-guides"]) {
            for activity in activities {
                let photos = newest.filter { $0.activityID == activity.id }
                let planned = activity.views ?? []
                for view in planned + photos.map(\.view).filter({ !planned.contains($0) }) {
                    guide(activity, view, photos.first { $0.view == view })
                }
            }
            element("p", ["data-text": "view"]) { "View {n} of {all}: {view}" }
            element("p", ["data-text": "failed"]) { "The photo was not stored. Take it again." }
        }
    }

    private func guide(_ activity: Activities.Item, _ view: String, _ photo: Photo?) -> HTML {
        element(
            "a",
            [
                "href": photo.map { PhotoPaths.file($0, .screen) },
                "data-activity": activity.id.rawValue, "data-view": view,
            ]
        ) { photo?.description ?? view }
    }
}
