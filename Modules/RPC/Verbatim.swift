/// A message that is forwarded without decoding it.
package struct Verbatim<Value: WireValue>: WireValue {
    package var content: WireContent

    package init(wireContent: WireContent) {
        content = wireContent
    }

    package func wireContent() -> WireContent { content }

    package static var bodyType: any Codable.Type { Value.bodyType }

    /// Decodes the message.
    package func value() throws(Status) -> Value {
        do {
            return try Value(wireContent: content)
        } catch {
            throw Status(describing: error)
        }
    }
}

extension Method {
    /// The same method with an undecoded response.
    package var verbatim: Method<Request, Verbatim<Reply>> {
        Method<Request, Verbatim<Reply>>(
            name.service, name.method, repeatable: isRepeatable, contract: contract)
    }
}
