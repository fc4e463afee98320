import RPC

/// One method under one verb of HTTP.
struct OpenAPIOperation: Encodable {
    private static let fileType = "application/octet-stream"
    private static let jsonType = "application/json"

    let operationId: String
    let tags: [String]
    let summary: String?
    /// The scope that a token needs; a session has all.
    let security: [[String: [String]]]
    let parameters: [Parameter]?
    let requestBody: RequestBody?
    let responses: [String: OpenAPIResponse]

    /// The operation of GET if `isQuery` is true, else that of POST.
    init(_ method: APIMethod, isQuery: Bool) {
        let description = method.description
        operationId = "\(method.name.service).\(method.name.method)\(isQuery ? ".get" : "")"
        tags = [method.name.service]
        summary = description.summary
        security = [["token": [method.scope.rawValue]], ["session": []]]
        let isInQuery = isQuery || method.hasFileRequest
        let parameters =
            (isInQuery ? method.properties.map { Parameter($0) } : [])
            + (description.isRepeatable ? [] : [Parameter.idempotencyKey])
        self.parameters = parameters.isEmpty ? nil : parameters
        requestBody =
            if isQuery {
                nil
            } else if method.hasFileRequest {
                RequestBody(required: true, content: [Self.fileType: OpenAPIMedia(schema: nil)])
            } else {
                RequestBody(
                    required: method.properties.contains(where: \.isRequired),
                    content: [
                        Self.jsonType: OpenAPIMedia(
                            schema: OpenAPISchema(
                                method.requestSchema, description.columns?.request,
                                isRequest: true))
                    ])
            }
        responses = ["200": Self.success(method), "default": .reference]
    }

    private static func success(_ method: APIMethod) -> OpenAPIResponse {
        let columns = method.description.columns
        let reply = OpenAPISchema(method.description.reply, columns?.reply)
        guard method.description.kind == .serverStream, let item = method.description.item else {
            return .content("The reply.", [jsonType: OpenAPIMedia(schema: reply)])
        }
        guard !method.hasFileResponse else {
            return .content("The bytes of a file.", [fileType: OpenAPIMedia(schema: nil)])
        }
        return .content(
            "A line of JSON for each item, then the response; a failure is the last line.",
            [
                "application/x-ndjson": OpenAPIMedia(
                    schema: .anyOf([OpenAPISchema(item, columns?.item), reply]))
            ])
    }

    static let error = OpenAPIResponse.content(
        "The failure: a code, a sentence for people, and a remedy.",
        [
            jsonType: OpenAPIMedia(
                schema: .closed(
                    .object([
                        .init(
                            "error",
                            .object([
                                .init("code", .string, isRequired: true),
                                .init("message", .string, isRequired: true),
                                .init("hint", .string, isRequired: false),
                            ]), isRequired: true)
                    ])))
        ])

    struct Parameter: Encodable {
        private enum CodingKeys: String, CodingKey {
            case name, required, description, schema
            case location = "in"
        }

        let name: String
        let location: String
        let required: Bool
        let description: String?
        let schema: JSONSchema

        init(_ property: JSONSchema.Property, location: String = "query") {
            name = property.name
            self.location = location
            required = property.isRequired
            description = property.description
            schema = property.schema
        }

        static let idempotencyKey = Self(
            JSONSchema.Property(
                "Idempotency-Key", .string, isRequired: false,
                description:
                    "1 to 128 ASCII characters without spaces; a request with the same key is executed once."
            ), location: "header")
    }

    struct RequestBody: Encodable {
        let required: Bool
        let content: [String: OpenAPIMedia]
    }
}

/// A response, by its content or by reference to the one of all failures.
enum OpenAPIResponse: Encodable {
    case content(_ description: String, [String: OpenAPIMedia])
    case reference

    private enum Key: String, CodingKey {
        case description, content
        case reference = "$ref"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .content(let description, let content):
            try container.encode(description, forKey: .description)
            try container.encode(content, forKey: .content)
        case .reference:
            try container.encode("#/components/responses/Error", forKey: .reference)
        }
    }
}

/// The content of a body of one media type. Nil: bytes without a schema.
struct OpenAPIMedia: Encodable {
    let schema: OpenAPISchema?
}
