import Supervision

@main
struct DaylinedProgram {
    static func main() {
        Daemon.main()
    }
}
