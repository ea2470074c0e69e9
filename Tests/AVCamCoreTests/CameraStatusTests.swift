import AVFoundation
import Testing

@testable import AVCamCore

@Suite struct CameraStatusTests {
    @Test func aMissingCameraIsNoFailure() {
        #expect(CameraStatus(CameraError.noCamera) == .noCamera)
    }

    @Test func aRefusalIsOneWhoeverTells() {
        #expect(CameraStatus(CameraError.unauthorized) == .unauthorized)
        #expect(CameraStatus(AVError(.applicationIsNotAuthorizedToUseDevice)) == .unauthorized)
    }

    @Test func anyOtherErrorIsAFailureWithItsSentence() {
        let error = AVError(.deviceInUseByAnotherApplication)
        #expect(CameraStatus(error) == .failed(Message(error)))
    }
}
