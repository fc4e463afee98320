@main
struct StorageWorker {
    static func main() {}
}
