import JSON
import Synchronization

/// The methods that a process serves, by name.
package struct Router: Sendable {
    /// Receives the reader of a caller's items (upload) and the writer of the handler's items (stream).
    package typealias Handler =
        @Sendable (WireContent, CallContext, ItemReader, ItemWriter) async throws -> WireContent
    package typealias SynchronousHandler =
        @Sendable (WireContent, CallContext) throws -> WireContent

    package enum Implementation: Sendable {
        /// Runs in a task of its own.
        case handler(Handler)
        /// Runs on the thread that received the request.
        case answer(SynchronousHandler)
    }

    package final class Registration: Sendable {
        package let name: MethodName
        package let kind: MethodKind
        package let isRepeatable: Bool
        /// Major version of the contract.
        package let contract: UInt8
        package let access: MethodAccess
        /// Initial credit of the caller's items, for client streams.
        package let window: UInt32
        package let requestType: any WireValue.Type
        package let itemType: (any WireValue.Type)?
        package let replyType: any WireValue.Type
        package let work: Implementation
        /// True if the handler does only short work between its suspensions.
        let isShort: Bool
        private let form: RequestKeys
        /// True if the method reports on the server itself; such calls are accepted under full load.
        let isDiagnostic: Bool

        private static let diagnosticServices: Set<String> = [
            BusHealth.service, BusReflection.service, BusStatistics.service, BusTraces.service,
            BusLogging.service,
        ]

        init(
            name: MethodName, kind: MethodKind, isRepeatable: Bool, contract: UInt8,
            access: MethodAccess, window: UInt32 = 0, requestType: any WireValue.Type,
            itemType: (any WireValue.Type)? = nil, replyType: any WireValue.Type,
            isShort: Bool = false, work: Implementation
        ) {
            self.name = name
            self.kind = kind
            self.isRepeatable = isRepeatable
            self.contract = contract
            self.access = access
            self.window = window
            self.requestType = requestType
            self.itemType = itemType
            self.replyType = replyType
            self.work = work
            self.isShort = isShort
            form = RequestKeys(requestType)
            isDiagnostic = Self.diagnosticServices.contains(name.service)
        }

        /// Validates an item or a response against the schema and columns of the method.
        /// - Throws: INTERNAL if the message does not match.
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
            guard let type = isItem ? itemType : replyType else { return }
            do {
                try BodySchemas.schema(of: type).validate(message.body)
            } catch {
                throw Status(
                    .internal,
                    "\(isItem ? "An item" : "A reply") of \(name) is not as described: \(error).")
            }
        }

        /// Validates a request before its handler runs.
        /// - Throws: INVALID_ARGUMENT if the request is not valid.
        package func validate(_ request: Bytes) throws(Status) {
            try form.check(request, of: name)
        }
    }

    package private(set) var registrations: [String: Registration] = [:]
    /// Summaries and columns of the methods, for reflection.
    package var notes = MethodNote.busMethods

    package init() {}

    /// Registers the methods of `services`, with `notes` for reflection.
    package init(_ services: [any Service], notes: [MethodName: MethodNote] = [:]) {
        self.notes.merge(notes) { first, _ in first }
        for service in services { service.register(on: &self) }
    }

    /// Registers an asynchronous handler. With `isShort`, small requests are handled on the loop that
    /// received them, which saves a thread switch at each suspension.
    package mutating func handle<Request, Reply>(
        _ method: Method<Request, Reply>, isShort: Bool = false,
        with body: @escaping @Sendable (Request, CallContext) async throws -> Reply
    ) {
        handleEncoded(method, isShort: isShort) { content, context in
            let request = try Self.decode(Request.self, content, of: method.name)
            return try await body(request, context).wireContent()
        }
    }

    /// Registers a synchronous handler, which runs on the loop that received the request. `body` has to be
    /// short and free of I/O, since it delays all later messages.
    package mutating func answer<Request, Reply>(
        _ method: Method<Request, Reply>,
        with body: @escaping @Sendable (Request, CallContext) throws -> Reply
    ) {
        add(
            Registration(
                name: method.name, kind: .unary, isRepeatable: method.isRepeatable,
                contract: method.contract, access: method.access,
                requestType: Request.self, replyType: Reply.self,
                work: .answer { content, context in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try body(request, context).wireContent()
                }))
    }

    /// Registers a handler of encoded messages, for cached responses. `body` returns the content of a
    /// `Reply`, and decodes the request with ``decode(_:_:of:)`` if necessary. `isShort` has the same
    /// meaning as for other handlers.
    package mutating func handleEncoded<Request, Reply>(
        _ method: Method<Request, Reply>, isShort: Bool = false,
        with body: @escaping @Sendable (WireContent, CallContext) async throws -> WireContent
    ) {
        add(
            Registration(
                name: method.name, kind: .unary, isRepeatable: method.isRepeatable,
                contract: method.contract, access: method.access,
                requestType: Request.self, replyType: Reply.self,
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
                contract: method.contract, access: method.access,
                requestType: Request.self, itemType: Item.self,
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
                contract: method.contract, access: method.access, window: window,
                requestType: Request.self, itemType: Item.self, replyType: Reply.self,
                work: .handler { content, context, reader, _ in
                    let request = try Self.decode(Request.self, content, of: method.name)
                    return try await body(request, context, TypedItemReader(reader, method.name))
                        .wireContent()
                }))
    }

    mutating func add(_ registration: Registration) {
        let path = registration.name.description
        precondition(registrations[path] == nil, "\(path) is registered twice")
        registrations[path] = registration
    }

    /// The method of a route, ignoring its `@target`, in the major version of its contract that the caller
    /// was built for (0: any).
    func registration(at route: String, contract: UInt8) throws(Status) -> Registration {
        // Splitting the route costs more than the lookup.
        guard let registration = registrations[route] ?? registrations[Route.split(route).method]
        else {
            throw Status(
                .unimplemented, "There is no method \(Route.split(route).method).",
                hint: "List the methods with: dayline services")
        }
        guard contract == 0 || contract == registration.contract else {
            throw Status(
                .failedPrecondition,
                "\(registration.name.service) has version \(registration.contract) here, "
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
                hint: "Show the schema with: dayline services \(method.service)")
        } catch {
            throw Status(.invalidArgument, "\(method) cannot read its message: \(error).")
        }
    }
}
