import RPC

/// The OpenAPI 3.1 document of the API, generated from the descriptions of the methods.
struct OpenAPIDocument: Encodable {
    let openapi = "3.1.0"
    let info = Info()
    let servers = [Server()]
    let tags: [Tag]
    let paths: [String: PathItem]
    let components = Components()

    init(of methods: [APIMethod]) {
        tags = Set(methods.map(\.name.service)).sorted().map(Tag.init)
        paths = Dictionary(
            methods.map { ("/\($0.name.description)", PathItem($0)) }, uniquingKeysWith: { $1 })
    }

    struct Info: Encodable {
        let title = "Dayline"
        let version = "1"
        let description = """
            The methods of Dayline. Days are YYYY-MM-DD. Absent values are left out. The scope that a \
            token needs is in the security requirement of each operation. On a read-only replica, \
            responses have the header Dayline-As-Of: the time that the data is as of.
            """
    }

    struct Server: Encodable {
        let url = APIServer.path
    }

    struct Tag: Encodable {
        let name: String
    }

    struct PathItem: Encodable {
        let get: OpenAPIOperation?
        let post: OpenAPIOperation

        init(_ method: APIMethod) {
            get = method.isQuery ? OpenAPIOperation(method, isQuery: true) : nil
            post = OpenAPIOperation(method, isQuery: false)
        }
    }

    struct Components: Encodable {
        let securitySchemes = SecuritySchemes()
        let responses = ["Error": OpenAPIOperation.error]
    }

    struct SecuritySchemes: Encodable {
        let token = SecurityScheme(type: "http", scheme: "bearer")
        let session = SecurityScheme(type: "apiKey", location: "cookie", name: SessionCookie.name)
    }

    struct SecurityScheme: Encodable {
        private enum CodingKeys: String, CodingKey {
            case type, scheme, name
            case location = "in"
        }

        let type: String
        var scheme: String?
        var location: String?
        var name: String?
    }
}
