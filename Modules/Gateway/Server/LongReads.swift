import NIOCore

/// Lets a connection read more bytes at once than SwiftNIO does by default. The bytes of each read pass three
/// tasks, so that long reads cost an upload less.
final class LongReads: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = ByteBuffer

    /// In bytes. The buffer of a connection grows up to the last while reads fill it.
    private static let lengths = (least: 64, first: 2048, last: 256 << 10)

    func handlerAdded(context: ChannelHandlerContext) {
        // Without the option the connection reads as much as by default.
        try? context.channel.syncOptions?.setOption(
            ChannelOptions.recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(
                minimum: Self.lengths.least, initial: Self.lengths.first,
                maximum: Self.lengths.last))
    }
}
