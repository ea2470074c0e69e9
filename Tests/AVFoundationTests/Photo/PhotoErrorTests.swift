import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    /// Whatever goes wrong, a request ends once, with one of Apple's errors, and later requests work.
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
            studio.output.watchLimits.withLock { $0.silence = .milliseconds(500) }
            // Photos succeed until the camera stalls.
            let record = try outcome(withinTries: 10_000) {
                let record = try studio.take(try way.settings(studio.output))
                return record.error == nil ? nil : record
            }
            #expect(record.finishCount == 1 && record.photos.isEmpty && record.error?.code == .noDataCaptured)
            #expect(record.error?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice === studio.camera)
            SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back")
            studio.capture.session.stopRunning()
            studio.capture.session.startRunning()
            #expect(try studio.take(try way.settings(studio.output)).photos.count == 1)
        }

        /// A request made by hand, whose photos are made by `develop`.
        private func request(
            _ settings: AVCapturePhotoSettings, of output: AVCapturePhotoOutput, _ camera: AVCaptureDevice,
            pressTime: CMTime, delegate: PhotoCollector,
            develop: @escaping PhotoRequest.Develop = { (_, exposures) in exposures }
        ) throws -> PhotoRequest {
            let connection = try #require(output.connection(with: .video))
            let plan = PhotoPlan(
                settings, of: output, device: camera, orientation: connection.state.withLock { $0 },
                pressTime: pressTime)
            return PhotoRequest(output: output, plan: plan, delegate: delegate, develop: develop)
        }

        @Test func aStillThatNeverComesIsAnErrorThoughTheStreamGoesOn() throws {
            let studio = try PhotoStudio()
            _ = try studio.photo()
            studio.output.watchLimits.withLock { $0.silence = .milliseconds(500) }
            let delegate = PhotoCollector()
            let request = try request(
                AVCapturePhotoSettings().with { $0.flashMode = .on }, of: studio.output, studio.camera,
                pressTime: CMClockGetHostTimeClock().time, delegate: delegate)
            let source = SilentSource()
            request.begin()
            studio.output.stillExposer.capture(
                [StillRequest()], of: { source }, willExpose: { request.willExpose() },
                completion: { request.expose($0.map { PhotoExposure.exposures(of: $0, for: request.settings) }) })
            PhotoWatch.follow(request)
            let record = try #require(delegate.finished())
            #expect(record.calls == ["willBegin", "willCapture", "photo", "didFinish"])
            #expect(record.error?.code == .noDataCaptured && record.photos.isEmpty)
            // What comes later is nobody's.
            source.answer()
            #expect(try studio.take(AVCapturePhotoSettings().with { $0.flashMode = .on }).photos.count == 1)
            #expect(delegate.record.withLock { $0.calls.count } == 4)
            #expect(studio.output.requestCount == 0)
        }

        @Test func anEncoderThatHangsCostsItsPhotoAndNoOther() throws {
            let studio = try PhotoStudio()
            _ = try studio.photo()
            let limits = PhotoWatch.Limits()
            studio.output.watchLimits.withLock { $0.work = .milliseconds(300) }
            let delegate = PhotoCollector()
            let (hangs, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let pressTime = CMClockGetHostTimeClock().time
            let request = try request(
                AVCapturePhotoSettings(), of: studio.output, studio.camera, pressTime: pressTime, delegate: delegate
            ) { (request, exposures) in
                hangs.signal()
                #expect(end.wait(timeout: .now() + 60) == .success)
                request.deliver(Self.photo(of: request))
                return exposures
            }
            request.begin()
            studio.output.recentFrames.capture(RecentFrames.Press(time: pressTime)) { result in
                request.expose(result.map { PhotoExposure.exposures(of: $0, for: request.settings) })
            }
            try #require(hangs.wait(timeout: .now() + 60) == .success)
            PhotoWatch.follow(request)
            studio.output.watchLimits.withLock { $0 = limits }
            // One that waits behind it is made when it is left behind.
            #expect(try studio.take(AVCapturePhotoSettings()).photos.count == 1)
            let record = try #require(delegate.finished())
            let calls = ["willBegin", "didCapture", "photo", "didFinish"]
            #expect(record.calls == calls && record.photos.isEmpty && record.finishCount == 1)
            #expect(record.error?.code == .encodeFailed)
            #expect(record.error?.localizedDescription.hasPrefix("The photo was not encoded within") == true)
            // What it makes in the end is nobody's.
            end.signal()
            for _ in 0..<3 { #expect(try studio.take(AVCapturePhotoSettings()).photos.count == 1) }
            #expect(delegate.record.withLock { $0.calls } == calls)
            #expect(studio.output.requestCount == 0)
        }

        private static func photo(of request: PhotoRequest) -> AVCapturePhoto {
            AVCapturePhoto(
                .nothing(isRaw: false), companions: AVCapturePhoto.Companions(), timestamp: .invalid,
                settings: request.resolved, photoCount: 1, sequenceCount: 0, metadata: [:],
                sourceDeviceType: request.plan.device.deviceType)
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
            // No more frames come except ours.
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

/// A camera that makes its stills when a test tells it to.
private final class SilentSource: StillSource {
    let id = DeviceID(scheme: "fake", name: "silent")
    private let asked = Mutex<[@Sendable (Int, Result<StillFrame, CaptureError>) -> Void]>([])

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {}

    func stop() {}

    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void
    ) {
        asked.withLock { $0.append(deliver) }
    }

    func answer() {
        for deliver in asked.withLock({ $0 }) { deliver(0, .failure(CaptureError(.interrupted, "too late"))) }
    }
}
