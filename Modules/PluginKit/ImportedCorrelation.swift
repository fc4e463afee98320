/// Samples measured together, such as a blood pressure or the foods of a meal.
///
/// A correlation is identified by type, source, times and members. Its members are stored with it; append
/// them as samples of a series with ``SeriesDescription/isPart`` as well, so that they count in day totals.
public struct ImportedCorrelation: Hashable, Sendable {
    /// HealthKit's correlation type without prefix: `BloodPressure` or `Food`.
    public var type: String
    /// Name of the device or application that recorded the samples, as shown to people.
    public var source: String
    /// Milliseconds since 1970, UTC.
    public var start: Int64
    /// Milliseconds since 1970, UTC.
    public var end: Int64
    /// The samples that were measured together.
    public var members: [Member]
    /// HealthKit's metadata by key, such as `HKFoodType`.
    public var metadata: [String: String]

    /// A correlation of samples of one source.
    public init(
        type: String, source: String, start: Int64, end: Int64, members: [Member],
        metadata: [String: String] = [:]
    ) {
        self.type = type
        self.source = source
        self.start = start
        self.end = end
        self.members = members
        self.metadata = metadata
    }

    /// A sample of a correlation.
    public struct Member: Hashable, Sendable {
        /// Key of the metric, such as `bloodPressureSystolic`.
        public var metric: String
        /// Unit of the value, which is converted to the canonical unit of the metric; nil if the value
        /// is in the canonical unit.
        public var unit: String?
        /// Milliseconds since 1970, UTC.
        public var start: Int64
        /// Milliseconds since 1970, UTC.
        public var end: Int64
        /// The value in ``unit``, or in the canonical unit without one.
        public var value: Double

        /// A sample of a correlation.
        public init(metric: String, unit: String?, start: Int64, end: Int64, value: Double) {
            self.metric = metric
            self.unit = unit
            self.start = start
            self.end = end
            self.value = value
        }
    }
}
