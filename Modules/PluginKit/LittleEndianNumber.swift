extension [UInt8] {
    /// A little-endian number; eight bytes keep their bit pattern.
    func number(at offset: Int, bytes: Int) -> Int64 {
        (0..<bytes).reversed().reduce(0) { $0 << 8 | Int64(self[offset + $1]) }
    }
}
