import Contracts
import Dispatch
import IngestionService
import RPC
import Synchronization

/// Inputs of the targets that read batches and sample edits.
enum IngestionInputs {
    /// The JSON of a batch, a line feed, and samples of 32 bytes each.
    static let batches: [[UInt8]] = [
        seed(
            #"{"series":[{"isCounted":true,"key":{"metric":"stepCount","unit":"count","source":"S","sourceKey":"S","device":"","isEntered":false,"resolution":"raw"}}],"texts":["UTC"],"rows":[],"quarantined":[],"ignored":{"A":2},"problems":[],"ignoredMetadata":{},"bytesRead":10,"bytesTotal":20,"offsets":[]}"#,
            samples: 3),
        seed(
            #"{"series":[],"texts":[],"rows":[],"quarantined":[{"type":"A","offset":7,"line":1,"reason":"r","text":"t"}],"ignored":{"A":4611686018427387904,"B":4611686018427387904},"problems":[{"offset":1,"line":1,"reason":"r","count":9223372036854775807}],"ignoredMetadata":{"k":1},"bytesRead":9223372036854775807,"bytesTotal":-1,"offsets":[{"day":"2026-01-01","seconds":3600}],"isTruncated":true}"#,
            samples: 0),
    ]

    private static func seed(_ body: String, samples: Int) -> [UInt8] {
        var bytes = Array((body + "\n").utf8)
        for sample in 0..<samples {
            for number in [Int64(1) << 32, 1_767_225_600_000, 1_767_225_660_000] {
                withUnsafeBytes(of: (number + Int64(sample) * 60_000).littleEndian) {
                    bytes += $0
                }
            }
            withUnsafeBytes(of: Double(sample).bitPattern.littleEndian) { bytes += $0 }
        }
        return bytes
    }

    /// Checks that a batch sent twice is rejected, or that its counts balance and nothing is stored
    /// twice.
    static func batch(_ bytes: UnsafeRawBufferPointer) {
        guard let packet = packet(bytes) else { return }
        guard let counts = Outcome().run({ try await BatchTrial.counts(of: [packet]) }) else {
            return
        }
        check(counts)
        guard let twice = Outcome().run({ try await BatchTrial.counts(of: [packet, packet]) })
        else {
            return
        }
        check(twice)
        for (type, counts) in counts where (twice[type]?.stored ?? 0) < counts.stored {
            FuzzCase.fail("a batch sent twice stores less than once")
        }
    }

    static let edits: [[UInt8]] = [
        #"{"ref":"1.loyw3v28.0.1z","value":5,"unit":"kg"}"#,
        #"{"ref":"9223372036854775807.-1y2p0ij32e8e8.1y2p0ij32e8e7.3w5e11264sgsf"}"#,
    ].map { Array($0.utf8) }

    /// Checks that a parsed reference is equal after formatting and parsing.
    static func edit(_ bytes: UnsafeRawBufferPointer) {
        guard
            let request = try? JSONBody.decode(
                SampleEdits.EditRequest.self, from: Bytes(copying: bytes))
        else { return }
        guard let again = try? SampleReference(text: request.ref.text),
            again.text == request.ref.text
        else { FuzzCase.fail("a reference differs after formatting and parsing") }
    }

    private static func check(_ counts: [String: ImportReport.Counts]) {
        for entry in counts.values {
            guard entry.read == entry.stored + entry.duplicate + entry.quarantined + entry.ignored,
                [entry.stored, entry.duplicate, entry.quarantined, entry.ignored].allSatisfy({
                    $0 >= 0
                })
            else { FuzzCase.fail("the counts do not balance") }
        }
    }

    /// The batch and its columns; nil if the bytes have no valid batch.
    private static func packet(_ bytes: UnsafeRawBufferPointer) -> Packet<Batches.Batch>? {
        let body = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(body.count + 1))
        let bodyBytes = Bytes(copying: UnsafeRawBufferPointer(rebasing: body))
        guard let batch = try? JSONBody.decode(Batches.Batch.self, from: bodyBytes) else {
            return nil
        }
        let samples = rest.count / 32
        guard samples > 0 else { return Packet(batch, columns: []) }
        func integer<Integer: FixedWidthInteger>(
            _ sample: Int, _ offset: Int, _: Integer.Type
        ) -> Integer {
            Integer(
                littleEndian: rest.loadUnaligned(
                    fromByteOffset: sample * 32 + offset, as: Integer.self))
        }
        let all = 0..<samples
        return Packet(
            batch,
            columns: [
                Column("series", all.map { integer($0, 0, Int32.self) }),
                Column("length", all.map { integer($0, 4, Int32.self) }),
                Column("start", all.map { integer($0, 8, Int64.self) }),
                Column("end", all.map { integer($0, 16, Int64.self) }),
                Column("value", all.map { Double(bitPattern: integer($0, 24, UInt64.self)) }),
            ])
    }

    /// The result of a task for which a thread waits.
    private final class Outcome<Value: Sendable>: Sendable {
        private let result = Mutex<Value?>(nil)
        private let isOver = DispatchSemaphore(value: 0)

        func run(_ body: @escaping @Sendable () async throws -> Value) -> Value? {
            Task.detached {
                do {
                    let value = try await body()
                    self.result.withLock { $0 = value }
                } catch {
                    guard !Status(describing: error).message.isEmpty else {
                        FuzzCase.fail("a refusal without a word")
                    }
                }
                self.isOver.signal()
            }
            isOver.wait()
            return result.withLock { $0 }
        }
    }
}
