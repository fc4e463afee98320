import Contracts
import HostFiles
import Memberwise
import Notifications
import RPC

/// A stored channel. The address is a secret and is never logged.
@Memberwise
struct ChannelSettings: Codable, Hashable, ProfileBound, Sendable {
    var profile: String
    var name: String
    var kind: Notifications.ChannelKind
    var url: String
    /// The kinds that the channel does not send.
    var without: Set<NotificationKind>
    /// The keys of a browser; nil for other kinds.
    var subscription: Contracts.Notifications.Subscription? = nil
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    var boundProfile: String? { profile }

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
            without: kinds, subscription: request.kind == .push ? request.subscription : nil)
        guard isAddress else {
            throw Status(
                .invalidArgument,
                "The address of the channel is not one of the kind \(kind.rawValue).",
                hint: kind.addressHint)
        }
        guard kind != .push || subscription?.key != nil else {
            throw Status(
                .invalidArgument, "The channel \(name) has no valid keys of a browser.",
                hint: "Switch on notifications in the settings of the web app.")
        }
    }

    /// True if the address is one that the kind can use.
    private var isAddress: Bool {
        guard url.utf8.count <= Self.addressLimit,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return false }
        switch kind {
        case .webhook: return !authority.isEmpty
        case .ntfy: return !authority.isEmpty && topic != nil
        case .push:
            let isLoopback = ["127.0.0.1:", "localhost:"].contains { authority.hasPrefix($0) }
            return !authority.isEmpty && (url.hasPrefix("https://") || isLoopback)
        case .apprise: return url.contains("://") && !scheme.isEmpty
        case .desktop: return url.isEmpty
        }
    }

    /// The scheme of the address; empty if it has none.
    private var scheme: String {
        let scheme = url.prefix { $0 != ":" }
        return scheme.utf8.allSatisfy { Self.schemeLetters.contains($0) } ? String(scheme) : ""
    }

    private static let schemeLetters = Set("abcdefghijklmnopqrstuvwxyz0123456789+-".utf8)

    /// The host with its port, the scheme of an address for Apprise, or the desktop.
    var host: String {
        switch kind {
        case .desktop: "this computer"
        case .apprise: scheme
        case .webhook, .ntfy, .push: authority
        }
    }

    /// True if notifications have a page on which they are answered; others are answered by a button.
    var hasPage: Bool { kind == .webhook || kind == .ntfy || kind == .apprise }

    /// Scheme and authority of an address of HTTP.
    var origin: String { "\(url.prefix { $0 != ":" })://\(authority)" }

    /// The host with its port; empty if the address is not one of HTTP.
    private var authority: String {
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

extension Contracts.Notifications.ChannelKind {
    /// The addresses of the kind, for a person who has entered another.
    fileprivate var addressHint: String {
        switch self {
        case .webhook: "Use an address that begins with http:// or https://."
        case .ntfy: "Use the address of a topic, such as https://ntfy.sh/TOPIC."
        case .push: "Switch on notifications in the settings of the web app."
        case .apprise: "Use an address of Apprise, such as mailtos://USER:PASSWORD@HOST?to=ADDRESS."
        case .desktop: "The desktop has no address."
        }
    }
}
