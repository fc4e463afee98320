import Contracts
import Tracker

/// The paths of photos, their files and comparisons.
enum PhotoPaths {
    /// The photos of an activity, with the form that adds one.
    static func list(of activity: Activity.ID) -> String {
        "/photos" + URLText.query([("activity", activity.rawValue)])
    }

    static func page(_ photo: Photo) -> String { "/photos/\(URLText.encoded(photo.id))" }

    static func file(_ photo: Photo, _ size: PhotoFiles.Size) -> String {
        "/photo-files/\(URLText.encoded(photo.id))/\(size.rawValue)?\(photo.file.prefix(16))"
    }

    /// The time lapse of the photos of an activity and view. `id` is the photo that is shown; nil: the
    /// first.
    static func timeLapse(_ activity: String, _ view: String, at id: String? = nil) -> String {
        "/photos/time-lapse"
            + URLText.query(
                [("activity", activity), ("view", view)] + (id.map { [("at", $0)] } ?? []))
    }

    static func comparison(_ first: Photo, _ second: Photo) -> String {
        "/photos/compare" + URLText.query([("a", first.id), ("b", second.id)])
    }
}

extension Photo {
    /// `Front of Face, Sunday 22 November 2026`, for people who do not see the picture.
    var description: String { "\(view) of \(activity), \(date.fullText)" }

    /// The picture: a thumbnail, or one for the screen.
    func image(_ size: PhotoFiles.Size, class name: String? = nil) -> HTML {
        element(
            "img",
            [
                "class": name, "src": PhotoPaths.file(self, size), "alt": description,
                "loading": size == .thumbnail ? "lazy" : nil, "decoding": "async",
            ])
    }
}
