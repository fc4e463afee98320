import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct PhotoTests {
    private let monday = TemporaryTracker.monday

    /// The name of a stored photo.
    private func file(_ digit: Character) -> String { String(repeating: digit, count: 64) + ".jpg" }

    /// A tracker with the photo metric Face and the views Front and Side.
    private func faceTracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Face") {
            $0.type = .metric
            $0.measures = .photo
            $0.views = ["Front", "Side"]
        }
        return tracker
    }

    private func add(
        _ digit: Character, _ tracker: TemporaryTracker, to activity: String = "Face",
        view: String? = nil
    ) async throws -> Photo {
        try await tracker.client.call(
            Photos.add, Photos.AddRequest(activity: activity, file: file(digit), view: view))
    }

    private func views(_ tracker: TemporaryTracker) async throws -> [String] {
        try await tracker.client.call(Photos.list, Photos.ListRequest()).photos.map(\.view)
    }

    @Test func `photos of a day share an entry, one for each view`() async throws {
        let tracker = try await faceTracker()

        let front = try await add("a", tracker)
        let side = try await add("b", tracker)

        #expect(front.view == "Front")
        #expect(side.view == "Side")
        #expect(front.entry == side.entry)
        #expect(try await tracker.today().completed.map(\.name) == ["Face"])
        let found = try await tracker.client.call(
            Photos.list, Photos.ListRequest(activity: "Face", view: "Side", from: monday))
        #expect(found.photos == [side])
        #expect(found.views == ["Front", "Side"])
    }

    @Test func `a deleted photo returns from the trash, and by undo`() async throws {
        let tracker = try await faceTracker()
        let front = try await add("a", tracker)
        _ = try await add("b", tracker)

        _ = try await tracker.client.call(Photos.delete, Photos.PhotoRequest(id: front.id))
        let left = try await views(tracker)
        let trash = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        _ = try await tracker.client.call(
            Trash.restore, Trash.RestoreRequest(name: try #require(trash.first?.id)))
        let restored = try await views(tracker)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(left == ["Side"])
        #expect(trash.map(\.name) == ["Photo Front of Face on \(monday)"])
        #expect(restored == ["Front", "Side"])
        #expect(try await views(tracker) == ["Front", "Side"])
        #expect(try await tracker.client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
    }

    @Test func `deleting the only photo of a photo metric deletes its entry`() async throws {
        let tracker = try await faceTracker()
        let front = try await add("a", tracker)

        _ = try await tracker.client.call(
            Photos.delete, Photos.PhotoRequest(id: front.entry.rawValue))

        #expect(try await views(tracker).isEmpty)
        #expect(try await tracker.today().completed.isEmpty)
        let trash = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        #expect(trash.map(\.id) == [front.entry.rawValue])
    }

    @Test func `a photo that is replaced is in the trash`() async throws {
        let tracker = try await faceTracker()
        _ = try await add("a", tracker, view: "Front")

        let replacing = try await add("b", tracker, view: "Front")

        #expect(replacing.file == file("b"))
        let trash = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        #expect(trash.count == 1)
        let conflict = await status {
            _ = try await tracker.client.call(
                Trash.restore, Trash.RestoreRequest(name: try #require(trash.first?.id)))
        }
        #expect(conflict?.code == .alreadyExists)
    }

    @Test func `a value activity needs an entry before its photo`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { $0.target = 2000 }

        let refused = await status { _ = try await add("a", tracker, to: "Water") }
        try await tracker.log("Water", 250)
        let added = try await add("a", tracker, to: "Water")

        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.hint != nil)
        #expect(added.view == "Photo")
    }

    @Test func `a path of a file is not a stored photo`() async throws {
        let tracker = try await faceTracker()

        let refused = await status {
            _ = try await tracker.client.call(
                Photos.add, Photos.AddRequest(activity: "Face", file: "../../etc/passwd"))
        }

        #expect(refused?.code == .invalidArgument)
        #expect(refused?.hint != nil)
    }

    @Test func `the trash names a deleted photo until it is purged`() async throws {
        let tracker = try await faceTracker()
        _ = try await add("a", tracker)
        let side = try await add("b", tracker)
        func trash() async throws -> String {
            try await tracker.storage.call(
                TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["deletedEntry"])
            ).documents.map(\.body).joined()
        }

        let before = try await trash()
        _ = try await tracker.client.call(Photos.delete, Photos.PhotoRequest(id: side.id))
        let deleted = try await trash()
        _ = try await tracker.client.call(
            Trash.purge, Trash.PurgeRequest(on: monday.advanced(by: 31)))

        #expect(!before.contains(file("b")))
        #expect(deleted.contains("\"\(file("b"))\""))
        #expect(!deleted.contains(file("a")))
        #expect(try await trash() == "")
    }
}
