/// The colours of Loop Habit Tracker.
package enum LoopColor {
    /// The palette of schema 21 and later, as `#RRGGBB`.
    private static let palette = [
        "#D32F2F", "#E64A19", "#F57C00", "#FF8F00", "#F9A825", "#AFB42B", "#7CB342", "#388E3C",
        "#00897B", "#00ACC1", "#039BE5", "#1976D2", "#303F9F", "#5E35B1", "#8E24AA", "#D81B60",
        "#5D4037", "#303030", "#757575", "#AAAAAA",
    ]
    /// The index in the palette of each colour of schemas 14 to 20.
    private static let earlier = [0, 1, 4, 5, 7, 8, 9, 10, 13, 14, 15, 17, 19]

    /// The text of a stored colour; nil for an unknown one.
    package static func text(_ stored: Int64, schema: Int64) -> String? {
        switch schema {
        case 21...:
            return palette.indices.contains(Int(clamping: stored)) ? palette[Int(stored)] : nil
        case 14...:
            return earlier.indices.contains(Int(clamping: stored))
                ? palette[earlier[Int(stored)]] : nil
        default:
            // Alpha, red, green and blue as a signed number.
            guard stored < 0, let color = Int32(exactly: stored) else { return nil }
            let digits = String(UInt32(bitPattern: color) & 0xff_ffff, radix: 16, uppercase: true)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
    }

    /// The index of the nearest colour of the palette; 0 for a text that is not `#RRGGBB`.
    package static func index(nearest text: String) -> Int {
        guard let color = parts(text) else { return 0 }
        func distance(_ index: Int) -> Int {
            zip(parts(palette[index]) ?? [], color).reduce(0) {
                $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
            }
        }
        return palette.indices.min { distance($0) < distance($1) } ?? 0
    }

    private static func parts(_ text: String) -> [Int]? {
        guard text.hasPrefix("#"), text.utf8.count == 7,
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        return [Int(number >> 16), Int(number >> 8 & 255), Int(number & 255)]
    }
}
