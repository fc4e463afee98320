import Samples
import Testing

struct ContentHashTests {
    private let columns = SampleColumns(
        starts: [1000, 2000, 3000], ends: [1500, 2500, 3500], values: [1, 2, 3])

    @Test func `the hash never changes`() {
        let hash = ContentHash(columns)

        #expect(hash == ContentHash(high: 0x6b85_2b7a_6a7c_9db1, low: 0x8d97_cd7d_9a84_56ce))
    }

    @Test func `a change of any column changes the hash`() {
        var changed = [columns, columns, columns, columns, columns]
        changed[0].starts[1] += 1
        changed[1].ends[2] -= 1
        changed[2].values[0] = 1.000000001
        changed[3].setAttribute(1, of: 0, to: "2")
        changed[4].append(start: 4000, end: 4000, value: 4)

        #expect(Set((changed + [columns]).map(ContentHash.init)).count == 6)
    }

    @Test func `normal columns with texts of another order have the same hash`() {
        var a = columns
        a.setAttribute(1, of: 0, to: "x")
        a.setAttribute(1, of: 1, to: "y")
        var b = columns
        b.setAttribute(1, of: 1, to: "y")
        b.setAttribute(1, of: 0, to: "x")
        #expect(a != b)

        a.normalize()
        b.normalize()

        #expect(a == b)
        #expect(ContentHash(a) == ContentHash(b))
    }
}
