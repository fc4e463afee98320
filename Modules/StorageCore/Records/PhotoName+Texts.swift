package import Contracts

extension PhotoName {
    private static let length = 68

    /// The names of stored photos within a JSON text, where each is a string.
    package static func names(in text: String) -> [String] {
        text.split(separator: "\"").filter { $0.utf8.count == length }
            .compactMap { PhotoName(String($0))?.text }
    }
}
