import Foundation
import TestSupport
import Testing

/// Devices that are missing, busy, forbidden, silent or unplugged: each gives one sentence and a status, no hang, and
/// nothing incomplete in the library.
@Suite(.ownThread) struct FaultTests {
    /// A fault, its exit status, and a word that the sentence must contain.
    struct Case: Sendable, CustomTestStringConvertible {
        var faults: String
        var status: Int32
        var word: String

        var testDescription: String { faults }
    }

    @Test(arguments: [
        Case(faults: "no-camera", status: 66, word: "No camera was found"),
        Case(faults: "back:busy", status: 69, word: "simulated:back is already in use"),
        Case(faults: "back:denied", status: 77, word: "simulated:back was refused"),
        Case(faults: "back:stall-after=0ms", status: 69, word: "simulated:back sends no pictures"),
    ])
    func aCameraThatCannotBeUsedEndsInOneSentence(fault: Case) throws {
        for arguments in [["photo"], ["record", "--duration", "2"]] {
            let avcam = try AVCamProgram(faults: fault.faults)
            let output = try avcam.run(arguments)
            #expect(output.status == fault.status && output.text.isEmpty)
            #expect(output.sentence?.contains(fault.word) == true, "\(output.standardError)")
            #expect(avcam.names(in: avcam.library).allSatisfy { $0.hasPrefix(".") })
            #expect(avcam.names(in: avcam.library.appendingPathComponent(".avcam/incoming")).isEmpty)
        }
    }

    @Test(arguments: [
        Case(faults: "back:unplug-after=700ms", status: 69, word: "simulated:back was disconnected"),
        Case(faults: "back:stall-after=700ms", status: 69, word: "simulated:back sends no pictures"),
    ])
    func whatWasRecordedBeforeTheFaultIsSaved(fault: Case) throws {
        let avcam = try AVCamProgram(faults: fault.faults)
        let output = try avcam.run("record", "--duration", "2")
        #expect(output.status == fault.status)
        #expect(output.sentence?.contains(fault.word) == true, "\(output.standardError)")
        #expect(output.line == avcam.library.path + "/IMG_0001.mov")
        let movie = try MovieProbe(avcam.library.appendingPathComponent("IMG_0001.mov"))
        #expect(movie.complaints.isEmpty && movie.format.durationSeconds > 0.3)
    }

    @Test func soundThatStopsIsSaidAtOnceAndAtTheEnd() throws {
        let avcam = try AVCamProgram(faults: "microphone:unplug-after=700ms")
        let output = try avcam.run("record", "--duration", "2")
        #expect(output.status == 69)
        #expect(
            output.notes == [
                "The microphone has stopped; the recording goes on without sound.",
                "The rest of the movie has no sound, as Simulated Microphone stopped meanwhile.",
                "avcam: simulated:microphone was disconnected; plug it in again.",
            ])
        #expect(output.line == avcam.library.path + "/IMG_0001.mov")
        let movie = try MovieProbe(avcam.library.appendingPathComponent("IMG_0001.mov"))
        #expect(movie.complaints.isEmpty && movie.format.durationSeconds > 0.3)
    }

    @Test(arguments: ["microphone:busy", "microphone:denied"])
    func aMicrophoneThatCannotBeUsedDoesNotPreventAMovie(faults: String) throws {
        let avcam = try AVCamProgram(faults: faults)
        let output = try avcam.run("record", "--duration", "1", "--json")
        #expect(output.status == 0)
        #expect(output.sentence?.hasPrefix("Recording without sound: ") == true, "\(output.standardError)")
        let report = try #require(JSONSerialization.jsonObject(with: output.standardOutput) as? [String: Any])
        #expect(report["microphone"] == nil)
        #expect(try MovieProbe(URL(fileURLWithPath: #require(report["path"] as? String))).audio == nil)
    }

    @Test func aBusyMicrophoneThatWasNamedIsAnError() throws {
        let avcam = try AVCamProgram(faults: "microphone:busy")
        let refused = try avcam.run("record", "--duration", "1", "--microphone", "simulated:microphone")
        #expect(refused.status == 69)
        #expect(refused.sentence?.contains("use --microphone none") == true, "\(refused.standardError)")
        #expect(try avcam.run("record", "--duration", "1", "--microphone", "none").status == 0)
    }

    @Test func withoutAMicrophoneTheMovieIsSilent() throws {
        let avcam = try AVCamProgram(faults: "no-microphone")
        let output = try avcam.run("record", "--duration", "1")
        #expect(output.status == 0)
        #expect(output.sentence == "Recording without sound: No microphone was found; plug one in.")
        #expect(try avcam.run("record", "--duration", "1", "--microphone", "none").notes.isEmpty)
        #expect(try MovieProbe(URL(fileURLWithPath: output.line)).audio == nil)
    }
}
