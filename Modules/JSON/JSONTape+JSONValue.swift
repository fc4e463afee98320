extension JSONTape {
    /// The whole text as a value. If an object has a key twice, the later value counts.
    /// - Throws: The fault of a number beyond the range of `Double`.
    package func json() throws(JSONFault) -> JSONValue {
        do {
            return try json(at: 0)
        } catch {
            throw JSONFault(.number, at: Int(tokens[error.index].start))
        }
    }

    func json(at index: Int) throws(Mismatch) -> JSONValue {
        switch tokens[index].kind {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .whole:
            if let whole: Int64 = try? integer(at: index) { return .integer(whole) }
            return JSONValue(try double(at: index))
        case .fraction: return JSONValue(try double(at: index))
        case .text, .escaped: return .string(try text(at: index))
        case .array:
            var array: [JSONValue] = []
            var element = index + 1
            for _ in 0..<tokens[index].count {
                array.append(try json(at: element))
                element = Int(tokens[element].next)
            }
            return .array(array)
        case .object:
            var object: JSONObject = [:]
            try forEachMember(of: index) { key, value throws(Mismatch) in
                object[try text(at: key)] = try json(at: value)
            }
            return .object(object)
        }
    }
}
