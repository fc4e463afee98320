import Commands
import Glibc

@main
struct DaylineProgram {
    static func main() {
        exit(DaylineCommands.run(Array(CommandLine.arguments.dropFirst())))
    }
}
