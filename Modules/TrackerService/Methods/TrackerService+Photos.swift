import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerPhotos(on router: inout Router) {
        router.handle(Photos.list) { [self] request, context in
            try await snapshot(context).photos(request)
        }
        router.handle(Photos.show) { [self] request, context in
            try await snapshot(context).photo(request.id).photo
        }
        router.handle(Photos.add) { [self] in try await addPhoto($0, $1) }
        router.handle(Photos.delete) { [self] in try await deletePhoto($0, $1) }
    }

    private func addPhoto(
        _ request: Photos.AddRequest, _ context: CallContext
    ) async throws -> Photo {
        let now = now()
        return try await profileSession(context).change(Photos.add.name, request, context) {
            snapshot, changeSet, _ in
            guard PhotoName(request.file) != nil else {
                throw Status(
                    .invalidArgument, "\"\(request.file)\" is not the name of a stored photo.",
                    hint: "Store the photo with \(PhotoFiles.store.name) first.")
            }
            let day = try snapshot.writableDay(request.on, now: now)
            let activity = try snapshot.activity(request.activity)
            if request.future != true {
                try snapshot.checkNotFuture(day, for: activity, now: now)
            }
            try activity.checkAvailable(on: day)
            try snapshot.checkPhotoCount()
            let target = try photoTarget(request, activity, day, snapshot, now: now)
            let view = try target.entry.view(request.view, of: activity)
            var entry = target.entry
            if let replaced = entry.photos.updateValue(request.file, forKey: view),
                replaced != request.file
            {
                try changeSet.trash(
                    photo: replaced, view, of: entry, on: day, id: Entry.ID(RandomIdentifier.next())
                )
            }
            entry.note = request.note ?? entry.note
            try entry.checkTexts()
            if target.isNew {
                try changeSet.replace(target.replaced, of: snapshot, with: entry)
            } else if entry != target.entry {
                try changeSet.replace(target.entry, with: entry)
            }
            changeSet.summary = "add a photo to \(activity.name) on \(entry.day)"
            return (entry: entry, view: view)
        } response: { snapshot, planned in
            try snapshot.photo(Photo.id(of: planned.entry.id, view: planned.view)).photo
        }
    }

    /// The entry that a photo is added to.
    private struct PhotoTarget {
        var entry: Entry
        /// True if the entry is added with the photo.
        var isNew: Bool
        /// The entries that a new one replaces.
        var replaced: [Entry.ID] = []
    }

    private func photoTarget(
        _ request: Photos.AddRequest, _ activity: Activity, _ day: CivilDate,
        _ snapshot: ProfileSnapshot, now: Int64
    ) throws -> PhotoTarget {
        let plan: EntryPlan
        do {
            plan = try snapshot.history.planCompletion(of: activity, on: day, slot: request.slot)
        } catch let refusal {
            throw snapshot.status(of: refusal, for: activity)
        }
        let existing = snapshot.history.entries(of: activity.id, on: day).last {
            $0.outcome.isCompleted && (request.slot == nil || $0.slot == plan.slot)
        }
        if let existing { return PhotoTarget(entry: existing, isNew: false) }
        switch activity.configuration(on: plan.day).kind {
        case .checkbox, .metric(.checkbox), .metric(.photo):
            let entry = Entry(
                id: Entry.ID(RandomIdentifier.next()), activity: activity.id, day: plan.day,
                outcome: .completed(value: nil), slot: plan.slot, loggedAt: now)
            return PhotoTarget(entry: entry, isNew: true, replaced: plan.replacedEntries)
        default:
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" has no entry on \(day), so a photo has no place.",
                hint: "Log it first with: dayline log \(quoted(activity.name)) VALUE --on \(day)")
        }
    }

    private func deletePhoto(
        _ request: Photos.PhotoRequest, _ context: CallContext
    ) async throws -> Photo {
        let now = now()
        return try await profileSession(context).change(Photos.delete.name, request, context) {
            snapshot, changeSet, _ in
            let (photo, entry) = try snapshot.photo(request.id)
            let day = try snapshot.writableDay(request.on, now: now)
            let activity = try snapshot.activity(entry.activity.rawValue)
            if case .metric(.photo) = activity.configuration(on: entry.day).kind,
                entry.photos.count == 1
            {
                changeSet.remove(entry)
                try changeSet.store(
                    .deletedEntry, entry.id.rawValue, DeletedEntry(entry: entry, deleted: day))
            } else {
                var rest = entry
                rest.photos[photo.view] = nil
                try changeSet.replace(entry, with: rest)
                try changeSet.trash(
                    photo: photo.file, photo.view, of: entry, on: day,
                    id: Entry.ID(RandomIdentifier.next()))
            }
            changeSet.summary =
                "delete the photo \(photo.view) of \(photo.activity) on \(photo.date)"
            return photo
        } response: { _, deleted in
            deleted
        }
    }

    /// Restores a photo of the trash to its entry, or to another of the day.
    /// - Returns: False if the photo becomes an entry of its own.
    func restore(
        photo deleted: Entry, to id: Entry.ID, _ activity: Activity, _ snapshot: ProfileSnapshot,
        _ changeSet: inout ChangeSet
    ) throws -> Bool {
        let entries = snapshot.history.entries(of: deleted.activity, on: deleted.day)
            .filter(\.outcome.isCompleted)
        guard let entry = entries.first(where: { $0.id == id }) ?? entries.last else {
            if case .metric(.photo) = activity.configuration(on: deleted.day).kind { return false }
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" has no entry on \(deleted.day) that the photo belongs to.",
                hint: "Restore or log that entry first. See the trash with: dayline trash")
        }
        var restored = entry
        for (view, file) in deleted.photos {
            if let other = restored.photos[view], other != file {
                throw Status(
                    .alreadyExists,
                    "\"\(activity.name)\" has another photo \(view) on \(deleted.day).",
                    hint: "Delete that photo first with: dayline photo delete "
                        + quoted(Photo.id(of: entry.id, view: view)))
            }
            restored.photos[view] = file
        }
        try changeSet.replace(entry, with: restored)
        return true
    }
}

extension ProfileSnapshot {
    /// - Throws: RESOURCE_EXHAUSTED if the profile has the greatest number of photos.
    fileprivate func checkPhotoCount() throws(Status) {
        let count = history.entriesWithPhotos().reduce(0) { $0 + $1.photos.count }
        guard count < Photos.profileLimit else {
            throw Status(
                .resourceExhausted,
                "The profile has \(count) photos, and a profile has up to \(Photos.profileLimit).",
                hint: "Delete a photo first with: dayline photo delete ID")
        }
    }
}

extension Entry {
    /// The view that a new photo of the entry gets.
    /// - Throws: INVALID_ARGUMENT for a view that the activity does not have, RESOURCE_EXHAUSTED if
    ///   the entry has the greatest number of photos.
    fileprivate func view(_ requested: String?, of activity: Activity) throws(Status) -> String {
        var views = Measurement.defaultViews
        if case .metric(.photo(let own)) = activity.configuration(on: day).kind {
            views = own
            if let requested, !own.contains(requested) {
                throw Status(
                    .invalidArgument, "\"\(activity.name)\" has no view \"\(requested)\".",
                    hint: "The views are: \(own.joined(separator: ", ")).")
            }
        }
        let view = requested ?? views.first { photos[$0] == nil } ?? views.first ?? "Photo"
        guard !view.isEmpty, view.count <= 100 else {
            throw Status(
                .invalidArgument,
                "The name of a view has 1 to 100 characters, not \(view.count).",
                hint: "For example: --view Front")
        }
        guard photos[view] != nil || photos.count < Photos.entryLimit else {
            throw Status(
                .resourceExhausted,
                "\"\(activity.name)\" has \(photos.count) photos on \(day), the limit of a day.",
                hint: "Delete a photo first with: dayline photo delete ID")
        }
        return view
    }
}

extension ChangeSet {
    /// Puts one photo of an entry in the trash.
    fileprivate mutating func trash(
        photo file: String, _ view: String, of entry: Entry, on day: CivilDate, id: Entry.ID
    ) throws {
        let part = Entry(
            id: id, activity: entry.activity, day: entry.day, outcome: .completed(value: nil),
            slot: entry.slot, photos: [view: file], loggedAt: entry.loggedAt)
        try store(
            .deletedEntry, id.rawValue,
            DeletedEntry(entry: part, deleted: day, photoOf: entry.id))
    }
}
