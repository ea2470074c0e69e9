import AVFoundation
import CoreMotion
import Photos

/// A class of the main actor whose handlers change its state, as apps in Swift 5 mode are written.
@MainActor final class MainScreenController {
    var isAllowed = false
    var isSaved = false
    var thumbnail: CGImage?
    var tilt = 0.0
    private let player = AVPlayer()
    private let motion = CMMotionManager()
    private let node = AVAudioPlayerNode()

    func askForTheCamera() {
        AVCaptureDevice.requestAccess(for: .video) { granted in self.isAllowed = granted }
        PHPhotoLibrary.requestAuthorization(for: .addOnly) { status in self.isAllowed = status == .authorized }
        AVAudioSession.sharedInstance().requestRecordPermission { granted in self.isAllowed = granted }
    }

    func save(_ url: URL, with writer: AVAssetWriter, _ export: AVAssetExportSession) {
        writer.finishWriting { self.isSaved = writer.status == .completed }
        export.exportAsynchronously { self.isSaved = export.status == .completed }
        PHPhotoLibrary.shared().performChanges {
            self.isSaved = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url) != nil
        } completionHandler: { isSaved, _ in
            self.isSaved = isSaved
        }
    }

    func follow(_ device: AVCaptureDevice, _ asset: AVAsset) {
        device.setExposureModeCustom(duration: .zero, iso: 100) { _ in self.isSaved = false }
        device.setFocusModeLocked(lensPosition: 0.5) { _ in self.isSaved = false }
        player.seek(to: .zero) { isFinished in self.isSaved = isFinished }
        AVAssetImageGenerator(asset: asset).generateCGImagesAsynchronously(forTimes: []) { _, image, _, _, _ in
            self.thumbnail = image
        }
        motion.startDeviceMotionUpdates(to: .main) { data, _ in self.tilt = data?.attitude.roll ?? 0 }
        motion.startAccelerometerUpdates(to: .main) { data, _ in self.tilt = data?.acceleration.x ?? 0 }
        node.scheduleBuffer(AVAudioPCMBuffer(pcmFormat: node.outputFormat(forBus: 0), frameCapacity: 1)!) {
            self.isSaved = true
        }
    }
}
