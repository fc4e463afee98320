import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

struct PhotoPagesTests {
    /// Two photos of a metric whose names contain markup.
    private struct FakePhotos: Service {
        static let file = String(repeating: "a", count: 64) + ".jpg"

        static func photo(_ day: Int32) -> Photo {
            Photo(
                id: "e\(day):Front & side", entry: Entry.ID("e\(day)"),
                activityID: Activity.ID("face"), activity: "Face <b>",
                date: CivilDate(days: 20_500 + day), view: "Front & side", file: file,
                note: nil)
        }

        func register(on router: inout Router) {
            router.answer(Photos.show) { request, _ in
                guard let day = Int32(request.id.dropFirst().prefix { $0 != ":" }) else {
                    throw Status(.notFound, "There is no photo \(request.id).")
                }
                return Self.photo(day)
            }
            router.answer(Photos.list) { _, _ in
                Photos.ListResponse(
                    photos: [Self.photo(2), Self.photo(1)], total: 2, views: ["Front & side"])
            }
            router.answer(TrackerRecords.nextStep) { _, _ in
                throw Status(.failedPrecondition, "There is nothing to undo.")
            }
        }
    }

    private func page(
        _ path: String, id: String? = nil, query: [String: String] = [:]
    ) async throws -> Page {
        let route = try #require(PhotoRoutes.routes.first { $0.path == path && $0.method == .get })
        let reply = try await route.handle(
            WebRequest(
                parameters: id.map { ["id": $0] } ?? [:], query: query, form: [:],
                visitor: Visitor(profile: "me", formToken: "t", language: "en"),
                client: Client(inProcess: FakePhotos())))
        guard case .page(let page) = reply else { throw Status(.internal, "No page.") }
        return page
    }

    @Test func `a stored photo can be chosen instead of the camera`() {
        let form = PhotoForm(
            activities: [], views: [], newest: [], today: CivilDate(days: 20_779),
            visitor: FakeBus.visitor, input: FormInput("photo"), problem: nil)

        #expect(form.html.markup.contains("id=\"photo-file\""))
        #expect(form.html.markup.contains("id=\"camera-open\""))
        #expect(!form.html.markup.contains("capture="))
    }

    @Test func `the page of a photo has its picture, its neighbour and a comparison`() async throws
    {
        let markup = try await page("/photos/:id", id: "e1%3AFront%20%26%20side").content.markup

        #expect(markup.contains("/photo-files/e1%3AFront%20%26%20side/screen?aaaaaaaaaaaaaaaa"))
        #expect(markup.contains("id=\"photo-newer\" href=\"/photos/e2%3AFront%20%26%20side\""))
        #expect(!markup.contains("photo-older"))
        #expect(markup.contains("/photos/compare?a=e1%3AFront%20%26%20side&amp;b=e2%3A"))
        #expect(!markup.contains("Face <b>"))
    }

    @Test func `a comparison has both photos and how far they are apart`() async throws {
        let markup = try await page(
            "/photos/compare", query: ["a": "e1:Front & side", "b": "e2:Front & side"]
        ).content.markup

        #expect(markup.split(separator: "<img").count == 3)
        #expect(markup.contains("1 day apart."))
    }

    @Test func `a time lapse shows its photos oldest first, with links to the others`() async throws
    {
        let query = ["activity": "face", "view": "Front & side"]

        let first = try await page("/photos/time-lapse", query: query)
        let second = try await page(
            "/photos/time-lapse", query: query.merging(["at": "e2:Front & side"]) { $1 })

        let days = first.markup.split(separator: "data-description").dropFirst()
            .map { $0.split(separator: "\"")[1] }
        #expect(days.first?.contains("Tuesday 17 February 2026") == true)
        #expect(first.markup.contains("1 of 2") && second.markup.contains("2 of 2"))
        #expect(first.markup.contains("id=\"time-lapse-next\" data-step=\"1\""))
        #expect(first.markup.contains("&amp;at=e2%3AFront%20%26%20side"))
        #expect(!first.markup.contains("Face <b>"))
        #expect(first.hasUniqueNames && first.isAllowedByPolicy)
    }
}
