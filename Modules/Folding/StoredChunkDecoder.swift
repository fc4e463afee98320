package import RPC
package import Samples

/// Decodes the columns of a stored chunk.
package enum StoredChunkDecoder {
    /// - Throws: DATA_LOSS if the bytes are damaged.
    package static func decoded(
        _ bytes: Bytes, of metric: String
    ) throws(Status) -> SampleColumns {
        do {
            return try bytes.withUnsafeBytes { bytes throws(ChunkError) in
                try ChunkCodec.decode(bytes)
            }
        } catch {
            throw Status(
                .dataLoss, "A stored chunk of \(metric) is damaged (\(error)).",
                hint: "Check the database with: dayline doctor")
        }
    }
}
