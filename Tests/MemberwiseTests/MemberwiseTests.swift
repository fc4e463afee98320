import Memberwise
import Testing

struct MemberwiseTests {
    @Memberwise
    struct Page {
        let version = 1
        let name: String
        private(set) var limit = 10
        var order: [String] = []
        var note: String? = nil
        var width, height: Int
        var area: Int { width * height }
        static let empty = Page(name: "", width: 0, height: 0)
    }

    @Test func `an initial value of a variable is the default argument`() {
        let page = Page(name: "a", width: 2, height: 3)

        #expect((page.version, page.name, page.limit) == (1, "a", 10))
        #expect((page.order, page.note, page.area) == ([], nil, 6))
    }

    @Test func `the initialiser sets every property in order of declaration`() {
        let page = Page(name: "a", limit: 1, order: ["b"], note: "c", width: 2, height: 3)

        #expect((page.name, page.limit, page.order, page.note) == ("a", 1, ["b"], "c"))
    }

    @Memberwise
    struct Callback<Value> {
        let run: @Sendable (Int) -> Value
        let end: (() -> Void)?
    }

    @Test func `a parameter of a function type escapes`() {
        let callback = Callback(run: { $0 + 1 }, end: nil)

        #expect(callback.run(1) == 2)
    }
}
