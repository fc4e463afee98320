import CXXHash
import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC
import StorageCore

/// Copies of the database in other homes: the calls of their storage workers.
extension StorageService {
    func registerReplication(on router: inout Router) {
        router.handle(Replication.begin) { [self] request, _ in
            try await checkEpoch(request.epoch)
            return try await beginReplication()
        }
        router.handle(Replication.hashes) { [self] request, _, writer in
            try await sendHashes(request, to: writer)
        }
        router.handle(Replication.blocks) { [self] request, _, writer in
            try await sendBlocks(request, to: writer)
        }
        router.handle(Replication.changes) { [self] request, _, writer in
            try await checkEpoch(request.epoch)
            return try await sendChanges(request, to: writer)
        }
        router.handle(Replication.photoNames) { [self] request, _ in
            photoNames(after: request.after)
        }
        router.handle(Replication.photo) { [self] request, _, writer in
            try await sendPhoto(request.file, to: writer)
        }
        router.handle(Replication.supersede) { [self] request, _ in
            try await supersede(request)
        }
        router.handle(Replication.state) { [replication] _, _ in
            let file = replication.value
            return Replication.StateResponse(
                role: file.superseded == nil ? .primary : .superseded, epoch: file.epoch,
                former: file.former?.address,
                supersededAt: file.superseded.map { instantText($0.at) },
                supersededFile: file.superseded?.file)
        }
    }

    private func beginReplication() async throws -> Replication.Position {
        try await file.betweenWrites { [self] db, pages in
            try pages.begin(db)
            return try position(pages, db)
        }
    }

    private func position(
        _ pages: PageHistory, _ db: Database
    ) throws -> Replication.Position {
        guard let position = pages.position else { throw Status.unknownPosition }
        return Replication.Position(
            epoch: replication.value.epoch, instance: position.instance, number: position.number,
            pageSize: Int64(position.pageSize), pages: position.pages,
            change: try ChangeLog.latest(db), at: instantText(publisher.now()),
            photos: PhotoFolder(database: file.path).version)
    }

    // MARK: Blocks

    /// Blocks that are read between two writes.
    private static let blocksOfVisit: Int64 = 32
    /// Hashes of an item.
    private static let hashesOfItem = 1024

    private func sendHashes(
        _ request: Replication.HashesRequest,
        to writer: TypedItemWriter<Packet<Replication.BlockHashes>>
    ) async throws -> Empty {
        guard request.first >= 0, request.count >= 0,
            !request.first.addingReportingOverflow(request.count).overflow
        else { throw Status(.invalidArgument, "The range of blocks is not valid.") }
        var next = request.first
        let end = request.first + request.count
        var (first, hashes) = (next, [UInt64]())
        while next < end {
            let blocks = next..<min(end, next + Self.blocksOfVisit)
            let read = try await file.betweenWrites { _, pages in
                try blocks.compactMap { try pages.block($0) }
            }
            for block in read {
                let hash = block.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
                hashes += [hash.high64, hash.low64]
            }
            next = blocks.upperBound
            let isLast = read.count < blocks.count || next == end
            if !hashes.isEmpty, isLast || hashes.count >= 2 * Self.hashesOfItem {
                try await writer.send(
                    Packet(
                        Replication.BlockHashes(first: first), columns: [Column("hash", hashes)]))
                (first, hashes) = (next, [])
            }
            if isLast { break }
        }
        return Empty()
    }

    private func sendBlocks(
        _ request: Replication.BlocksRequest,
        to writer: TypedItemWriter<Packet<Replication.Block>>
    ) async throws -> Empty {
        guard request.blocks.count <= Replication.blockLimit,
            request.blocks.allSatisfy({ $0 >= 0 })
        else {
            throw Status(
                .invalidArgument,
                "The request has more than \(Replication.blockLimit) blocks, or negative ones.")
        }
        var rest = request.blocks[...]
        while !rest.isEmpty {
            let visit = Array(rest.prefix(Int(Self.blocksOfVisit)))
            rest = rest.dropFirst(visit.count)
            let read = try await file.betweenWrites { _, pages in
                try visit.map { (number: $0, bytes: try pages.block($0)) }
            }
            for block in read {
                guard let bytes = block.bytes else { continue }
                try await writer.send(
                    Packet(
                        Replication.Block(number: block.number),
                        columns: [Column("data", .bytes, bytes)]))
            }
        }
        return Empty()
    }

    // MARK: Changes

    private static let waitLimit: Int64 = 60_000
    /// The time in which further commits join those that are sent.
    private static let pause = Duration.milliseconds(50)

    private struct ChangedState: Sendable {
        var numbers: [UInt32]
        var data: [UInt8]
        var position: Replication.Position
    }

    private func sendChanges(
        _ request: Replication.ChangesRequest,
        to writer: TypedItemWriter<Packet<Replication.ChangedPages>>
    ) async throws -> Replication.Position {
        guard (0...Self.waitLimit).contains(request.waitMilliseconds) else {
            throw Status(
                .invalidArgument, "The wait must be 0 to \(Self.waitLimit) milliseconds.")
        }
        if request.waitMilliseconds > 0, try await isCurrent(request) {
            await file.waitForCommit(
                after: request.number, for: .milliseconds(request.waitMilliseconds))
            try await Task.sleep(for: Self.pause)
        }
        let state = try await file.betweenWrites { [self] db, pages in
            guard
                let changed = pages.changedPages(after: request.number, of: request.instance),
                let size = pages.position?.pageSize
            else { throw Status.unknownPosition }
            guard changed.count <= Replication.changedBytesLimit / size else {
                throw Status.tooManyPages
            }
            var data: [UInt8] = []
            data.reserveCapacity(changed.count * size)
            try pages.append(changed, to: &data)
            return ChangedState(
                numbers: changed, data: data, position: try position(pages, db))
        }
        let size = Int(state.position.pageSize)
        let count = max(1, Replication.itemBytes / size)
        for start in stride(from: 0, to: state.numbers.count, by: count) {
            let numbers = state.numbers[start..<min(start + count, state.numbers.count)]
            let bytes = state.data[(start * size)..<((start + numbers.count) * size)]
            try await writer.send(
                Packet(
                    Replication.ChangedPages(count: Int64(numbers.count)),
                    columns: [
                        Column("page", numbers.map { Int32(bitPattern: $0) }),
                        Column("data", .bytes, Bytes(Array(bytes))),
                    ]))
        }
        return state.position
    }

    private func isCurrent(_ request: Replication.ChangesRequest) async throws -> Bool {
        try await file.betweenWrites { _, pages in
            guard let position = pages.position, position.instance == request.instance else {
                throw Status.unknownPosition
            }
            return position.number == request.number
        }
    }

    // MARK: Photos

    private func photoNames(after name: String?) -> Replication.PhotoNamesResponse {
        let rest = PhotoFolder(database: file.path).names.map(\.text).sorted()
            .drop { text in name.map { text <= $0 } ?? false }
        let page = rest.prefix(Replication.nameLimit)
        return Replication.PhotoNamesResponse(
            names: Array(page), isLast: page.count == rest.count)
    }

    private func sendPhoto(
        _ text: String, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws -> Empty {
        let folder = PhotoFolder(database: file.path)
        guard let name = PhotoName(text),
            let bytes = try Files.readIfPresent(folder.path(of: name), limit: PhotoFiles.byteLimit)
        else { throw Status(.notFound, "There is no photo \"\(text)\".") }
        for start in stride(from: 0, to: bytes.count, by: Replication.itemBytes) {
            let piece = bytes[start..<min(start + Replication.itemBytes, bytes.count)]
            try await writer.send(
                Packet(Empty(), columns: [Column("data", .bytes, Bytes(Array(piece)))]))
        }
        return Empty()
    }

    // MARK: Epochs

    /// Refuses changes from now on if a caller knows a greater epoch.
    /// - Throws: FAILED_PRECONDITION if the home is superseded.
    private func checkEpoch(_ epoch: Int64) async throws {
        if epoch > replication.value.epoch {
            _ = try await supersede(
                Replication.SupersedeRequest(epoch: epoch, change: .max), isReported: false)
        }
        try file.fence.check()
    }

    private func supersede(
        _ request: Replication.SupersedeRequest, isReported: Bool = true
    ) async throws -> Replication.SupersedeResponse {
        let before = replication.value
        guard request.epoch > before.epoch else {
            throw Status(
                .failedPrecondition,
                "This home has the epoch \(before.epoch), which epoch \(request.epoch) does not supersede.",
                hint: "Promote the other home again: dayline promote")
        }
        guard request.change >= 0 else {
            throw Status(.invalidArgument, "The number of a change is 0 or more.")
        }
        if let superseded = before.superseded, !isReported || superseded.change != nil {
            return Replication.SupersedeResponse(
                epoch: before.epoch, changes: 0, file: superseded.file)
        }
        let now = publisher.now()
        // Durable before any write is refused, and before the writes that were accepted are collected.
        try replication.change { file in
            file.superseded = ReplicationFile.Superseded(epoch: request.epoch, at: now)
        }
        file.fence.raise(file: nil)
        try await endFolds()
        guard isReported else {
            return Replication.SupersedeResponse(epoch: before.epoch, changes: 0, file: nil)
        }
        let path = file.path
        let written = try await file.betweenWrites { db, _ in
            try SupersededChanges.write(
                after: request.change, epoch: request.epoch, now: now, database: path, db)
        }
        try replication.change { file in
            file.superseded?.change = request.change
            file.superseded?.file = written.name
        }
        file.fence.raise(file: written.name)
        return Replication.SupersedeResponse(
            epoch: before.epoch, changes: Int64(written.count), file: written.name)
    }

    /// Removes all fold tasks, whose totals would be refused. Runs after the writes that were accepted.
    private func endFolds() async throws {
        let profiles = try await file.betweenWrites { db, _ in try ProfileRow.all(db).map(\.id) }
        for profile in profiles { await publisher.foldQueue.remove(profile: profile) }
    }
}

extension PageHistory {
    /// The bytes of a block of the last commit; nil beyond the end of the file.
    fileprivate func block(_ number: Int64) throws -> Bytes? {
        guard let position else { throw Status.unknownPosition }
        let first = number.multipliedReportingOverflow(by: Replication.blockPages)
        guard !first.overflow, first.partialValue < position.pages else { return nil }
        let end = min(first.partialValue + Replication.blockPages, position.pages)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(Replication.blockPages) * position.pageSize)
        try append(UInt32(first.partialValue + 1)...UInt32(end), to: &bytes)
        return Bytes(bytes)
    }
}

extension Status {
    fileprivate static let unknownPosition = Status(
        .outOfRange, "The position is not one of this database.",
        hint: "Compare the hashes of blocks.")
    fileprivate static let tooManyPages = Status(
        .outOfRange, "Too many pages have changed since the position.",
        hint: "Compare the hashes of blocks.")
}
