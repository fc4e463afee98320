import Texts

/// A finite number as a person writes it.
///
/// The decimal sign is a point or a comma. Spaces can separate thousands, and commas only before a
/// decimal point. A comma before exactly three digits is rejected unless the part before it is 0,
/// because `1,500` can mean 1.5 or 1500. For a reader with a decimal comma (`TextLocale.current`) comma
/// and point are exchanged.
package struct DecimalNumber: Hashable, Sendable {
    package let value: Double

    package init(_ text: some StringProtocol) throws(AmountError) {
        let typed = String(text).trimmed
        let signs = TextLocale.current?.numbers ?? .standard
        let groupSigns = signs.group == "’" ? "'’" : ""
        let digits = typed.filter { !$0.isWhitespace && !groupSigns.contains($0) }
            .replacing("\u{2212}", with: "-")
        let hasComma = signs.decimal == ","
        guard
            let plain = try Self.withPoint(hasComma ? Self.exchanged(digits) : digits, typed)
        else { throw .notANumber(typed) }
        // `Double` also accepts "inf", "nan" and hexadecimal digits.
        guard plain.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let value = Double(plain),
            value.isFinite
        else { throw .notANumber(typed) }
        self.value = value
    }

    /// The text with points for commas and commas for points.
    private static func exchanged(_ text: String) -> String {
        String(text.map { $0 == "," ? "." : $0 == "." ? "," : $0 })
    }

    /// The number with a decimal point; nil if its commas have no meaning.
    private static func withPoint(
        _ digits: String, _ typed: String
    ) throws(AmountError) -> String? {
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return digits }
        if let point = digits.firstIndex(of: ".") {
            let groups = digits[..<point].split(separator: ",", omittingEmptySubsequences: false)
            let isGrouped =
                groups.dropFirst().allSatisfy { $0.count == 3 } && !groups[0].isEmpty
                && !digits[point...].contains(",")
            return isGrouped ? groups.joined() + digits[point...] : nil
        }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let whole = parts[0].drop { $0 == "-" || $0 == "+" }
        guard parts[1].count == 3, parts[1].allSatisfy(\.isWholeNumber), whole != "0" else {
            return parts.joined(separator: ".")
        }
        let fraction = String(parts[1].reversed().drop { $0 == "0" }.reversed())
        let sign = TextLocale.current?.numbers.decimal ?? "."
        throw .ambiguous(
            typed, decimal: "\(parts[0])\(sign)\(fraction.isEmpty ? "0" : fraction)",
            grouped: parts.joined())
    }
}
