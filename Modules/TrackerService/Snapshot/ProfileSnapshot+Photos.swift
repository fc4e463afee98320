import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension ProfileSnapshot {
    /// The stored photos of an entry by view.
    func photos(of entry: Entry) -> [Photo] {
        entry.photos.sorted { $0.key < $1.key }.compactMap { view, file in
            // Documents of other programs name files that are not stored.
            guard PhotoName(file) != nil else { return nil }
            return Photo(
                id: Photo.id(of: entry.id, view: view), entry: entry.id,
                activityID: entry.activity,
                activity: name(of: entry.activity) ?? entry.activity.rawValue, date: entry.day,
                view: view, file: file, note: entry.note)
        }
    }

    /// The photos of a request, newest day first.
    func photos(_ request: Photos.ListRequest) throws -> Photos.ListResponse {
        try checkOrder(from: request.from, to: request.to)
        let limit = request.limit ?? Photos.pageLimit
        guard (1...Photos.pageLimit).contains(limit) else {
            throw Status(
                .invalidArgument,
                "The limit \(limit) is out of range: a list has 1 to \(Photos.pageLimit) photos.",
                hint: "For example: dayline photo list --limit 10")
        }
        var chosen: Activity?
        if let name = request.activity { chosen = try activity(name) }
        let all = history.entriesWithPhotos(of: chosen?.id).flatMap(photos(of:))
        let range = (request.from ?? .distantPast)...(request.to ?? .distantFuture)
        let found = all.filter {
            range.contains($0.date) && (request.view == nil || $0.view == request.view)
        }.sorted { ($1.date, $0.activity, $0.id) < ($0.date, $1.activity, $1.id) }
        return Photos.ListResponse(
            photos: Array(found.prefix(limit)), total: found.count,
            views: Set(all.map(\.view)).sorted())
    }

    /// The photo with an identifier, and its entry.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT for an entry with several photos.
    func photo(_ id: String) throws(Status) -> (photo: Photo, entry: Entry) {
        let entries = history.entriesWithPhotos().filter {
            id == $0.id.rawValue || id.hasPrefix("\($0.id.rawValue):")
        }
        let found = entries.flatMap { entry in photos(of: entry).map { (photo: $0, entry: entry) } }
        if let exact = found.first(where: { $0.photo.id == id }) { return exact }
        let ofEntry = found.filter { $0.entry.id.rawValue == id }
        guard let only = ofEntry.first else {
            throw Status(
                .notFound, "There is no photo \(id).",
                hint: "List the photos with: dayline photo list")
        }
        guard ofEntry.count == 1 else {
            throw Status(
                .invalidArgument, "The entry \(id) has \(ofEntry.count) photos.",
                hint: "Name one of: \(ofEntry.map(\.photo.id).joined(separator: ", ")).")
        }
        return only
    }
}
