import Synchronization

/// The methods that a process offers, by their name on the wire.
package struct Router: Sendable {
    /// Takes the reader of a caller's items (upload) and the writer of the handler's items (stream).
    package typealias Handler =
        @Sendable (WireContent, CallContext, ItemReader, ItemWriter) async throws -> WireContent
    package typealias SynchronousHandler =
        @Sendable (WireContent, CallContext) throws -> WireContent

    package enum Implementation: Sendable {
        /// Runs as a task of its own.
        case handler(Handler)
        /// Runs where the request came in.
        case answer(SynchronousHandler)
    }

    package final class Registration: Sendable {
        package let name: MethodName
        package let kind: MethodKind
        package let isRepeatable: Bool
        /// Major version of the contract.
        package let contract: UInt8
        /// Items of the caller that may be on their way, for client streams.
        package let window: UInt32
        package let requestType: any WireValue.Type
        package let itemType: (any WireValue.Type)?
        package let replyType: any WireValue.Type
        package let work: Implementation
        /// What its handler does between its waits is short.
        let isShort: Bool
        private let form: RequestKeys
        private let schemas = Mutex<(reply: JSONSchema, item: JSONSchema?)?>(nil)
        /// It asks how the server is doing, which can be asked when it does not do well.
        let isDiagnostic: Bool

        private static let diagnosticServices: Set<String> = [
            BusHealth.service, BusReflection.service, BusStatistics.service,
        ]

        init(
            name: MethodName, kind: MethodKind, isRepeatable: Bool, contract: UInt8,
            window: UInt32 = 0, requestType: any WireValue.Type,
            itemType: (any WireValue.Type)? = nil, replyType: any WireValue.Type,
            isShort: Bool = false, work: Implementation
        ) {
            self.name = name
            self.kind = kind
            self.isRepeatable = isRepeatable
            self.contract = contract
            self.window = window
            self.requestType = requestType
            self.itemType = itemType
            self.replyType = replyType
            self.work = work
            self.isShort = isShort
            form = RequestKeys(requestType)
            isDiagnostic = Self.diagnosticServices.contains(name.service)
        }

        /// Holds an item or a reply against the method's description.
        /// - Throws: INTERNAL when the message is of another form.
        func checkForm(
            of message: WireContent, isItem: Bool, _ note: MethodNote?
        ) throws(Status) {
            let columns = isItem ? note?.item : note?.reply
            for column in message.columns {
                guard let columns else { break }
                if columns.contains(where: { $0.name == column.name && $0.type == column.type }) {
                    continue
                }
                throw Status(
                    .internal, "\(name) does not describe its column \"\(column.name)\".")
            }
            let (reply, item) = schemas.withLock { schemas in
                let known =
                    schemas
                    ?? (
                        JSONSchema(of: replyType.bodyType),
                        itemType.map { JSONSchema(of: $0.bodyType) }
                    )
                schemas = known
                return known
            }
            do {
                try (isItem ? item : reply)?.validate(message.body)
            } catch {
                throw Status(
                    .internal,
                    "\(isItem ? "An item" : "A reply") of \(name) is not as described: \(error).")
            }
        }

        /// Validates a request, before its handler runs.
        /// - Throws: INVALID_ARGUMENT.
        package func validate(_ request: Bytes) throws(Status) {
            try form.check(request, of: name)
        }
    }

    package private(set) var registrations: [String: Registration] = [:]
    /// What the methods do, for those who ask.
    package var notes = MethodNote.busMethods

    package init() {}

    /// The methods of `services`; `notes` say what they do.
    package init(_ services: [any Service], notes: [MethodName: MethodNote] = [:]) {
        self.notes.merge(notes) { first, _ in first }
        for service in services { service.register(on: &self) }
    }

    /// A handler that `isShort` between its waits runs on the loop that the request came in on, unless
    /// the request is large: it is spared the way to another thread and back at each of them.
    package mutating func handle<Request, Reply>(
        _ method: Method<Request, Reply>, isShort: Bool = false,
        with body: @escaping @Sendable (Request, CallContext) async throws -> Reply
    ) {
        add(
            Registration(
                name: method.name, kind: .unary, isRepeatable: method.isRepeatable,
                contract: method.contract, requestType: Request.self, replyType: Reply.self,
                isShort: isShort,
                work: .handler { content, context, _, _ in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try await body(request, context).wireContent()
                }))
    }

    /// A method that is answered at once, on the loop that the request came in on: `body` is short and
    /// free of I/O, or everything behind it waits.
    package mutating func answer<Request, Reply>(
        _ method: Method<Request, Reply>,
        with body: @escaping @Sendable (Request, CallContext) throws -> Reply
    ) {
        add(
            Registration(
                name: method.name, kind: .unary, isRepeatable: method.isRepeatable,
                contract: method.contract, requestType: Request.self, replyType: Reply.self,
                work: .answer { content, context in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try body(request, context).wireContent()
                }))
    }

    /// A handler of messages as they travel, for answers that are kept encoded. What `body` returns is
    /// a `Reply`, and it decodes the request with ``decode(_:_:of:)`` when it has to look into it.
    /// One that `isShort` runs as above.
    package mutating func handleEncoded<Request, Reply>(
        _ method: Method<Request, Reply>, isShort: Bool = false,
        with body: @escaping @Sendable (WireContent, CallContext) async throws -> WireContent
    ) {
        add(
            Registration(
                name: method.name, kind: .unary, isRepeatable: method.isRepeatable,
                contract: method.contract, requestType: Request.self, replyType: Reply.self,
                isShort: isShort,
                work: .handler { content, context, _, _ in try await body(content, context) }))
    }

    package mutating func handle<Request, Item, Reply>(
        _ method: StreamMethod<Request, Item, Reply>,
        with body:
            @escaping @Sendable (
                Request, CallContext, TypedItemWriter<Item>
            ) async throws -> Reply
    ) {
        add(
            Registration(
                name: method.name, kind: .serverStream, isRepeatable: method.isRepeatable,
                contract: method.contract, requestType: Request.self, itemType: Item.self,
                replyType: Reply.self,
                work: .handler { content, context, _, writer in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try await body(request, context, TypedItemWriter(writer)).wireContent()
                }))
    }

    package mutating func handle<Request, Item, Reply>(
        _ method: UploadMethod<Request, Item, Reply>, window: UInt32 = 4,
        with body:
            @escaping @Sendable (
                Request, CallContext, TypedItemReader<Item>
            ) async throws -> Reply
    ) {
        add(
            Registration(
                name: method.name, kind: .clientStream, isRepeatable: false,
                contract: method.contract, window: window,
                requestType: Request.self, itemType: Item.self, replyType: Reply.self,
                work: .handler { content, context, reader, _ in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try await body(request, context, TypedItemReader(reader, method.name))
                        .wireContent()
                }))
    }

    private mutating func add(_ registration: Registration) {
        let path = registration.name.description
        precondition(registrations[path] == nil, "\(path) is registered twice")
        registrations[path] = registration
    }

    /// The method that a request's route names, `@target` aside, if it is there in the major version
    /// that the caller was built for (0: any).
    func registration(at route: String, contract: UInt8) throws(Status) -> Registration {
        // Taking it apart costs more than finding it.
        guard let registration = registrations[route] ?? registrations[Route.split(route).method]
        else {
            throw Status(
                .unimplemented, "There is no method \(Route.split(route).method).",
                hint: "See what there is with: dayline services")
        }
        guard contract == 0 || contract == registration.contract else {
            throw Status(
                .failedPrecondition,
                "\(registration.name.service) is spoken in version \(registration.contract) here, "
                    + "and the caller was built for version \(contract).",
                hint: "Install both from the same release, then: dayline restart")
        }
        return registration
    }

    package static func decode<Value: WireValue>(
        _ type: Value.Type, _ content: WireContent, of method: MethodName
    ) throws(Status) -> Value {
        do {
            return try Value(wireContent: content)
        } catch let status as Status {
            throw status
        } catch let fault as JSONFault {
            throw Status.notJSON(fault, method)
        } catch let error as DecodingError {
            throw Status(
                .invalidArgument, "\(method) cannot read its message: \(error.summary).",
                hint: "See its form with: dayline services \(method.service)")
        } catch {
            throw Status(.invalidArgument, "\(method) cannot read its message: \(error).")
        }
    }
}
