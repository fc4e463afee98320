import CivilTime
package import Contracts
package import RPC
import Tracker

/// The routes of photos. The gateway itself serves POST `/photos` and the files.
package enum PhotoRoutes {
    package static let routes = [
        WebRoute(.get, "/photos") { .page(try await list($0)) },
        WebRoute(.get, "/photos/compare") { try await compare($0) },
        WebRoute(.get, "/photos/time-lapse") { try await timeLapse($0) },
        WebRoute(.get, "/photos/:id") { try await show($0) },
        WebRoute(.post, "/photos/:id/edit") { try await edit($0) },
        WebRoute(.get, "/photos/:id/edit") { request in
            .redirect("/photos/\(request.parameters["id"] ?? "")")
        },
        WebRoute(.post, "/photos/:id/delete") { try await delete($0) },
    ]

    private static let photosPerPage = 120

    /// The page of the timeline and of the form. `problem` is the reason why a photo was refused,
    /// nil for an empty form; the fields of that form are in the request.
    package static func list(
        _ request: WebRequest, problem: Status? = nil
    ) async throws -> Page {
        func chosen(_ name: String) -> String? {
            request.query[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let filter = PhotoFilter(
            activity: chosen("activity"), view: chosen("view"), before: try request.day("before"))
        async let all = request.call(Activities.list, Activities.ListRequest()).activities
        async let agenda = request.call(Journal.today, Journal.DayRequest())
        async let toast = Toast.html(request)
        let listing = try await request.call(
            Photos.list,
            Photos.ListRequest(
                activity: filter.activity, view: filter.view,
                to: filter.before.map { $0.advanced(by: -1) }, limit: photosPerPage))
        let activities = try await all.filter(\.canHavePhotos)
        let pictured = Set(listing.photos.map(\.activityID))
        let input = FormInput(
            "photo", problem == nil ? request.query.filter { !$0.value.isEmpty } : request.form)
        let form = PhotoForm(
            activities: activities.filter { $0.measures == .photo }
                + activities.filter { $0.measures != .photo },
            views: Set(activities.flatMap { $0.views ?? [] } + listing.views).sorted(),
            newest: filter.before == nil ? listing.photos.newestOfSeries : [],
            today: try await agenda.date,
            visitor: request.visitor, input: input, problem: problem)
        return PhotosPage(
            listing: listing.wholeDays, filter: filter, activities: activities,
            filtered: activities.filter {
                $0.measures == .photo || pictured.contains($0.id)
                    || $0.id.rawValue == filter.activity
            }, form: form
        ).page(toast: await toast)
    }

    /// The path after a photo was added or deleted: the photos of its activity, with the undo.
    package static func path(after photo: Photo) -> String {
        PhotoFilter(activity: photo.activityID.rawValue).path(before: nil) + "&done=1"
    }

    /// The photo of the path.
    /// - Throws: NOT_FOUND without one.
    package static func photo(_ request: WebRequest) async throws -> Photo {
        try await photo(URLText.decoded(request.parameters["id"] ?? ""), request)
    }

    private static func photo(_ id: String, _ request: WebRequest) async throws -> Photo {
        try await request.call(Photos.show, Photos.PhotoRequest(id: id))
    }

    private static func series(of photo: Photo, _ request: WebRequest) async throws -> [Photo] {
        try await request.call(
            Photos.list,
            Photos.ListRequest(activity: photo.activityID.rawValue, view: photo.view)
        ).photos
    }

    private static func show(_ request: WebRequest) async throws -> WebReply {
        let photo = try await photo(request)
        return .page(
            PhotoPage(
                photo: photo, series: try await series(of: photo, request),
                visitor: request.visitor
            ).page(toast: await Toast.html(request)))
    }

    /// Changes the caption and the day of a photo, which are those of its entry.
    private static func edit(_ request: WebRequest) async throws -> WebReply {
        let photo = try await photo(request.withoutKey)
        let back = PhotoPaths.page(photo)
        var input = FormInput(PhotoPage.formName, request.form)
        let note = input.text("note") ?? ""
        let day = input.day("date")
        if input.isValid, day == nil { input.reject("Enter the day of the photo.", "date") }
        if let day, input.isValid {
            let differences = [
                ("Caption", photo.note ?? "", note), ("Day", "\(photo.date)", "\(day)"),
            ].filter { $0.1 != $0.2 }
            guard !differences.isEmpty else { return .redirect(back) }
            if Revision.isStale(request.form, current: photo.revision) {
                return .page(
                    ConflictPage(
                        name: photo.description, section: .photos, back: back,
                        action: "\(back)/edit", fields: request.form, revision: photo.revision,
                        differences: differences, fragment: "photo-edit",
                        visitor: request.visitor
                    ).page)
            }
            do throws(Status) {
                var edit = Entries.EditRequest(id: photo.entry)
                if note != photo.note ?? "" { edit.note = note }
                if day != photo.date { edit.day = day }
                _ = try await request.call(Entries.edit, edit)
                return .redirect("\(back)?done=1")
            } catch {
                try input.reject(error, day == photo.date ? "note" : "date")
            }
        }
        return .page(
            PhotoPage(
                photo: photo, series: try await series(of: photo, request.withoutKey),
                visitor: request.visitor, input: input
            ).page(toast: .empty))
    }

    private static func compare(_ request: WebRequest) async throws -> WebReply {
        let first = try await photo(request.query["a"] ?? "", request)
        let second = try await photo(request.query["b"] ?? "", request)
        return .page(
            PhotoComparePage(
                first: first, second: second, choices: try await series(of: first, request)
            ).page)
    }

    private static func timeLapse(_ request: WebRequest) async throws -> WebReply {
        func chosen(_ name: String) throws(Status) -> String {
            guard let value = request.query[name], !value.isEmpty else {
                throw Status(
                    .invalidArgument, "The query has no \(name).",
                    hint: "Open the time lapse from the page of a photo.")
            }
            return value
        }
        let (activity, view) = (try chosen("activity"), try chosen("view"))
        let photos = try await request.call(
            Photos.list, Photos.ListRequest(activity: activity, view: view)
        ).photos
        guard !photos.isEmpty else {
            throw Status(
                .notFound, "\(activity) has no photo with the view \"\(view)\".",
                hint: "Open the time lapse from the page of a photo.")
        }
        let at = request.query["at"]
        return .page(
            TimeLapsePage(
                photos: photos.reversed(),
                index: photos.reversed().firstIndex { $0.id == at } ?? 0
            ).page)
    }

    private static func delete(_ request: WebRequest) async throws -> WebReply {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        let photo = try await request.call(Photos.delete, Photos.PhotoRequest(id: id))
        return .redirect(path(after: photo))
    }
}

extension Activities.Item {
    /// True if a photo can be added to an entry of the activity.
    fileprivate var canHavePhotos: Bool { type != .container }
}

extension [Photo] {
    /// The newest photo of each activity and view. The photos are newest first.
    fileprivate var newestOfSeries: [Photo] {
        reduce(into: []) { newest, photo in
            if !newest.contains(where: photo.isInSeries) { newest.append(photo) }
        }
    }
}

extension Photos.ListResponse {
    /// The response without a last day that a further page continues.
    fileprivate var wholeDays: Self {
        guard total > photos.count, let last = photos.last?.date, photos.first?.date != last
        else { return self }
        var whole = self
        whole.photos.removeAll { $0.date == last }
        return whole
    }
}
