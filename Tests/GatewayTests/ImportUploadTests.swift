import Contracts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Synchronization
import Testing
import Uploads

@testable import Gateway

/// Files that the page of imports sends as a form.
@Suite final class ImportUploadTests {
    private let spool = Spool(folder: NSTemporaryDirectory() + "dl-uploads-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(atPath: spool.folder) }

    /// Imports of a bus in this process.
    private final class ImportedUploads: Service {
        let spool: Spool
        /// The profile, the name, the content and the permissions of each imported file.
        let done = Mutex<[[String]]>([])

        init(_ spool: Spool) {
            self.spool = spool
        }

        func register(on router: inout RPC.Router) {
            router.handle(Settings.list) { _, _ in Settings.ListResponse(values: [:]) }
            router.handle(Imports.run) { request, context, _ in
                let path = try self.spool.path(of: request.upload ?? "")
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                let content = try String(contentsOfFile: path, encoding: .utf8)
                self.done.withLock {
                    $0.append([context.profile, request.name ?? "", content, "\(mode ?? "")"])
                }
                return ImportReport(
                    id: 7, importer: "", file: "", bytes: 0, seconds: 0, byType: [:], problems: [],
                    ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 1)
            }
        }
    }

    private func receive(_ body: String, by imports: ImportedUploads) async throws -> String {
        let upload = ImportUpload(
            bus: Client(inProcess: imports), spool: spool, profile: "kim", formToken: "t")
        return try await upload.receive(
            Hummingbird.Request(
                head: HTTPRequest(
                    method: .post, scheme: "http", authority: "127.0.0.1", path: "/import",
                    headerFields: [.contentType: "multipart/form-data; boundary=b"]),
                body: RequestBody(buffer: ByteBuffer(string: body))))
    }

    private static let token =
        "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nt\r\n"
    private static let file =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nx,y\n1,2\n"

    @Test func `a file of the form is imported from a private file of the spool`() async throws {
        let imports = ImportedUploads(spool)

        let path = try await receive(Self.token + Self.file + "\r\n--b--\r\n", by: imports)

        #expect(path == "/import/7")
        #expect(
            imports.done.withLock { $0 } == [["kim", "a.csv", "x,y\n1,2\n", "\(0o600)"]])
    }

    @Test(arguments: [token + file, file + "\r\n--b--\r\n"])
    func `a form without its end or token leaves no file in the spool`(body: String) async throws {
        let imports = ImportedUploads(spool)

        await #expect(throws: Status.self) { try await receive(body, by: imports) }

        let names = try? FileManager.default.contentsOfDirectory(atPath: spool.folder)
        #expect((names ?? []).isEmpty)
        #expect(imports.done.withLock { $0.isEmpty })
    }
}
