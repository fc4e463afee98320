import HostFiles
import Memberwise
import RPC

/// A sensor or a button of Home Assistant.
struct HomeAssistantEntity: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A number with the day that it is of; `isTotal` is true for the sum of a day.
        case sensor(value: String, day: String, unit: String, isTotal: Bool)
        /// A button that logs the activity with an identifier.
        case button(activity: String)
    }

    /// The name in topics, of letters, digits, `-` and `_`.
    let object: String
    let name: String
    /// A name of Material Design Icons; nil for that of the component.
    var icon: String?
    let kind: Kind

    var component: String {
        switch kind {
        case .sensor: "sensor"
        case .button: "button"
        }
    }

    /// `text` with characters other than those of topics replaced.
    static func object(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }

    /// The message of MQTT discovery.
    func discovery(_ topics: HomeAssistantTopics, profile: String) throws -> String {
        var message = Discovery(
            name: name, uniqueID: "\(topics.device)_\(object)", icon: icon,
            availabilityTopic: topics.availability,
            device: Device(
                identifiers: [topics.device], name: "Dayline \(profile)", manufacturer: "Dayline",
                softwareVersion: ProductVersion.text))
        switch kind {
        case .sensor(_, _, let unit, let isTotal):
            message.stateTopic = topics.state(object)
            message.attributesTopic = topics.attributes(object)
            message.unit = unit.isEmpty ? nil : unit
            message.stateClass = isTotal ? "total_increasing" : "measurement"
        case .button:
            message.commandTopic = topics.command(object)
            message.pressPayload = HomeAssistantTopics.press
        }
        return try JSONBody.encode(message).text
    }

    private struct Device: Codable {
        var identifiers: [String]
        var name: String
        var manufacturer: String
        var softwareVersion: String

        private enum CodingKeys: String, CodingKey {
            case identifiers, name, manufacturer
            case softwareVersion = "sw_version"
        }
    }

    /// The keys of Home Assistant.
    private struct Discovery: Codable {
        var name: String
        var uniqueID: String
        var icon: String?
        var availabilityTopic: String
        var device: Device
        var stateTopic: String? = nil
        var attributesTopic: String? = nil
        var unit: String? = nil
        var stateClass: String? = nil
        var commandTopic: String? = nil
        var pressPayload: String? = nil

        private enum CodingKeys: String, CodingKey {
            case name, icon, device
            case uniqueID = "unique_id"
            case availabilityTopic = "availability_topic"
            case stateTopic = "state_topic"
            case attributesTopic = "json_attributes_topic"
            case unit = "unit_of_measurement"
            case stateClass = "state_class"
            case commandTopic = "command_topic"
            case pressPayload = "payload_press"
        }
    }
}
