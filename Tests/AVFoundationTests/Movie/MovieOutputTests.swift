import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct MovieOutputTests {
        private let output = AVCaptureMovieFileOutput()
        private let delegate = MovieDelegate()
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Records until `body` has returned and half a second is in the movie.
        private func record(_ capture: SimulatedCapture, _ body: () throws -> Void = {}) throws -> MovieProbe {
            let url = folder.file("movie.mov")
            capture.session.startRunning()
            output.startRecording(to: url, recordingDelegate: delegate)
            #expect(delegate.started())
            try body()
            let present = output.recordedDuration.seconds
            try #require(eventually { output.recordedDuration.seconds >= present + 0.5 })
            output.stopRecording()
            #expect(try #require(delegate.finished()).error == nil)
            return try MovieProbe(url)
        }

        private func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = NSString(string: value)
            return item
        }

        @Test func whatTheProgramSaysIsInTheFile() throws {
            let capture = try SimulatedCapture(outputs: [output])
            #expect(output.metadata == nil)
            output.metadata = [
                item(.commonIdentifierTitle, "Der erste Schnee ❄"),
                item(.quickTimeMetadataModel, "Doorbell"),
                item(.quickTimeMetadataLocationISO6709, "+48.1375+011.5755+519.000/"),
            ]
            let metadata = try record(capture).metadata()
            #expect(metadata["Keys:Title"] == "Der erste Schnee ❄")
            #expect(metadata["Keys:Model"] == "Doorbell")
            #expect(metadata["Keys:GPSCoordinates"]?.contains("48 deg") == true)
            // Default metadata stays unless the program overrides it.
            #expect(metadata["Keys:CreationDate"] != nil)
        }

        @Test func turnsDuringARecordingAreInAMetadataTrack() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            let connection = try #require(output.connection(with: .video))
            #expect(!output.recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for: connection))
            output.setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(true, for: connection)
            #expect(output.recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for: connection))
            let movie = try record(capture) {
                let start = output.recordedDuration.seconds
                try #require(eventually { output.recordedDuration.seconds >= start + 0.3 })
                connection.videoRotationAngle = 90
            }
            #expect(try movie.decodingComplaints() == "")
            #expect(movie.streams.map(\.codec_tag_string) == ["avc1", "mp4a", "mebx"])
            // The track keeps the orientation in which the recording began.
            #expect(movie.video?.clockwiseRotation == 0)
            let report = try Tool.output(
                "exiftool", ["-ee", "-n", "-a", "-s3", "-VideoOrientation", folder.file("movie.mov").path])
            // EXIF's values: 1 upright, 6 turned by 90°.
            #expect(String(decoding: report, as: UTF8.self).split(separator: "\n") == ["1", "6"])
        }

        @Test func byDefaultThereIsNoMetadataTrack() throws {
            let movie = try record(SimulatedCapture(outputs: [output]))
            #expect(movie.streams.map(\.codec_tag_string) == ["avc1"])
        }

        @Test func hevcIsRecordedWhenItIsChosen() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let connection = try #require(output.connection(with: .video))
            #expect(output.availableVideoCodecTypes.starts(with: [.h264, .hevc]))
            #expect(output.outputSettings(for: connection)[AVVideoCodecKey] as? AVVideoCodecType == .h264)
            output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: connection)
            let movie = try record(capture)
            #expect(movie.video?.codec_name == "hevc")
            #expect(movie.video?.codec_tag_string == "hvc1")
            #expect(movie.complaints == "")
        }

        @Test func picturesOfTenBitsStayPicturesOfTenBits() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let tenBits = capture.camera.formats.filter {
                $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            }
            let small = tenBits.min { $0.formatDescription.dimensions.width < $1.formatDescription.dimensions.width }
            try capture.camera.lockForConfiguration()
            capture.camera.activeFormat = try #require(small)
            capture.camera.unlockForConfiguration()
            let movie = try record(capture)
            #expect(movie.video?.codec_name == "hevc")
            #expect(movie.video?.pix_fmt == "yuv420p10le")
        }

        @Test func aRefusedRecordingNotifiesNoObserver() throws {
            let capture = try SimulatedCapture(outputs: [output])
            let changes = Monitor(0)
            let token = output.observe(\.isRecording) { _, _ in changes.withLock { $0 += 1 } }
            defer { token.invalidate() }
            capture.session.startRunning()
            output.startRecording(to: folder.file("one.mov"), recordingDelegate: delegate)
            let second = MovieDelegate()
            output.startRecording(to: folder.file("two.mov"), recordingDelegate: second)
            #expect(second.finished()?.error != nil)
            #expect(changes.withLock { $0 } == 1)
            #expect(delegate.started())
            output.stopRecording()
            #expect(delegate.finished() != nil)
            #expect(changes.withLock { $0 } == 2)
        }

        @Test func aRecordingEndsWithItsFileAtItsSize() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            output.maxRecordedFileSize = 100_000
            let url = folder.file("small.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            let error = try #require(delegate.finished()?.error)
            #expect(error.code == .maximumFileSizeReached)
            #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            #expect(try MovieProbe(url).complaints == "")
            #expect(output.recordedFileSize >= 100_000)
        }

        @Test func aRecordingEndsWithItsFileBeforeTheDiskIsFull() throws {
            let capture = try SimulatedCapture(outputs: [output])
            capture.session.startRunning()
            output.minFreeDiskSpaceLimit = .max
            let url = folder.file("full.mov")
            output.startRecording(to: url, recordingDelegate: delegate)
            let error = try #require(delegate.finished()?.error)
            #expect(error.code == .diskFull)
            #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            #expect(try MovieProbe(url).complaints == "")
        }

        @Test func aVirtualDeviceKeepsItsConstituentWhileItRecordsWhenItIsLocked() throws {
            let capture = try SimulatedCapture("back-triple", outputs: [output])
            let camera = capture.camera
            #expect(output.isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled)
            #expect(output.primaryConstituentDeviceSwitchingBehaviorForRecording == .restricted)
            output.setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
                .locked, restrictedSwitchingBehaviorConditions: [])
            #expect(output.primaryConstituentDeviceSwitchingBehaviorForRecording == .locked)
            #expect(camera.activePrimaryConstituentDeviceSwitchingBehavior == .auto)
            let telephoto = CGFloat(
                try #require(camera.virtualDeviceSwitchOverVideoZoomFactors.last).doubleValue)
            _ = try record(capture) {
                #expect(camera.activePrimaryConstituentDeviceSwitchingBehavior == .locked)
                #expect(camera.primaryConstituentDeviceSwitchingBehavior == .auto)
                let constituent = camera.activePrimaryConstituent
                try zoom(camera, to: telephoto)
                let present = output.recordedDuration.seconds
                try #require(eventually { output.recordedDuration.seconds >= present + 0.3 })
                #expect(camera.activePrimaryConstituent === constituent)
            }
            #expect(camera.activePrimaryConstituentDeviceSwitchingBehavior == .auto)
            // Zoom decides again.
            #expect(eventually { camera.activePrimaryConstituent?.deviceType == .builtInTelephotoCamera })
            try zoom(camera, to: 1)
        }

        private func zoom(_ camera: AVCaptureDevice, to factor: CGFloat) throws {
            try camera.lockForConfiguration()
            camera.videoZoomFactor = factor
            camera.unlockForConfiguration()
        }

        @Test func aRealDeviceHasNoSwitchingForRecording() throws {
            let capture = try SimulatedCapture(outputs: [output])
            #expect(capture.session.outputs.count == 1)
            #expect(!output.isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled)
            #expect(output.primaryConstituentDeviceSwitchingBehaviorForRecording == .unsupported)
            #expect(output.primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording == [])
            #expect(!output.isSpatialVideoCaptureSupported)
        }
    }
}
