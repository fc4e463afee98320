import Contracts
import HostFiles
import Memberwise
import RPC

/// The MQTT broker of a profile, with its password.
@Memberwise
struct MQTTBrokerSettings: Codable, Hashable, ProfileBound, Sendable {
    var profile: String
    var host: String
    var port: Int
    var user: String?
    var password: String?
    var usesTLS: Bool
    /// The prefix of discovery topics.
    var prefix: String
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    var boundProfile: String? { profile }

    private static let (plainPort, securePort) = (1883, 8883)
    private static let defaultPrefix = "homeassistant"
    private static let (hostByteLimit, textByteLimit, prefixByteLimit) = (253, 200, 100)

    /// - Throws: INVALID_ARGUMENT for a value out of range.
    init(_ request: HomeAssistant.ConnectRequest, profile: String) throws(Status) {
        usesTLS = request.usesTLS ?? false
        let defaultPort = usesTLS ? Self.securePort : Self.plainPort
        port = request.port ?? defaultPort
        prefix = request.prefix ?? Self.defaultPrefix
        (host, user, password) = (request.host, request.user, request.password)
        self.profile = profile
        guard (1...Self.hostByteLimit).contains(host.utf8.count),
            Self.hasNoControlCharacters(host), !host.contains(where: \.isWhitespace)
        else {
            throw Status(
                .invalidArgument, "\"\(host)\" is not the name or address of a broker.",
                hint: "Use the name of its machine, such as homeassistant.local.")
        }
        guard (1...65_535).contains(port) else {
            throw Status(
                .invalidArgument, "The port \(port) is not from 1 to 65535.",
                hint: "Leave the port out for \(defaultPort).")
        }
        guard user != nil || password == nil else {
            throw Status(
                .invalidArgument, "A password needs the name of a user.",
                hint: "Name the user with: --user NAME")
        }
        for (name, text) in [("user", user), ("password", password)] {
            guard let text,
                !(1...Self.textByteLimit).contains(text.utf8.count)
                    || !Self.hasNoControlCharacters(text)
            else { continue }
            throw Status(
                .invalidArgument,
                "The \(name) is empty, longer than \(Self.textByteLimit) bytes or has control "
                    + "characters.",
                hint: "Enter the \(name) that the broker knows.")
        }
        guard (1...Self.prefixByteLimit).contains(prefix.utf8.count),
            Self.hasNoControlCharacters(prefix),
            !prefix.contains(where: { "+#".contains($0) }), !prefix.hasPrefix("/"),
            !prefix.hasSuffix("/")
        else {
            throw Status(
                .invalidArgument, "\"\(prefix)\" is not a prefix of topics.",
                hint: "Leave the prefix out for \(Self.defaultPrefix).")
        }
    }

    private static func hasNoControlCharacters(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
