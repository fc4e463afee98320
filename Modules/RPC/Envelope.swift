/// One message between two ends, as its frames.
///
/// `preamble | call id | route | header | body | column …`. Kinds without content have the first two only.
package struct Envelope: Hashable, Sendable {
    package var preamble: Preamble
    package var call: CallID
    /// `service/Method`, followed by `@target` for a specific instance. The topic of an event.
    package var route: String
    package var header: Bytes
    package var body: Bytes
    package var columns: [Bytes]

    package init(
        _ preamble: Preamble, call: CallID, route: String = "", header: Bytes = .empty,
        body: Bytes = .empty, columns: [Bytes] = []
    ) {
        self.preamble = preamble
        self.call = call
        self.route = route
        self.header = header
        self.body = body
        self.columns = columns
    }

    package var kind: MessageKind { preamble.kind }
}

extension Envelope {
    /// A message with `content`; the columns of `content` are described in the header.
    package init(
        _ preamble: Preamble, call: CallID, route: String = "", header: Header = Header(),
        content: WireContent
    ) throws {
        var header = header
        if !content.columns.isEmpty {
            header.columns = content.columns.map { .init(name: $0.name, type: $0.type) }
        }
        self.init(
            preamble, call: call, route: route, header: try header.encoded(), body: content.body,
            columns: content.columns.map(\.bytes))
        try checkLimits()
    }

    /// The final of a failed call.
    package init(final status: Status, call: CallID, items: UInt32 = 0) {
        var header = Header()
        header.message = status.message
        header.hint = status.hint
        let preamble = Preamble(.final, status: status.code.rawValue, number: items)
        // Encoding two strings does not fail; if it did, the status code would still be sent.
        self.init(preamble, call: call, header: (try? header.encoded()) ?? .empty)
    }

    /// Body and columns, as described by the header.
    package func content(_ header: Header) throws(WireFault) -> WireContent {
        let described = header.columns ?? []
        guard described.count == columns.count else {
            throw .columns(described: described.count, found: columns.count)
        }
        return WireContent(
            body: body,
            columns: zip(described, columns).map { Column($0.name, $0.type, $1) })
    }

    /// The status of a final.
    package func status(_ header: Header) -> Status {
        let code = Status.Code(rawValue: preamble.status) ?? .unknown
        return Status(code, header.message ?? "The call failed (\(code.name)).", hint: header.hint)
    }

    /// The content of a final.
    /// - Throws: The status of a failed call, or that of a violation of the protocol.
    package func reply() throws -> WireContent {
        do {
            let header = try Header(header)
            guard preamble.status == Status.Code.ok.rawValue else { throw status(header) }
            return try content(header)
        } catch let fault as WireFault {
            throw fault.status
        }
    }

    private func checkLimits() throws(WireFault) {
        guard 5 + columns.count <= WireLimits.frames else {
            throw .tooManyFrames(5 + columns.count)
        }
        guard route.utf8.count <= WireLimits.routeBytes else {
            throw .routeTooLong(route.utf8.count)
        }
        guard header.count <= WireLimits.headerBytes else { throw .headerTooLarge(header.count) }
        let content = columns.reduce(body.count) { $0 + $1.count }
        guard content <= WireLimits.messageBytes else { throw .messageTooLarge(content) }
    }
}

extension Envelope {
    /// The frames to send.
    package var frames: [Bytes] {
        let first = withUnsafeTemporaryAllocation(byteCount: Preamble.size, alignment: 8) { bytes in
            preamble.write(to: bytes)
            return Bytes(copying: UnsafeRawBufferPointer(bytes))
        }
        let second = withUnsafeTemporaryAllocation(byteCount: CallID.size, alignment: 8) { bytes in
            call.write(to: bytes)
            return Bytes(copying: UnsafeRawBufferPointer(bytes))
        }
        guard kind.hasContent else { return [first, second] }
        return [first, second, Bytes(route), header, body] + columns
    }

    /// - Throws: The violation of the protocol. Missing frames at the end count as empty.
    package init(frames: [Bytes]) throws(WireFault) {
        guard frames.count >= 2 else { throw .tooFewFrames(frames.count) }
        guard frames.count <= WireLimits.frames else { throw .tooManyFrames(frames.count) }
        for frame in frames where frame.count > WireLimits.frameBytes {
            throw .frameTooLarge(frame.count)
        }
        let content = frames.dropFirst(4).reduce(0) { $0 + $1.count }
        guard content <= WireLimits.messageBytes else { throw .messageTooLarge(content) }
        let preamble = try frames[0].withUnsafeBytes { bytes throws(WireFault) in
            try Preamble(bytes)
        }
        let call = try frames[1].withUnsafeBytes { bytes throws(WireFault) in try CallID(bytes) }
        self.init(preamble, call: call)
        if frames.count > 2 {
            guard frames[2].count <= WireLimits.routeBytes else {
                throw .routeTooLong(frames[2].count)
            }
            route = frames[2].text
        }
        if frames.count > 3 { header = frames[3] }
        if frames.count > 4 { body = frames[4] }
        if frames.count > 5 { columns = Array(frames[5...]) }
    }
}
