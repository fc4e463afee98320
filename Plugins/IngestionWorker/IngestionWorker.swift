@main
struct IngestionWorker {
    static func main() {}
}
