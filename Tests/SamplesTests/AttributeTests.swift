import Randomness
import Samples
import Testing

struct AttributeTests {
    @Test func `entries of many samples are set like one by one`() {
        var random = SplitMix64(seed: 5)
        let texts = ["a", "b", "c", "a"]
        var samples: [Int32] = []
        var kinds: [Int32] = []
        var indices: [Int32] = []
        var bulk = SampleColumns()
        for index in 0..<300 {
            bulk.append(start: Int64(index), end: Int64(index), value: 1)
            for kind in 0..<2 as Range<Int32> where random.next() % 3 == 0 {
                samples.append(Int32(index))
                kinds.append(kind)
                indices.append(Int32(random.next() % 4))
            }
        }
        var single = bulk
        for entry in samples.indices {
            single.setAttribute(
                UInt8(kinds[entry]), of: Int(samples[entry]), to: texts[Int(indices[entry])])
        }

        samples.withUnsafeBufferPointer { samples in
            kinds.withUnsafeBufferPointer { kinds in
                indices.withUnsafeBufferPointer { indices in
                    var entries = AttributeEntries(
                        samples: samples, kinds: kinds, textIndices: indices, texts: texts)
                    bulk.set(entries.removePrefix(before: 100), shift: 0)
                    bulk.set(entries.removePrefix(before: 100), shift: 0)
                    bulk.set(entries.removePrefix(before: 300), shift: 0)
                }
            }
        }

        bulk.normalize()
        single.normalize()
        #expect(bulk == single)
        #expect(bulk.attributes.count == 2)
    }

    @Test func `samples that come later have no text until they get one`() {
        var columns = SampleColumns(starts: [1], ends: [1], values: [1])
        columns.setAttribute(2, of: 0, to: "x")

        columns.append(start: 2, end: 2, value: 2)

        #expect(columns.attributes[0].codes == [1, 0])
        #expect(columns.attributes[0].text(at: 1) == nil)
    }
}
