import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import PluginKit
import RPC
import Samples

/// Inputs of the targets that read files.
enum FileInputs {
    static let manifests = [
        """
        {"name": "storage", "kind": "worker", "executable": "S", "summary": "s", "version": "1.0",
         "after": ["broker"], "services": ["dayline.storage.Days"], "count": 2, "scalable": true}
        """,
        #"{"name":"x","kind":"importer","executable":"X","summary":"","version":"1","accepts":["*.x"]}"#,
    ]

    static func manifest(_ bytes: UnsafeRawBufferPointer) {
        do throws(ManifestError) {
            let manifest = try Manifest(parsing: Array(bytes), file: "plugin.json")
            guard !manifest.name.isEmpty, Manifest.countRange.contains(manifest.count) else {
                FuzzCase.fail("a manifest without a name or with an invalid count")
            }
        } catch {
            guard !error.status.message.isEmpty else { FuzzCase.fail("an error without a message") }
        }
    }

    /// An archive with two files, one of them compressed.
    static let archives = [
        Array(
            Data(
                base64Encoded: """
                    UEsDBBQAAAAAAAAAIQCpzMTfDQAAAA0AAAAFAAAAYS54bWw8SGVhbHRoRGF0YS8+UEsDBBQAAAAI\
                    AAAAIQAIO3TeEAAAAGgBAAAHAAAAZC9iLnhtbLMJSk3OL0rRt7MZZdCSAQBQSwECFAMUAAAAAAAA\
                    ACEAqczE3w0AAAANAAAABQAAAAAAAAAAAAAAgAEAAAAAYS54bWxQSwECFAMUAAAACAAAACEACDt0\
                    3hAAAABoAQAABwAAAAAAAAAAAAAAgAEwAAAAZC9iLnhtbFBLBQYAAAAAAgACAGgAAABlAAAAAAA=
                    """) ?? Data())
    ]

    /// Maximum number of unpacked bytes of one input.
    private static let unpackedLimit = 1 << 20
    private static let partsLimit = 8

    private struct StopReading: Error {}

    /// An unnamed temporary file, which disappears with the process.
    private static let file: Int32 = {
        var path = Array("/tmp/dayline-fuzz-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(&path)
        return file
    }()

    static func zip(_ bytes: UnsafeRawBufferPointer) {
        guard ftruncate(file, 0) == 0,
            pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count
        else { FuzzCase.fail("the temporary file cannot be written") }
        let job = ImportJob(
            endpoint: "", token: "", fileName: "export.zip", isFolder: false, zone: nil, zones: [],
            units: [:])
        guard let parts = try? ImportFile(descriptor: file, job: job).parts() else { return }
        var remaining = unpackedLimit
        for part in parts.prefix(partsLimit) {
            _ = try? part.read { block in
                remaining -= block.count
                if remaining < 0 { throw StopReading() }
            }
        }
    }

    static var chunks: [[UInt8]] {
        var plain = SampleColumns(
            starts: [0, 60_000, 61_000], ends: [1000, 60_000, 99_000], values: [70, 71.5, 72.25])
        let extreme = SampleColumns(
            starts: [-5, .max, .min], ends: [7, 0, -1], values: [.pi, -0.0, 1e300])
        let encoded = [ChunkCodec.encode(plain), ChunkCodec.encode(extreme)]
        plain.setAttribute(1, of: 1, to: "Europe/Paris")
        return encoded + [ChunkCodec.encode(plain), ChunkCodec.encode(SampleColumns())]
    }

    /// Decodes the bytes unchanged and with a correct checksum, so that the rest of the decoder is
    /// reached.
    /// Checks that a decoded chunk is equal after encoding and decoding.
    static func chunk(_ bytes: UnsafeRawBufferPointer) {
        // A few bytes can encode millions of equal samples, which take long.
        guard bytes.count < 8 || bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) < 4096
        else {
            return
        }
        _ = try? ChunkCodec.decode(bytes)
        guard bytes.count >= ChunkCodec.headerSize else { return }
        var sealed = Array(bytes)
        ChunkCodec.seal(&sealed)
        guard let columns = sealed.withUnsafeBytes({ try? ChunkCodec.decode($0) }) else { return }
        let again = ChunkCodec.encode(columns).withUnsafeBytes { try? ChunkCodec.decode($0) }
        guard let again, again.starts == columns.starts, again.ends == columns.ends,
            again.attributes == columns.attributes,
            again.values.map(\.bitPattern) == columns.values.map(\.bitPattern)
        else { FuzzCase.fail("a chunk differs after encoding and decoding") }
    }
}
