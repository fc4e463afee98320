import Contracts
import Tracker

/// One photo with its neighbours of the same view.
struct PhotoPage {
    let photo: Photo
    /// The photos of the same activity and view, newest first.
    let series: [Photo]
    let visitor: Visitor
    /// The form of the caption and the day, as typed if it was refused.
    var input = FormInput(PhotoPage.formName)

    /// The name of the form in the posted fields.
    static let formName = "photo-edit"

    func page(toast: HTML) -> Page {
        Page(
            photo.description, in: .photos, status: input.isValid ? 200 : 422, topics: [.entries],
            toast: toast, content: content)
    }

    private var index: Int? { series.firstIndex { $0.id == photo.id } }

    private func neighbour(_ step: Int) -> Photo? {
        index.flatMap { series.dropFirst($0 + step).first }
    }

    private var older: Photo? { neighbour(1) }
    private var newer: Photo? { index.flatMap { $0 > 0 ? series[$0 - 1] : nil } }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "\(photo.view), \(photo.date.fullText)",
            crumbs: [
                ("Photos", "/photos"), (photo.activity, "/activities/\(photo.activityID)"),
            ], lead: photo.note.map(HTML.text)
        ) {
            element("div", ["class": "row"]) { actions }
        }
        element("figure", ["class": "photo"]) { photo.image(.screen) }
        element("nav", ["class": "row", "aria-label": "Photos of this view"]) {
            link(older, "photo-older", "Older")
            link(newer, "photo-newer", "Newer")
        }
        card("photo-edit", "Caption and day") { edit }
    }

    private var edit: HTML {
        form("\(PhotoPaths.page(photo))/edit", visitor, class: "stack") {
            Revision.input(input.typed(Revision.field) ?? photo.revision)
            input.note
            element("div", ["class": "fields"]) {
                InputField(
                    "Caption", id: "photo-caption", name: "note", value: photo.note, in: input)
                InputField(
                    "Day", id: "photo-day", name: "date", value: "\(photo.date)", type: "date",
                    isRequired: true, hint: "Other views of the same entry move with it.",
                    in: input)
            }
            buttonRow("Save", id: "photo-edit-save")
        }
    }

    /// The ending of the stored file.
    private var ending: Substring { PhotoName(photo.file)?.ending ?? "jpg" }

    @HTMLBuilder private var actions: HTML {
        if let other = older ?? newer {
            anchor(
                "Compare",
                to: PhotoPaths.comparison(
                    older == nil ? photo : other, older == nil ? other : photo),
                class: "button", id: "photo-compare")
            anchor(
                "Time lapse", to: PhotoPaths.timeLapse(photo.activityID.rawValue, photo.view),
                class: "button", id: "photo-time-lapse")
        }
        anchor(
            "Save a copy", to: PhotoPaths.file(photo, .full), class: "button", id: "photo-save",
            download: "\(photo.date) \(photo.view).\(ending)")
        form("\(PhotoPaths.page(photo))/delete", visitor) {
            button("Move to the trash", class: "button bad", id: "photo-delete")
        }
    }

    private func link(_ other: Photo?, _ id: String, _ title: String) -> HTML? {
        other.map { photo in
            anchor(
                "\(title): \(photo.date.dayAndMonth)", to: PhotoPaths.page(photo), class: "button",
                id: id)
        }
    }
}

extension Photo {
    /// The state of the caption and the day, for their form.
    var revision: String { Revision.of([note, "\(date)"]) }
}
