import Samples

/// The samples that an import added to a chunk. The last import that added a sample owns the sample.
struct ChunkAdditions {
    /// The samples that the import added to a published chunk; nil: the import inserted the chunk.
    private let added: SampleColumns?
    private var later: [SampleColumns] = []
    /// True if a later import inserted the chunk, so that no sample of the import was left then.
    private var isSuperseded = false

    /// `added` is nil if the import inserted the chunk; otherwise normal.
    init(_ added: SampleColumns?) {
        self.added = added
    }

    /// Adds the normal samples that a later import added; nil: it inserted the chunk.
    mutating func add(later samples: SampleColumns?) {
        if let samples { later.append(samples) } else { isSuperseded = true }
    }

    /// The indices of the samples of the import in the normal columns of the stored chunk.
    func indices(in stored: SampleColumns) -> Set<Int> {
        guard !isSuperseded else { return [] }
        var own = added.map { stored.indices(sharedWith: $0) } ?? Set(stored.starts.indices)
        // A chunk can have thousands of later imports with few samples each.
        for samples in later { own.subtract(stored.indices(sharedWith: samples)) }
        return own
    }
}
