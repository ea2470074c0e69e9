import AVCamCore
import Testing

/// The formats that a window shows all the time.
@MainActor struct FormatSignTests {
    @Test func rawDataIsShownInPhotoModeWhereTheCameraHasIt() throws {
        let camera = PreviewCameraModel()
        #expect(camera.rawFormatInUse == nil)
        let both = try #require(PhotoFormat(rawValue: "raw+jpeg"))
        camera.photoFeatures.format = both
        #expect(camera.rawFormatInUse == nil)
        camera.capabilities.photoFormats = PhotoFormat.all
        #expect(camera.rawFormatInUse == both)
        camera.photoFeatures.format = .jpeg
        #expect(camera.rawFormatInUse == nil)
        camera.photoFeatures.format = both
        camera.captureMode = .video
        #expect(camera.rawFormatInUse == nil)
    }

    @Test func onlyAnotherFormatOfMoviesThanUsualIsShown() {
        let camera = PreviewCameraModel(captureMode: .video)
        #expect(camera.videoFormatInUse != nil && camera.chosenVideoFormatInUse == nil)
        let large = VideoFormat(width: 3840, height: 2160, frameRate: 30)
        camera.videoFormat = large
        #expect(camera.chosenVideoFormatInUse == large && !camera.hasUsualVideoSize)
        camera.videoFormat = VideoFormat(width: 1920, height: 1080, frameRate: 30)
        #expect(camera.chosenVideoFormatInUse == nil)
        camera.videoFormat?.frameRate = 60
        #expect(camera.chosenVideoFormatInUse?.frameRate == 60 && camera.hasUsualVideoSize)
        camera.captureMode = .photo
        #expect(camera.chosenVideoFormatInUse == nil)
    }
}
