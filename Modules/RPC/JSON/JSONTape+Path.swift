/// A member's key, or the number of an element.
struct JSONPathKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

/// Where a token is, found only when somebody has to be told.
extension JSONTape {
    /// The keys and the numbers of elements that lead to a token, outermost first.
    func path(to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var place = 0
        while let step = step(from: place, to: index) {
            path.append(step.key)
            place = step.value
        }
        return path
    }

    /// The member or the element of a container that is or holds a token; nil when there is none.
    private func step(from container: Int, to index: Int) -> (key: JSONPathKey, value: Int)? {
        let token = tokens[container]
        let isObject = token.kind == .object
        guard isObject || token.kind == .array, container < index else { return nil }
        var place = container + 1
        for number in 0..<Int(token.count) {
            let value = isObject ? place + 1 : place
            let next = Int(tokens[value].next)
            if index < next {
                guard isObject else { return (JSONPathKey(intValue: number), value) }
                return (JSONPathKey(stringValue: (try? text(at: place)) ?? ""), value)
            }
            place = next
        }
        return nil
    }

    /// What went wrong, and where, in the words that Codable has for it.
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
