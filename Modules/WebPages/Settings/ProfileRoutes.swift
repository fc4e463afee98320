import Contracts
import RPC

/// The page of the profiles, and the addition of one.
package enum ProfileRoutes {
    static let routes = [
        WebRoute(.get, path) { request in
            let isAdded = request.query["done"] == added
            return .page(try await profilesPage(request).page(isAdded: isAdded))
        }
    ]

    package static let path = "/settings/profiles"
    /// The path after a profile was added.
    package static let addedPath = "\(path)?done=\(added)"
    private static let added = "added"

    /// The answer to the form of a new profile.
    package enum Addition: Sendable {
        /// The name of the new profile.
        case added(String)
        /// The page with the refused form.
        case refused(Page)
    }

    /// Adds the profile of a form. The caller decides on the access before.
    package static func add(_ request: WebRequest) async throws -> Addition {
        var input = FormInput(ProfilesPage.formName, request.form)
        let name = input.requiredText("name", "The profile needs a name.")
        let zone = input.requiredText("zone", "The profile needs a time zone.")
        if let name, let zone {
            do throws(Status) {
                let profile = try await request.call(
                    Profiles.add, Profiles.AddRequest(name: name, zone: zone))
                return .added(profile.name)
            } catch {
                try input.reject(error, error.message.contains("time zone") ? "zone" : "name")
            }
        }
        var page = try await profilesPage(request.withoutKey)
        page.input = input
        return .refused(page.page(isAdded: false))
    }

    /// The page with the profiles that the session can open.
    private static func profilesPage(_ request: WebRequest) async throws -> ProfilesPage {
        let visitor = request.visitor
        let profiles = try await request.call(Profiles.list, Empty()).profiles.filter {
            $0.name == visitor.profile || visitor.profiles.contains($0.name)
        }
        return ProfilesPage(profiles: profiles, visitor: visitor)
    }
}
