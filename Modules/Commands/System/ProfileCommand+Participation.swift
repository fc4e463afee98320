import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

extension ProfileCommand {
    struct Consent: BusCommand {
        static let configuration = CommandConfiguration(
            name: "consent",
            abstract: "Show, give or withdraw the consent to comparisons of groups of people.",
            discussion: .examples(
                after: """
                    With consent, the days of the profile are a part of the figures that \
                    dayline cohort shows of groups of at least 20 people. A later query does not have \
                    the days of a person who has withdrawn it.
                    """, "profile consent", "profile consent --give", "profile consent --withdraw"))

        @Flag(help: "Give the consent.") var give = false
        @Flag(help: "Withdraw the consent.") var withdraw = false

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard !give || !withdraw else {
                throw ValidationError("Choose one of --give and --withdraw.")
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let bus = try context.bus()
            let participation =
                if give || withdraw {
                    try await bus.call(
                        Cohorts.setConsent, Cohorts.SetConsentRequest(isGiven: give),
                        context.options())
                } else {
                    try await bus.call(Cohorts.participation, Empty(), context.options())
                }
            try context.output.result(participation) {
                participation.text(of: context.profileName)
            }
            return .done
        }
    }

    struct Person: BusCommand {
        static let configuration = CommandConfiguration(
            name: "person", abstract: "Change the birth date and the sex that groups are made by.",
            discussion: .examples(
                "profile person --birth-date 1980-05-31 --sex female",
                "profile person --sex none --profile anna"))

        @Option(
            help: ArgumentHelp(
                "Set the birth date to DATE, or remove it with none.", valueName: "date"))
        var birthDate: Removable<CivilDate>?

        @Option(help: "Set the sex to female, male or other, or remove it with none.")
        var sex: Removable<Cohorts.Sex>?

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let bus = try context.bus()
            var participation = try await bus.call(
                Cohorts.participation, Empty(), context.options())
            if birthDate != nil || sex != nil {
                participation = try await bus.call(
                    Cohorts.setPerson,
                    Cohorts.SetPersonRequest(
                        birthDate: birthDate.map(\.value) ?? participation.birthDate,
                        sex: sex.map(\.value) ?? participation.sex), context.options())
            }
            try context.output.result(participation) {
                participation.text(of: context.profileName)
            }
            return .done
        }
    }

    struct Label: BusCommand {
        static let configuration = CommandConfiguration(
            name: "label", abstract: "Set the label of a profile, by which people are grouped.",
            discussion: .examples(
                "profile label anna \"Group A\"", "profile label anna --none"))

        @Argument(help: "Name of the profile.", completion: .custom(NameCompletion.profiles))
        var name: String

        @Argument(help: "Label, such as the arm of a study.")
        var label: String?

        @Flag(help: "Remove the label.") var none = false

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard none == (label == nil) else {
                throw ValidationError("Give a label, or remove it with --none.")
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            _ = try await context.bus().call(
                Cohorts.setLabel, Cohorts.SetLabelRequest(name: name, label: label),
                context.options(of: name))
            try context.output.result(Report(profile: name, label: label)) {
                label.map { "\(name) has the label \"\($0)\"." } ?? "\(name) has no label."
            }
            return .done
        }

        private struct Report: Encodable {
            var profile: String
            var label: String?
        }
    }
}

/// A value, or `none`.
struct Removable<Value: ExpressibleByArgument>: ExpressibleByArgument {
    let value: Value?

    init?(argument: String) {
        if argument == "none" {
            value = nil
        } else {
            guard let value = Value(argument: argument) else { return nil }
            self.value = value
        }
    }
}

extension Cohorts.Sex: ExpressibleByArgument {}
