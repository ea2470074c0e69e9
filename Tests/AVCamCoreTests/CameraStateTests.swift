import Foundation
import TestSupport
import Testing

@testable import AVCamCore

@Suite struct CameraStateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ json: String) throws -> CameraState {
        CameraState.load(from: try folder.file("camera.json", contents: Data(json.utf8)))
    }

    @Test func aStateIsReadAsItWasWritten() throws {
        var state = CameraState()
        state.captureMode = .video
        state.videoFormat = VideoFormat(width: 1280, height: 720, frameRate: 60)
        state.photoFeatures.maxSize = PictureSize(width: 640, height: 480)
        state.photoFeatures.aspect = .square
        state.selfTimer = .ten
        state.cameraID = "simulated:front"
        state.movieBitsPerPixel = 0.02
        let url = folder.file("camera.json")
        try state.save(to: url)
        #expect(CameraState.load(from: url) == state)
    }

    /// The app's screens show no series, timer, format and so on: it neither takes them over nor changes them.
    @Test func aProgramTakesOverOnlyWhatItShows() throws {
        var state = CameraState()
        state.captureMode = .video
        state.movieSpeed = .slowMotion
        state.seriesInterval = .ten
        state.selfTimer = .ten
        state.isFrontCameraMirrored = true
        state.recordsSound = false
        state.microphoneID = "simulated:microphone"
        state.photoFeatures.isLivePhotoEnabled = true
        state.photoFeatures.aspect = .square
        state.photoFeatures.bracket = [-2, 0, 2]
        let url = folder.file("camera.json")
        try state.save(to: url)
        var expected = CameraState()
        (expected.captureMode, expected.movieSpeed) = (.video, .slowMotion)
        expected.photoFeatures.isLivePhotoEnabled = true
        #expect(CameraStateFile.load(from: url, .app) == expected)
        #expect(CameraStateFile.load(from: url, .window) == state)
    }

    @Test func aProgramLeavesWhatItDoesNotShow() async throws {
        var state = CameraState()
        state.seriesInterval = .ten
        state.photoFeatures.aspect = .square
        let url = folder.file("camera.json")
        try state.save(to: url)
        let file = CameraStateFile(url, .app)
        var own = await file.load()
        own.photoFeatures.flashMode = .on
        own.captureMode = .video
        try await file.save(own)
        state.photoFeatures.flashMode = .on
        state.captureMode = .video
        #expect(CameraState.load(from: url) == state)
    }

    @Test(arguments: [
        #""captureMode":"hologram""#, #""selfTimer":4"#, #""videoFormat":{"size":{"width":1},"frameRate":30}"#,
        #""videoFormat":{"size":{"width":1280,"height":720},"frameRate":99999999999}"#, #""microphoneID":7"#,
        #""photoFeatures":[]"#, #""isHDRVideoEnabled":"yes""#, #""recordsSound":null"#,
    ])
    func aValueThatIsUnknownLeavesTheOthersAlone(_ damage: String) throws {
        let state = try load(#"{"cameraID":"simulated:front","isIntroduced":true,"# + damage + "}")
        var expected = CameraState()
        expected.cameraID = "simulated:front"
        expected.isIntroduced = true
        #expect(state == expected)
    }

    @Test(arguments: [
        #""format":"avif""#, #""flashMode":3"#, #""bracket":"wide""#, #""maxSize":{"width":-1,"height":2}"#,
        #""maxSize":{"width":9223372036854775807,"height":9223372036854775807}"#, #""aspect":"4:1""#,
    ])
    func aFeatureThatIsUnknownLeavesTheOthersAlone(_ damage: String) throws {
        let state = try load(#"{"photoFeatures":{"quality":"speed","isDeferred":true,"# + damage + "}}")
        var expected = CameraState()
        expected.photoFeatures.quality = .speed
        expected.photoFeatures.isDeferred = true
        #expect(state == expected)
    }
}
