import Texts

/// The topics of a profile at a broker.
struct HomeAssistantTopics: Hashable, Sendable {
    static let online = "online"
    static let offline = "offline"
    /// The payload of a pressed button.
    static let press = "PRESS"

    private let prefix: String
    /// The identifier of the profile in topics and entities.
    let device: String

    /// `home` distinguishes profiles of one name of several homes.
    init(prefix: String, profile: String, home: String) {
        self.prefix = prefix
        device = "dayline_" + stableHash("\(home)\n\(profile)").hexDigits.lowercased()
    }

    private var base: String { "dayline/\(device)" }

    var availability: String { "\(base)/status" }

    func discovery(_ component: String, _ object: String) -> String {
        "\(prefix)/\(component)/\(device)/\(object)/config"
    }

    /// The filter of all discovery topics of the profile.
    var discoveries: String { "\(prefix)/+/\(device)/+/config" }

    func state(_ object: String) -> String { "\(base)/\(object)/state" }

    func attributes(_ object: String) -> String { "\(base)/\(object)/attributes" }

    func command(_ object: String) -> String { "\(base)/\(object)/press" }

    /// The filter of the commands of all buttons.
    var commands: String { "\(base)/+/press" }

    /// The object of a discovery topic of the profile, as component and name; nil for another topic.
    func discovered(_ topic: String) -> (component: String, object: String)? {
        let tail = topic.dropFirst(prefix.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard topic.hasPrefix(prefix + "/"), tail.count == 4, tail[1] == device, tail[3] == "config"
        else { return nil }
        return (String(tail[0]), String(tail[2]))
    }

    /// The object of the command of a button; nil for another topic.
    func pressed(_ topic: String) -> String? {
        guard topic.hasPrefix(base + "/"), topic.hasSuffix("/press") else { return nil }
        return String(topic.dropFirst(base.count + 1).dropLast("/press".count))
    }
}
