import Contracts
import Dispatch
import FoundationEssentials
import Glibc
import RPC
import ZeroMQ
import ZeroMQTransport

/// An importer's connection to the ingestion worker that started it.
struct IngestionConnection {
    private let job: ImportJob
    private let client: Client

    /// Reads the job from `descriptor` and connects in the background.
    init(descriptor: Int32) throws {
        job = try JSONDecoder().decode(ImportJob.self, from: try Self.content(of: descriptor))
        let endpoint = try Endpoint(parsing: job.endpoint)
        client = Client(
            BusConnection(endpoint: endpoint, loop: try Loop(), connectTimeout: .seconds(2)))
    }

    /// Runs `read` on this thread while tasks send its batches.
    /// - Returns: True if the ingestion worker accepted all batches.
    func run(_ read: (ImportJob, inout SampleBatches) throws -> Void) -> Bool {
        let queue = BatchQueue()
        let upload = Upload(client: client, token: job.token, queue: queue)
        upload.start()
        var batches = SampleBatches(units: job.units, sink: queue.append)
        do {
            try read(job, &batches)
            try batches.flush()
        } catch {
            // A closed connection has no receiver for the failure.
            let failure = Batches.Batch(failure: Status(describing: error))
            if queue.isOpen { try? queue.append(Packet(failure, columns: [])) }
        }
        queue.finish()
        return upload.wait()
    }

    private static func content(of descriptor: Int32) throws -> Data {
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            guard count > 0 else {
                throw ImportProblem("Descriptor \(descriptor) has no job (error \(errno)).")
            }
            content.append(contentsOf: buffer[..<count])
        }
    }
}

/// Sends the batches of a queue, and records the outcome.
private final class Upload: Sendable {
    private let client: Client
    private let token: String
    private let queue: BatchQueue
    private let end = DispatchSemaphore(value: 0)

    init(client: Client, token: String, queue: BatchQueue) {
        self.client = client
        self.token = token
        self.queue = queue
    }

    func start() {
        Task.detached { [self] in
            do {
                _ = try await client.upload(
                    Batches.push, Batches.PushRequest(token: token), CallOptions(deadline: .never)
                ) { [queue] writer in
                    while let batch = await queue.next() { try await writer.send(batch) }
                }
            } catch {
                queue.close(error)
            }
            end.signal()
        }
    }

    /// Blocks until the call has ended.
    /// - Returns: True if the call succeeded.
    func wait() -> Bool {
        end.wait()
        return queue.isOpen
    }
}
