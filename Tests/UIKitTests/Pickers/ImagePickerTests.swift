import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

@testable import UIKit

/// A picker lets a person take pictures and movies with the world's camera.
@MainActor @Suite(.ownPhoneOnPatientClock, .timeLimit(.minutes(3))) struct ImagePickerTests {
    private final class Told: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        var results: [[UIImagePickerController.InfoKey: Any]] = []
        var cancelCount = 0

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) { results.append(info) }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { cancelCount += 1 }

        func next() async throws -> [UIImagePickerController.InfoKey: Any] {
            while results.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            return results.removeFirst()
        }
    }

    private let told = Told()

    private func camera() throws -> (UIImagePickerController, CameraPicker) {
        let picker = UIImagePickerController()
        picker.delegate = told
        picker.sourceType = .camera
        let camera = try #require(picker.topViewController as? CameraPicker)
        camera.loadViewIfNeeded()
        // As if a window showed it.
        camera.viewWillAppear(false)
        return (picker, camera)
    }

    private func review(_ camera: CameraPicker) async throws -> PictureReview {
        while true {
            if let review = camera.view.subviews.lazy.compactMap({ $0 as? PictureReview }).first { return review }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test func aPersonTakesAPictureAndUsesIt() async throws {
        #expect(UIImagePickerController.isSourceTypeAvailable(.camera))
        #expect(UIImagePickerController.isCameraDeviceAvailable(.front))
        let (picker, camera) = try camera()
        defer { withExtendedLifetime(picker) {} }
        camera.shutter.sendActions(for: .touchUpInside)
        let first = try await review(camera)
        #expect(camera.shutter.isHidden)
        first.again.sendActions(for: .touchUpInside)
        #expect(!camera.shutter.isHidden)
        camera.shutter.sendActions(for: .touchUpInside)
        try await review(camera).use.sendActions(for: .touchUpInside)
        let info = try await told.next()
        let image = try #require(info[.originalImage] as? UIImage)
        #expect(info[.mediaType] as? String == "public.image" && image.size.width > 100)
        #expect((info[.mediaMetadata] as? NSDictionary)?["{Exif}"] != nil && info[.editedImage] == nil)
    }

    @Test func aProgramWithItsOwnButtonsGetsThePictureAtOnce() async throws {
        let (picker, camera) = try camera()
        picker.showsCameraControls = false
        picker.allowsEditing = true
        let overlay = UIView(frame: .zero)
        picker.cameraOverlayView = overlay
        #expect(overlay.superview === camera.view && camera.shutter.isHidden)
        picker.takePicture()
        let info = try await told.next()
        let (image, edited) = (
            try #require(info[.originalImage] as? UIImage), try #require(info[.editedImage] as? UIImage)
        )
        let side = min(image.size.width, image.size.height)
        #expect(edited.size == CGSize(width: side, height: side))
        #expect((info[.cropRect] as? NSValue)?.cgRectValue.width == side)
    }

    @Test func aMovieIsRecordedUntilItIsStopped() async throws {
        let (picker, camera) = try camera()
        picker.mediaTypes = ["public.movie"]
        picker.showsCameraControls = false
        #expect(picker.cameraCaptureMode == .video)
        #expect(picker.startVideoCapture())
        while camera.shutter.accessibilityLabel != "Stop" { try await Task.sleep(for: .milliseconds(2)) }
        #expect(!picker.startVideoCapture())
        picker.stopVideoCapture()
        let info = try await told.next()
        let file = try #require(info[.mediaURL] as? URL)
        #expect(info[.mediaType] as? String == "public.movie")
        #expect(UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(file.path))
        try FileManager.default.removeItem(at: file)
    }

    @Test func theDelegateIsToldThatAPersonCancels() throws {
        let (picker, camera) = try camera()
        defer { withExtendedLifetime(picker) {} }
        camera.cancelButton.sendActions(for: .touchUpInside)
        #expect(told.cancelCount == 1)
    }

    @Test func thePreviewIsLeveledWhenTheInterfaceTurns() throws {
        let (picker, camera) = try camera()
        defer { withExtendedLifetime(picker) {} }
        let connection = try #require(camera.preview.connection)
        let level = connection.videoRotationAngle
        func turn() {
            connection.videoRotationAngle = level == 0 ? 180 : 0
            NotificationCenter.default.post(
                name: UIApplication.didChangeStatusBarOrientationNotification, object: nil)
        }
        turn()
        #expect(connection.videoRotationAngle == level)
        camera.viewDidDisappear(false)
        turn()
        #expect(connection.videoRotationAngle != level)
    }

    @Test func theOtherCameraIsAButtonAway() throws {
        let (picker, camera) = try camera()
        camera.turnButton.sendActions(for: .touchUpInside)
        #expect(picker.cameraDevice == .front)
        #expect(UIImagePickerController.availableMediaTypes(for: .photoLibrary) == ["public.image", "public.movie"])
    }
}
