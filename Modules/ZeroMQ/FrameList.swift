import CZeroMQ

/// Frames that are forwarded without decoding.
package struct FrameList: @unchecked Sendable {
    // Unchecked: the messages are only read and copied, except when they are sent, and the list is used on
    // its loop only.
    private let storage: Storage

    /// libzmq's messages, in the memory of this object.
    private final class Storage: ManagedBuffer<Header, zmq_msg_t> {
        deinit {
            withUnsafeMutablePointers { header, frames in
                for index in 0..<header.pointee.count { zmq_msg_close(frames + index) }
            }
        }
    }

    private struct Header {
        let count: Int
        /// Released together with the frames.
        var charge: (any AnyObject & Sendable)?
    }

    /// Frames below this size are not charged.
    package static let smallestChargedFrame = 4096

    /// Memory for `count` frames, which the caller has to initialize at once.
    private init(count: Int) {
        storage = unsafeDowncast(
            Storage.create(minimumCapacity: count) { _ in Header(count: count) }, to: Storage.self)
    }

    /// Takes ownership of the messages at `source`.
    init(moving source: UnsafeMutablePointer<zmq_msg_t>, count: Int) {
        self.init(count: count)
        storage.withUnsafeMutablePointerToElements {
            $0.moveInitialize(from: source, count: count)
        }
    }

    /// Frames with copies of `contents`.
    package init(copying contents: [[UInt8]]) {
        self.init(count: contents.count)
        storage.withUnsafeMutablePointerToElements { frames in
            for (index, content) in contents.enumerated() {
                zmq_msg_init_size(frames + index, content.count)
                UnsafeMutableRawBufferPointer(
                    start: zmq_msg_data(frames + index), count: content.count
                ).copyBytes(from: content)
            }
        }
    }

    package var count: Int { storage.header.count }

    /// Retains `charge` until the bytes of the frames are freed, including the time in libzmq's queues.
    package func charge(_ charge: any AnyObject & Sendable) {
        storage.header.charge = charge
    }

    /// The object that owns the bytes of the frames.
    package var owner: AnyObject { storage }

    package var byteCount: Int {
        storage.withUnsafeMutablePointerToElements { frames in
            (0..<count).reduce(0) { $0 + zmq_msg_size(frames + $1) }
        }
    }

    /// Bytes of the frames that are large enough to be charged.
    package var chargedBytes: Int {
        storage.withUnsafeMutablePointerToElements { frames in
            (0..<count).reduce(0) { sum, index in
                let size = zmq_msg_size(frames + index)
                return size < Self.smallestChargedFrame ? sum : sum + size
            }
        }
    }

    /// The bytes of a frame, valid during the lifetime of the list.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        precondition(index < count)
        return storage.withUnsafeMutablePointerToElements { frames in
            UnsafeRawBufferPointer(
                start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
        }
    }

    /// Sends the frames as the rest of a message. Retained frames share their memory with the sent ones;
    /// others are empty afterwards.
    func send(to socket: UnsafeMutableRawPointer, isRetained: Bool) {
        let isCharged = storage.header.charge != nil
        storage.withUnsafeMutablePointerToElements { frames in
            for index in 0..<count {
                let flags = ZMQ_DONTWAIT | (index + 1 < count ? ZMQ_SNDMORE : 0)
                if isCharged, zmq_msg_size(frames + index) >= Self.smallestChargedFrame {
                    send(frames + index, to: socket, flags)
                    continue
                }
                guard isRetained else {
                    // Unsent frames are closed with the list.
                    zmq_msg_send(frames + index, socket, flags)
                    continue
                }
                var message = zmq_msg_t()
                zmq_msg_init(&message)
                zmq_msg_copy(&message, frames + index)
                if zmq_msg_send(&message, socket, flags) < 0 { zmq_msg_close(&message) }
            }
        }
    }

    /// Sends a frame without copying it. The list is retained until libzmq has sent the bytes.
    private func send(
        _ frame: UnsafeMutablePointer<zmq_msg_t>, to socket: UnsafeMutableRawPointer, _ flags: Int32
    ) {
        let owner = Unmanaged.passRetained(storage)
        var message = zmq_msg_t()
        let release: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
            _, owner in
            if let owner { Unmanaged<Storage>.fromOpaque(owner).release() }
        }
        guard
            zmq_msg_init_data(
                &message, zmq_msg_data(frame), zmq_msg_size(frame), release, owner.toOpaque()) == 0
        else {
            owner.release()
            zmq_msg_init(&message)
            zmq_msg_copy(&message, frame)
            if zmq_msg_send(&message, socket, flags) < 0 { zmq_msg_close(&message) }
            return
        }
        if zmq_msg_send(&message, socket, flags) < 0 { zmq_msg_close(&message) }
    }
}
