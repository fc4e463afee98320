import Contracts
import RPC
import Testing

@testable import WebPages

/// The page of the profiles of a session.
@Suite struct ProfilesPageTests {
    private static func bus(_ received: Received<Profiles.AddRequest> = Received()) -> FakeBus {
        FakeBus { router in
            router.answer(Profiles.list) { _, _ in
                Profiles.ListResponse(
                    profiles: ["default", "kim", "lee"].map { profile($0, "Asia/Tokyo") })
            }
            router.answer(Profiles.add) { request, _ in
                guard request.name != "kim" else {
                    throw Status(.alreadyExists, "There is a profile called \"kim\" already.")
                }
                guard request.zone != "Mars" else {
                    throw Status(.invalidArgument, "There is no time zone called \"Mars\".")
                }
                received.add(request)
                return profile(request.name, request.zone)
            }
        }
    }

    private static func profile(_ name: String, _ zone: String) -> Profiles.Profile {
        Profiles.Profile(
            name: name, zone: zone, zones: [ZoneChange(from: nil, zone: zone)], samples: 0,
            activities: 0)
    }

    @Test(arguments: [true, false])
    func `only profiles of the session are listed`(canAdd: Bool) async throws {
        var request = Self.bus().request()
        request.visitor.profiles = ["default", "kim"]
        request.visitor.canAddProfiles = canAdd
        let route = try #require(ProfileRoutes.routes.first)

        let page = try #require(try await route.handle(request).page)

        #expect(page.markup.contains("kim"))
        #expect(!page.markup.contains("lee"))
        #expect(page.markup.contains("id=\"profile-add\"") == canAdd)
        #expect(page.markup.contains("dayline web --all-profiles") != canAdd)
        #expect(page.hasUniqueNames)
    }

    @Test func `a new profile is added with its zone`() async throws {
        let received = Received<Profiles.AddRequest>()

        let addition = try await ProfileRoutes.add(
            Self.bus(received).request(form: ["name": " mia ", "zone": "UTC", "key": "k"]))

        guard case .added("mia") = addition else {
            Issue.record("The profile was refused.")
            return
        }
        #expect(received.values == [Profiles.AddRequest(name: "mia", zone: "UTC")])
    }

    @Test(arguments: [
        ("", "UTC", "name", "needs a name"), ("mia", "", "zone", "needs a time zone"),
        ("kim", "UTC", "name", "already"), ("mia", "Mars", "zone", "no time zone"),
    ])
    func `a refused profile is explained beside its field`(
        name: String, zone: String, field: String, sentence: String
    ) async throws {
        let received = Received<Profiles.AddRequest>()
        var request = Self.bus(received).request(form: ["name": name, "zone": zone])
        request.visitor.canAddProfiles = true

        guard case .refused(let page) = try await ProfileRoutes.add(request) else {
            Issue.record("The profile was added.")
            return
        }

        #expect(page.status == 422)
        #expect(page.values(of: "id").contains("profile-\(field)-error"))
        #expect(page.markup.contains(sentence))
        #expect(page.markup.contains("name=\"name\" type=\"text\" value=\"\(name)\""))
        #expect(received.values.isEmpty)
    }
}
