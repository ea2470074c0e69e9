import LinuxVideo
import Testing

@testable import AVCamLinux

@Suite struct DriverSettingsTests {
    private let controls: [NamedControl] = {
        var line = NamedControl(id: 2, title: "Power Line Frequency", kind: .menu, range: 0...2)
        line.choices = [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]
        var temperature = NamedControl(id: 5, title: "Sensor Temperature", kind: .integer, range: 0...100)
        temperature.isReadOnly = true
        return [
            NamedControl(id: 1, title: "Brightness", kind: .integer, range: -64...64),
            line,
            NamedControl(id: 3, title: "White Balance, Automatic", kind: .boolean, range: 0...1),
            NamedControl(id: 4, title: "Focus, Start", kind: .button, range: 0...0),
            temperature,
            NamedControl(id: 6, title: "Regions", kind: .bits, range: 0...0),
        ]
    }()

    private func value(_ text: String, of name: String) throws -> Int64 {
        try DriverSettings.value(text, of: DriverSettings.control(named: name, among: controls, of: "cam"))
    }

    private func problem(_ body: () throws -> Void) -> DriverSettings.Problem? {
        do {
            try body()
            return nil
        } catch {
            return error as? DriverSettings.Problem
        }
    }

    @Test func namesAreThoseOfOtherPrograms() {
        #expect(
            controls.map(\.name) == [
                "brightness", "power_line_frequency", "white_balance_automatic", "focus_start", "sensor_temperature",
                "regions",
            ])
    }

    @Test func valuesAreWrittenAsPeopleWriteThem() throws {
        #expect(try value("-12", of: "brightness") == -12)
        #expect(try value("12", of: "Brightness") == 12)
        #expect(try value("60 hz", of: "power_line_frequency") == 2)
        #expect(try value("1", of: "power_line_frequency") == 1)
        #expect(try value("On", of: "white_balance_automatic") == 1)
        #expect(try value("no", of: "White Balance, Automatic") == 0)
        #expect(try value("", of: "focus_start") == 1)
        #expect(try value("0xff", of: "regions") == 255)
    }

    @Test(
        arguments: [
            ("brightness", "65", "65 is no value of brightness; it goes from -64 to 64."),
            ("brightness", "bright", "bright is no value of brightness; write a number."),
            ("brightness", "", " is no value of brightness; write a number."),
            (
                "power_line_frequency", "3",
                "3 is no value of power_line_frequency; it can be 0 (Disabled), 1 (50 Hz), 2 (60 Hz)."
            ),
            ("white_balance_automatic", "2", "2 is no value of white_balance_automatic; write on or off."),
            ("sensor_temperature", "3", "sensor_temperature can only be read."),
            ("balance", "1", "cam has no control balance; it has white_balance_automatic."),
        ])
    func aMistakeIsNamed(name: String, text: String, sentence: String) {
        let problem = problem { _ = try value(text, of: name) }
        #expect(problem?.kind == .mistake)
        #expect(problem?.description == sentence)
    }

    @Test func anUnknownNameListsAllControls() {
        let sentence = problem { _ = try value("1", of: "zoom") }?.description
        #expect(sentence?.hasPrefix("cam has no control zoom; it has brightness, power_line_frequency, ") == true)
    }

    @Test func aProfileIsReadLineByLine() throws {
        let wishes = try DriverSettings.wishes(inProfile: "# Webcam\nbrightness=3\n\n power_line_frequency = 50 Hz\r\n")
        #expect(wishes.map(\.name) == ["brightness", "power_line_frequency"])
        #expect(wishes.map(\.value) == ["3", "50 Hz"])
        #expect(
            problem { _ = try DriverSettings.wishes(inProfile: "brightness") }?.description
                == "\"brightness\" is not a line of a profile; write name=value.")
    }

    @Test func aMenusItemKeepsItsPlaceThroughAProfile() throws {
        var bias = NamedControl(id: 7, title: "Auto Exposure, Bias", kind: .menu, range: 0...2)
        bias.choices = [0: "-1000", 1: "0", 2: "1000"]
        for index in bias.choices.keys {
            bias.value = index
            let line = try #require(DriverSettings.profileLine(bias))
            let wish = try #require(try DriverSettings.wishes(inProfile: line).first)
            #expect(try DriverSettings.value(wish.value, of: bias) == index)
        }
        bias.isInactive = true
        #expect(DriverSettings.profileLine(bias) == nil)
    }
}
