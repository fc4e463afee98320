import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct WelcomePageTests {
    private static let image = "<img onerror=x>"
    private static let templates = [
        Templates.Template(
            name: "health", summary: "Water and steps.", container: nil, activities: ["Water"]),
        Templates.Template(
            name: "morning", summary: image, container: nil, activities: ["Stretch"]),
    ]

    private static func bus(
        _ changes: Received<String>, existing: Bool = false, zones: [ZoneChange] = []
    ) -> FakeBus {
        let profile = Profiles.Profile(
            name: "default", zone: "Europe/Berlin", zones: zones, samples: 0, activities: 0)
        return FakeBus { router in
            router.answer(Profiles.list) { _, _ in Profiles.ListResponse(profiles: [profile]) }
            router.answer(Profiles.setZone) { request, _ in
                guard request.change.zone == "Asia/Tokyo" else {
                    throw Status(.invalidArgument, "That is not a time zone.")
                }
                changes.add(request.change.zone)
                return Profiles.SetZoneResponse(profile: profile, version: 2)
            }
            router.answer(Settings.list) { _, _ in Settings.ListResponse(values: [:]) }
            router.answer(Settings.set) { request, _ in
                changes.add("\(request.key)=\(request.value ?? "")")
                return Empty()
            }
            router.answer(Templates.list) { _, _ in Templates.ListResponse(templates: templates) }
            router.answer(Templates.apply) { request, _ in
                changes.add(request.name)
                return Templates.ApplyResponse(
                    added: existing ? [] : ["Water"], existing: existing ? ["Water"] : [])
            }
        }
    }

    @Test func `the page offers the templates`() async throws {
        let bus = Self.bus(Received())

        let page = try await bus.reply(
            .get, "/welcome", in: WelcomeRoutes.routes, bus.request())?.page

        #expect(page?.values(of: "name").filter { $0.hasPrefix("template.") }.count == 2)
        #expect(page?.markup.contains("<img") == false)
        #expect(page?.hasUniqueNames == true)
        #expect(page?.isAllowedByPolicy == true)
        #expect(page?.hasNavigation == false)
    }

    @Test func `zone, units and chosen templates are applied`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes)

        let reply = try await bus.reply(
            .post, "/welcome", in: WelcomeRoutes.routes,
            bus.request(form: [
                "zone": "Asia/Tokyo", "units": "us", "template.morning": "1",
                "template.unknown": "1",
            ]))

        #expect(reply?.location == "/?done=1")
        #expect(changes.values == ["Asia/Tokyo", "units=us", "morning"])
    }

    @Test func `a form without changes leads to Today without a message`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes, existing: true)

        let reply = try await bus.reply(
            .post, "/welcome", in: WelcomeRoutes.routes,
            bus.request(form: ["zone": "Europe/Berlin", "units": "metric", "template.health": "1"]))

        #expect(reply?.location == "/")
        #expect(changes.values == ["health"])
    }

    @Test func `a profile with changes of its zone keeps them`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(
            changes,
            zones: [
                ZoneChange(from: nil, zone: "Europe/London"),
                ZoneChange(from: CivilDate(2025, 5, 4), zone: "Europe/Berlin"),
            ])

        _ = try await bus.reply(
            .post, "/welcome", in: WelcomeRoutes.routes, bus.request(form: ["zone": "Asia/Tokyo"]))

        #expect(changes.values.isEmpty)
    }

    @Test func `a refused zone keeps the choices and changes nothing`() async throws {
        let changes = Received<String>()
        let bus = Self.bus(changes)

        let page = try await bus.reply(
            .post, "/welcome", in: WelcomeRoutes.routes,
            bus.request(form: ["zone": Self.image, "units": "us", "template.health": "1"]))?.page

        #expect(page?.status == 422)
        #expect(page?.markup.contains("name=\"template.health\" value=\"1\" checked") == true)
        #expect(page?.markup.contains("<img") == false)
        #expect(changes.values.isEmpty)
    }
}
