import CaptureEngine
import Foundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    /// Whatever goes wrong, a request ends once, with an error in Apple's words, and later ones work.
    @Suite struct PhotoErrorTests {
        enum Way: CaseIterable {
            case stream, flash, constantColor, bracket, larger

            func settings(_ output: AVCapturePhotoOutput) throws -> AVCapturePhotoSettings {
                switch self {
                case .stream: return AVCapturePhotoSettings()
                case .flash: return AVCapturePhotoSettings().with { $0.flashMode = .on }
                case .constantColor:
                    output.isConstantColorEnabled = true
                    return AVCapturePhotoSettings().with {
                        $0.flashMode = .auto
                        $0.isConstantColorEnabled = true
                        $0.isConstantColorFallbackPhotoDeliveryEnabled = true
                    }
                case .bracket:
                    let exposures = (-2...2).map {
                        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                            exposureTargetBias: Float($0))
                    }
                    return AVCapturePhotoBracketSettings(
                        rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: exposures)
                case .larger:
                    let largest = try #require(output.supportedDimensions.last)
                    output.maxPhotoDimensions = largest
                    return AVCapturePhotoSettings().with { $0.maxPhotoDimensions = largest }
                }
            }
        }

        /// What happens to the camera between the press and the photo.
        enum Event: CaseIterable {
            case unplug, stop, interrupt

            func happen(to studio: PhotoStudio) {
                switch self {
                case .unplug: SimulatedPhone.ofTest.unplug("back")
                case .stop: studio.capture.session.stopRunning()
                case .interrupt: studio.capture.session.removeInput(studio.capture.session.inputs[0])
                }
            }
        }

        @Test("every request ends once when the camera goes", arguments: Way.allCases, Event.allCases)
        func cameraGoes(way: Way, event: Event) throws {
            let studio = try PhotoStudio()
            _ = try studio.photo()
            let delegates = try (0..<3).map { _ in studio.press(try way.settings(studio.output)) }
            event.happen(to: studio)
            for delegate in delegates {
                let record = try #require(delegate.finished())
                let expected = try #require(record.resolved?.expectedPhotoCount)
                #expect(record.finishCount == 1 && record.calls.last == "didFinish")
                #expect((record.error == nil) == (record.photos.count == expected))
                #expect(record.photos.count + record.failures.count == expected)
                for (photo, error) in record.failures {
                    #expect(photo.fileDataRepresentation() == nil && photo.pixelBuffer == nil)
                    #expect((error as? AVError)?.code == record.error?.code)
                }
                let photos = record.photos + record.failures.map(\.photo)
                #expect(photos.count { $0.isConstantColorFallbackPhoto } == (way == .constantColor ? 1 : 0))
                let codes: [AVError.Code] = [.deviceWasDisconnected, .operationInterrupted]
                #expect(record.error.map { codes.contains($0.code) } ?? true, "\(String(describing: record.error))")
            }
            #expect(studio.output.requestCount == 0)
        }

        @Test("a camera that delivers nothing any more is not waited for", arguments: [Way.stream, .flash])
        func stalls(way: Way) throws {
            var faults = SimulatedFaults()
            faults.stallAfterMilliseconds = 300
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            let studio = try PhotoStudio()
            studio.output.stallPatience.withLock { $0 = 0.5 }
            // Photos succeed until the camera stalls.
            let record = try outcome(withinTries: 10_000) {
                let record = try studio.take(try way.settings(studio.output))
                return record.error == nil ? nil : record
            }
            #expect(record.finishCount == 1 && record.photos.isEmpty)
            #expect(record.error?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice === studio.camera)
            SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back")
            studio.capture.session.stopRunning()
            studio.capture.session.startRunning()
            #expect(try studio.take(try way.settings(studio.output)).photos.count == 1)
        }

        @Test func laterCapturesWork() throws {
            let studio = try PhotoStudio()
            let session = studio.capture.session
            for _ in 0..<3 {
                session.stopRunning()
                #expect(try studio.take(AVCapturePhotoSettings()).error?.code == .sessionNotRunning)
                session.startRunning()
                #expect(try studio.take(AVCapturePhotoSettings()).photos.count == 1)
                try studio.unplug()
                #expect(try studio.take(AVCapturePhotoSettings()).error != nil)
                studio.plug()
                session.startRunning()
                #expect(try studio.take(AVCapturePhotoSettings().with { $0.flashMode = .on }).photos.count == 1)
            }
        }

        @Test("a frame that cannot be encoded is an error", arguments: [AVVideoCodecType.jpeg, .hevc])
        func encoderFails(codec: AVVideoCodecType) throws {
            let studio = try PhotoStudio()
            // No further frames come, but ours.
            studio.capture.session.stopRunning()
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: codec])
            let delegate = PhotoCollector()
            let connection = try #require(studio.output.connection(with: .video))
            let plan = PhotoPlan(
                settings, of: studio.output, device: studio.camera, orientation: connection.state.withLock { $0 },
                pressTime: .zero)
            let request = PhotoRequest(output: studio.output, plan: plan, delegate: delegate)
            request.begin()
            let stills = RecentFrames()
            let route = CaptureGraph.Route(source: studio.camera.id, sink: stills, id: RouteID())
            stills.capture(RecentFrames.Press(time: .zero)) { result in
                request.expose(result.map { PhotoExposure.exposures(of: $0, for: request.settings) })
            }
            let depth = try CVPixelBuffer.blank(64, 48, kCVPixelFormatType_DepthFloat32)
            stills.consume(
                CMSampleBuffer.frame(
                    depth, format: try CMVideoFormatDescription(imageBuffer: depth), presentationTimeStamp: .zero),
                from: route)
            let record = try #require(delegate.finished())
            #expect(record.finishCount == 1 && record.photos.isEmpty)
            #expect(record.error?.code == .formatUnsupported)
            #expect(record.calls == ["willBegin", "didCapture", "photo", "didFinish"])
            studio.capture.session.startRunning()
            #expect(try studio.photo().fileDataRepresentation() != nil)
        }
    }
}
