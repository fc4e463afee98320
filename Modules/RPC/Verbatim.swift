/// A message that is passed on as it is, for who need not look into it.
package struct Verbatim<Value: WireValue>: WireValue {
    package var content: WireContent

    package init(wireContent: WireContent) {
        content = wireContent
    }

    package func wireContent() -> WireContent { content }

    package static var bodyType: any Codable.Type { Value.bodyType }

    /// What the message says.
    package func value() throws(Status) -> Value {
        do {
            return try Value(wireContent: content)
        } catch {
            throw Status(describing: error)
        }
    }
}

extension Method {
    /// The same method, of which the caller takes the reply as it comes.
    package var verbatim: Method<Request, Verbatim<Reply>> {
        Method<Request, Verbatim<Reply>>(
            name.service, name.method, repeatable: isRepeatable, contract: contract)
    }
}
