/// A colour of the style sheet. It stands for a metric, an activity or a state.
enum Tone: String {
    case accent, cyan, green, grey, indigo, orange, red

    var className: String { "tone-\(rawValue)" }

    /// The tone that is nearest to a colour of the form `#RRGGBB`; grey for other texts.
    init(color: String) {
        guard color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#"),
            let number = UInt32(color.dropFirst(), radix: 16)
        else {
            self = .grey
            return
        }
        func part(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
        let (red, green, blue) = (part(16), part(8), part(0))
        let high = max(red, green, blue)
        let range = high - min(red, green, blue)
        guard range > 0.15 else {
            self = .grey
            return
        }
        let hue: Double
        if high == red {
            hue = 60 * (green - blue) / range
        } else if high == green {
            hue = 120 + 60 * (blue - red) / range
        } else {
            hue = 240 + 60 * (red - green) / range
        }
        self = Self.tone(ofHue: hue < 0 ? hue + 360 : hue)
    }

    /// `hue` is in degrees: 0 is red, 120 green, 240 blue.
    private static func tone(ofHue hue: Double) -> Tone {
        switch hue {
        case 15..<65: .orange
        case 65..<165: .green
        case 165..<200: .cyan
        case 200..<235: .accent
        case 235..<320: .indigo
        default: .red
        }
    }
}
