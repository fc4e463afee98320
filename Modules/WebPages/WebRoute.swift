/// The handler of the requests with a method and a path.
package struct WebRoute: Sendable {
    /// The HTTP method of a request.
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    package let method: Method
    /// Such as `/day/:date/log`.
    package let path: String
    package let handle: @Sendable (WebRequest) async throws -> WebReply

    package init(
        _ method: Method, _ path: String,
        _ handle: @escaping @Sendable (WebRequest) async throws -> WebReply
    ) {
        self.method = method
        self.path = path
        self.handle = handle
    }
}
