/// Lines of bounded length from an input. Empty lines are left out.
struct MessageLines {
    enum Line: Equatable {
        case message([UInt8])
        /// A line above the limit, whose bytes were dropped.
        case tooLong
    }

    private var input: BlockReader
    private let limit: Int
    private var pending: ArraySlice<UInt8> = []
    private var line: [UInt8] = []
    private var isTooLong = false

    init(_ input: BlockReader, limit: Int) {
        self.input = input
        self.limit = limit
    }

    /// The next line; nil at the end of input.
    mutating func next() throws -> Line? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                append(pending[..<end])
                pending = pending[(end + 1)...]
                if let finished { return finished }
            } else {
                append(pending)
                guard let block = try input.next() else {
                    pending = []
                    return finished
                }
                pending = block
            }
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        isTooLong = isTooLong || line.count + bytes.count > limit
        if isTooLong { line = [] } else { line += bytes }
    }

    /// The collected line, which is then empty; nil for a line of white space.
    private var finished: Line? {
        mutating get {
            defer { (line, isTooLong) = ([], false) }
            if isTooLong { return .tooLong }
            let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            return isBlank ? nil : .message(line)
        }
    }
}
