import Contracts
import RPC

/// The route of the search.
package enum SearchRoutes {
    package static let routes: [WebRoute] = [
        WebRoute(.get, "/search") { .page(try await page($0)) }
    ]

    private static func page(_ request: WebRequest) async throws -> Page {
        let text = request.query["q"] ?? ""
        guard !text.allSatisfy(\.isWhitespace) else {
            return SearchPage(text: "", outcome: .success(nil)).page
        }
        do throws(Status) {
            let response = try await request.call(
                Journal.search, Journal.SearchRequest(text: text))
            return SearchPage(text: text, outcome: .success(response.results)).page
        } catch {
            guard error.code == .invalidArgument else { throw error }
            return SearchPage(text: text, outcome: .failure(error)).page
        }
    }
}
