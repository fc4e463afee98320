import Testing

@testable import StorageService

@Suite struct ComputedAheadTests {
    private struct Damage: Error {}

    @Test(arguments: [0, 1, 2, 9])
    func `values arrive in their order`(count: Int) throws {
        var ahead = ComputedAhead(count: count) { $0 * 2 }
        var values: [Int] = []

        while let value = try ahead.next() { values.append(value) }

        #expect(values == (0..<count).map { $0 * 2 })
    }

    @Test func `the error of a computation is thrown instead of its value`() throws {
        var ahead = ComputedAhead(count: 3) { index in
            guard index != 1 else { throw Damage() }
            return index
        }

        let first = try ahead.next()

        #expect(first == 0)
        #expect(throws: Damage.self) { _ = try ahead.next() }
    }
}
