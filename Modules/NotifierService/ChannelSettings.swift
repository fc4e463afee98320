import Contracts
import HostFiles
import Memberwise
import Notifications
import RPC

/// A stored channel. The address is a secret and is never logged.
@Memberwise
struct ChannelSettings: Codable, Hashable, Sendable {
    var profile: String
    var name: String
    var kind: Notifications.ChannelKind
    var url: String
    /// The kinds that the channel does not send.
    var without: Set<NotificationKind>

    private static let nameLimit = 64
    private static let addressLimit = 2048

    /// - Throws: INVALID_ARGUMENT with the field that is not valid. The text never has the address.
    init(_ request: Notifications.AddRequest, profile: String) throws(Status) {
        let isName =
            (1...Self.nameLimit).contains(request.name.count)
            && request.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isName else {
            throw Status(
                .invalidArgument, "The name of the channel has no or too many characters.",
                hint: "Use 1 to \(Self.nameLimit) characters without control characters.")
        }
        var kinds: Set<NotificationKind> = []
        for text in request.without ?? [] {
            guard let kind = NotificationKind(rawValue: text) else {
                throw Status(
                    .invalidArgument, "\"\(text)\" is not a kind of notification.",
                    hint: "Kinds: "
                        + NotificationKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            kinds.insert(kind)
        }
        self.init(
            profile: profile, name: request.name, kind: request.kind, url: request.url,
            without: kinds)
        let isAddress =
            url.utf8.count <= Self.addressLimit
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !host.isEmpty
        guard isAddress, request.kind != .ntfy || topic != nil else {
            throw Status(
                .invalidArgument,
                "The address of the channel is not one of the kind \(kind.rawValue).",
                hint: kind == .ntfy
                    ? "Use the address of a topic, such as https://ntfy.sh/TOPIC."
                    : "Use an address that begins with http:// or https://.")
        }
    }

    /// The host with its port; empty if the address is not one of HTTP.
    var host: String {
        for scheme in ["https://", "http://"] where url.lowercased().hasPrefix(scheme) {
            let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return String(authority.split(separator: "@").last ?? "")
        }
        return ""
    }

    /// The server and the name of an ntfy topic; nil if the address has no path or has a query.
    var topic: (server: String, name: String)? {
        guard !url.contains("?"), !url.contains("#"),
            let slash = url.lastIndex(of: "/"), slash > url.startIndex,
            url[url.index(before: slash)] != "/"
        else { return nil }
        let name = String(url[url.index(after: slash)...])
        return name.isEmpty ? nil : (server: String(url[...slash]), name: name)
    }
}
