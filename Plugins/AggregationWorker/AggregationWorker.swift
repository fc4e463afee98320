@main
struct AggregationWorker {
    static func main() {}
}
