/// Titles for keys of metrics, settings and elements.
enum KeyTitle {
    /// The words of a key with a capital letter, such as `Heart rate` for `heartRate`. Words in
    /// capital letters are unchanged.
    static func title(_ key: String) -> String {
        var words: [String] = []
        var word = ""
        var wasSmall = false
        for character in key {
            if character.isUppercase, wasSmall {
                words.append(word)
                word = ""
            }
            word.append(character)
            wasSmall = character.isLowercase || character.isNumber
        }
        words.append(word)
        return words.enumerated().map { index, word in
            if word.count > 1, !word.contains(where: \.isLowercase) { return word }
            return index == 0
                ? word.prefix(1).uppercased() + word.dropFirst() : word.lowercased()
        }.joined(separator: " ")
    }
}
