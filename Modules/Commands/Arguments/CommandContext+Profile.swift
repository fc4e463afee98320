import Contracts
import HealthMetrics
import Presentation
import RPC
import Texts
import Tracker

extension CommandContext {
    /// The unit system of the profile's settings.
    func units(_ client: Client) async throws -> UnitSystem {
        let settings = try await client.call(Settings.list, Empty(), options()).values
        return settings[Settings.units].flatMap(UnitSystem.init) ?? .metric
    }

    /// Checks that the profile of the command exists.
    /// - Throws: NOT_FOUND with the nearest name.
    func requireProfile(_ client: Client) async throws {
        try await requireProfile(profileName, client)
    }

    /// Checks that a profile exists. Without a name that is near, the hint is `remedy`, or the command that
    /// adds the profile.
    /// - Throws: NOT_FOUND with the nearest name.
    func requireProfile(
        _ profileName: String, _ client: Client, remedy: String? = nil
    ) async throws {
        // A key cannot list the profiles; the other machine names a profile that does not exist.
        guard profileName != CallMetadata.defaultProfile, !isRemote else { return }
        let names = try await client.call(
            Profiles.list, Empty(), CallOptions(deadline: .after(CallOptions.defaultTimeout))
        ).profiles.map(\.name)
        guard !names.contains(profileName) else { return }
        throw Status(
            .notFound, "There is no profile called \"\(profileName)\".",
            hint: nearestName(to: profileName, among: names).map { "Did you mean \"\($0)\"?" }
                ?? remedy ?? "Add it with: dayline profile add \(quoted(profileName))")
    }

    /// The sentence for a profile without activities; nil if the profile has some.
    func emptyProfileText(_ client: Client) async throws -> String? {
        try await client.call(Activities.list, Activities.ListRequest(), options()).activities
            .isEmpty ? NoDataText.activities : nil
    }
}
