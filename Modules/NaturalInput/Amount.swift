import Texts

/// An amount as a person writes it: `250`, `250ml`, `1.75 l`, `1,5`, `90 min` or `1h30`.
package struct Amount: Hashable, Sendable {
    package let number: Double
    /// The unit as typed; nil without a unit. Hours with minutes, such as `1h30`, have `min`.
    package let unit: String?

    package init(number: Double, unit: String?) {
        self.number = number
        self.unit = unit
    }

    package init(_ text: String) throws(AmountError) {
        let typed = text.trimmed
        if let minutes = Self.minutes(typed) {
            self.init(number: minutes, unit: "min")
            return
        }
        let end = Self.endOfNumber(typed)
        let unit = String(typed[end...]).trimmed
        guard unit.isEmpty || Self.canBeUnit(unit) else { throw .notANumber(typed) }
        let number: DecimalNumber
        do throws(AmountError) {
            number = try DecimalNumber(typed[..<end])
        } catch .notANumber {
            // The error names the whole text, not only its number.
            throw .notANumber(typed)
        }
        self.init(number: number.value, unit: unit.isEmpty ? nil : unit)
    }

    /// True if a text is written as an amount, even if the amount is ambiguous.
    package static func isWritten(in text: String) -> Bool {
        do throws(AmountError) {
            _ = try Amount(text)
            return true
        } catch {
            guard case .ambiguous = error else { return false }
            return true
        }
    }

    /// The total minutes of a duration such as `1h30` or `1h 30min`; nil for other texts.
    private static func minutes(_ text: String) -> Double? {
        let compact = text.lowercased().filter { !$0.isWhitespace }
        let parts = compact.split(separator: "h", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...6).contains(parts[0].count), let hours = Int(parts[0]),
            hours >= 0
        else { return nil }
        var rest = parts[1]
        for suffix in ["min", "m"] where rest.hasSuffix(suffix) {
            rest = rest.dropLast(suffix.count)
            break
        }
        guard (1...2).contains(rest.count), let minutes = Int(rest), (0..<60).contains(minutes)
        else { return nil }
        return Double(hours * 60 + minutes)
    }

    /// The end of the number at the start of a text: an optional sign, digits with decimal and
    /// group signs, and an optional exponent.
    private static func endOfNumber(_ text: String) -> String.Index {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            switch text[index] {
            case "0"..."9", ".", ",": break
            case "+", "-", "\u{2212}":
                guard index == text.startIndex else { return index }
            case "e", "E":
                guard index != text.startIndex, isExponent(text[next...]) else { return index }
                return text[next...].dropFirst().firstIndex { !isDigit($0) } ?? text.endIndex
            case let character where character.isWhitespace || character == "'" || character == "’":
                let following = text[next...].drop(while: \.isWhitespace).first
                guard following.map(isDigit) == true else { return index }
            default: return index
            }
            index = next
        }
        return index
    }

    /// True if a text begins with the digits of an exponent.
    private static func isExponent(_ text: Substring) -> Bool {
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        return digits.first.map(isDigit) == true
    }

    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character)
    }

    /// True for a text without digits that begins with a letter or a sign such as `%`.
    private static func canBeUnit(_ text: String) -> Bool {
        let begins = text.first.map { $0.isLetter || "%°µμ".contains($0) } ?? false
        return begins && !text.contains(where: isDigit)
    }
}
