import Contracts
import RPC

/// A removal that a person confirms with the name of the profile.
enum Removal: String, CaseIterable {
    /// Everything that was planned and logged.
    case records = "clear"
    /// The profile with all its data.
    case profile = "remove"

    private static let timeout = Duration.seconds(60)

    var path: String { "/settings/\(rawValue)" }

    var title: String {
        switch self {
        case .records: "Clear all records"
        case .profile: "Remove the profile"
        }
    }

    var explanation: String {
        switch self {
        case .records:
            """
            All activities, entries, goals, weights and notes are removed. Health data and settings \
            remain. Undo restores the records.
            """
        case .profile:
            "The profile is removed with its records, health data and settings. Undo does not restore it."
        }
    }

    /// The path after the removal.
    var next: String {
        switch self {
        case .records: "/settings?done=1"
        case .profile: "/login"
        }
    }

    /// Removes the records or the profile of the visitor.
    func apply(_ request: WebRequest) async throws(Status) {
        switch self {
        case .records:
            _ = try await request.call(Documents.clear, Empty(), timeout: Self.timeout)
        case .profile:
            _ = try await request.call(
                Profiles.remove, Profiles.RemoveRequest(name: request.visitor.profile),
                timeout: Self.timeout)
        }
    }
}
