import AVFoundation
import Photos
import Testing

@testable import AVCamCore

@Suite struct MessageTests {
    @Test func theValuesAreInTheRightPlacesInEveryLanguage() {
        let message = Message("%s does not offer the preset %s; choose another one.", "Back Camera", 7)
        #expect(message.description == "Back Camera does not offer the preset 7; choose another one.")
        let german = message.text { _ in "%s hat %s nicht." }
        #expect(german == "Back Camera hat 7 nicht.")
    }

    @Test func placeholdersInValuesAreNotFilled() {
        #expect(Message("%s is gone: %s", "100%s", "%").description == "100%s is gone: %")
        #expect(Message(verbatim: "50 %s").text { $0.uppercased() == "%S" ? $0 : "" } == "50 %s")
    }

    @Test func anErrorIsReportedWithItsDeviceAndTheSystemsMessage() {
        let message = Message(
            AVError(
                .deviceInUseByAnotherApplication, userInfo: [NSLocalizedDescriptionKey: "/dev/video0 is used by obs"]))
        #expect(message.text { "[\($0)]" }.hasPrefix("[Another program uses the device; "))
        #expect(message.description.hasSuffix(" (/dev/video0 is used by obs)"))
        #expect(Message(AVError(.deviceInUseByAnotherApplication)).detail == nil)
    }

    @Test func aShortMessageHasNoDetail() {
        let message = Message("The device failed.", about: "Webcam", detail: "Input/output error")
        #expect(message.description == "Webcam: The device failed. (Input/output error)")
        let german = message.text(isShort: true) { _ in "Das Gerät ist ausgefallen." }
        #expect(german == "Webcam: Das Gerät ist ausgefallen.")
        #expect(message.text(isShort: true) == "Webcam: The device failed.")
    }

    @Test func whatBecameOfACaptureComesLast() {
        var message = Message("The device failed.", detail: "Input/output error")
        message.outcome = Message("It was saved.")
        #expect(message.description == "The device failed. (Input/output error) It was saved.")
        #expect(message.text(isShort: true) { "[\($0)]" } == "[The device failed.] [It was saved.]")
    }

    @Test func aDetailOfWhatBecameOfACaptureIsForExpertsToo() {
        var message = Message("The device failed.")
        #expect(!message.hasDetail)
        message.outcome = Message("%s cannot be written.", "The library", detail: "/home/me")
        #expect(message.hasDetail && message.description.hasSuffix(" The library cannot be written. (/home/me)"))
        #expect(message.text(isShort: true) == "The device failed. The library cannot be written.")
    }

    @Test func howARecordingEndedIsToldBesideOtherNews() {
        let loss = Message(AVError(.deviceWasDisconnected))
        let replacement = CameraError.cameraReplaced("Webcam").message
        let both = replacement.description + " It was saved."
        #expect(ended(loss).replaced(by: replacement).description == both)
        #expect(replacement.replaced(by: ended(loss)).description == both)
        let full = ended(Message("The disk is full."))
        #expect(full.replaced(by: replacement).description == "\(replacement) The disk is full. It was saved.")
        #expect(full.replaced(by: Message("No.")).description == "No. The disk is full. It was saved.")
        // Nothing piles up.
        #expect(full.replaced(by: ended(loss)) == ended(loss))
        #expect(full.replaced(by: Message("No.")).replaced(by: Message("Yes.")).description == "Yes.")
        #expect(loss.replaced(by: replacement) == replacement && Message("No.").replaced(by: full) == full)
    }

    private func ended(_ reason: Message) -> Message {
        var message = reason
        message.outcome = Message("It was saved.")
        message.isOfEndedRecording = true
        return message
    }

    @Test func aLivePhotoThatIsNotSavedTellsWhyItHasNoMovieToo() {
        let error = UnsavedLivePhoto(movieFailure: CameraError.notRecording, failure: CameraError.noPhotoData)
        #expect(Message(error).description == "\(CameraError.notRecording) \(CameraError.noPhotoData)")
    }

    @Test func aPathIsForExperts() {
        let message = Message(CameraError.notRemembered(path: "/home/me/camera.json", reason: "No space left"))
        #expect(!message.text(isShort: true).contains("/"))
        #expect(message.description.hasSuffix(" (/home/me/camera.json: No space left)"))
        let failure = CocoaError(.fileWriteOutOfSpace, userInfo: [NSFilePathErrorKey: "/home/me/a.mov"])
        #expect(!Message(failure).text(isShort: true).contains("/"))
    }

    @Test func theLibrarysErrorsSayWhatToDo() {
        let error = PHPhotosError(.notEnoughSpace, userInfo: [NSUnderlyingErrorKey: CameraError.noPhotoData])
        #expect(Message(error).format == "No space is left for the photo library; delete something.")
        #expect(Message(error).detail == CameraError.noPhotoData.description)
    }

    @Test func aCamerasErrorIsItsOwnMessage() {
        #expect(Message(CameraError.notRunning) == CameraError.notRunning.message)
        #expect(CameraError.noFrames("back").localizedDescription.hasPrefix("back sends no pictures; "))
    }
}
