import Contracts
import HostFiles
import RPC
import Texts

/// The setting with the profile of commands that name none. It is stored for the home, in a file.
struct ProfileSetting {
    static let key = "profile"

    private let path: String

    init(_ home: Home) {
        path = home.commandProfile
    }

    /// The name of the profile; nil if the setting is not set.
    var value: String? {
        get throws(HostFileError) {
            guard let bytes = try Files.readIfPresent(path, limit: 4096) else { return nil }
            let name = String(decoding: bytes, as: UTF8.self).trimmed
            return name.isEmpty ? nil : name
        }
    }

    /// The setting in lists of settings.
    var item: SettingListing.Item {
        get throws(HostFileError) {
            SettingListing.Item(
                key: Self.key, value: try value ?? CallMetadata.defaultProfile,
                default: CallMetadata.defaultProfile, allowed: ["the name of a profile"])
        }
    }

    /// Stores the name of an existing profile.
    /// - Throws: NOT_FOUND with the nearest name.
    func set(_ name: String, _ context: CommandContext) async throws {
        try await context.requireProfile(name, context.bus())
        try Files.writeAtomically(Array("\(name)\n".utf8), to: path)
    }

    /// Replaces the name after a profile was renamed; nil after it was removed.
    func replace(_ name: String, with newName: String?) throws(HostFileError) {
        guard try value == name else { return }
        try Files.writeAtomically(
            Array("\(newName ?? CallMetadata.defaultProfile)\n".utf8), to: path)
    }
}
