/// A member's key or the index of an element.
package struct JSONPathKey: CodingKey {
    package var stringValue: String
    package var intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// Paths of tokens, computed only for error messages.
extension JSONTape {
    /// The keys and element indices that lead to a token, outermost first.
    package func path(to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var position = 0
        while let step = step(from: position, to: index) {
            path.append(step.key)
            position = step.value
        }
        return path
    }

    /// The member or element of a container that contains a token; nil if none does.
    private func step(from container: Int, to index: Int) -> (key: JSONPathKey, value: Int)? {
        let token = tokens[container]
        let isObject = token.kind == .object
        guard isObject || token.kind == .array, container < index else { return nil }
        var position = container + 1
        for number in 0..<Int(token.count) {
            let value = isObject ? position + 1 : position
            let next = Int(tokens[value].next)
            if index < next {
                guard isObject else { return (JSONPathKey(intValue: number), value) }
                return (JSONPathKey(stringValue: (try? text(at: position)) ?? ""), value)
            }
            position = next
        }
        return nil
    }

    /// The mismatch as the corresponding error of Codable.
    func error(_ mismatch: Mismatch) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path(to: mismatch.index), debugDescription: "")
        return switch mismatch.problem {
        case .type(let type) where tokens[mismatch.index].kind == .null:
            .valueNotFound(type, context)
        case .type(let type): .typeMismatch(type, context)
        case .missing(let key): .keyNotFound(key, context)
        case .number, .text: .dataCorrupted(context)
        }
    }
}
