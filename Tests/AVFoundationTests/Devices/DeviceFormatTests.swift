import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import Testing

extension OnTheSimulatedPhone {
    @Suite struct DeviceFormatTests {
        private func back() throws -> AVCaptureDevice {
            try #require(AVCaptureDevice(uniqueID: "simulated:back"))
        }

        @Test func formatsStateTheLimitsOfExposureAndZoom() throws {
            let format = try back().activeFormat
            #expect(format.minExposureDuration < format.maxExposureDuration)
            #expect(format.minISO == 50 && format.maxISO == 3200)
            #expect(format.videoMaxZoomFactor == 16)
            #expect(format.systemRecommendedVideoZoomRange == 1...10)
            #expect(format.systemRecommendedExposureBiasRange == -2...2)
        }

        @Test func photosCanBeLargerThanTheStream() throws {
            let device = try back()
            let format = try #require(device.formats.first { $0.formatDescription.dimensions.width == 1920 })
            let sizes = format.supportedMaxPhotoDimensions
            #expect(sizes.first?.width == 1920 && sizes.last?.width == 4032)
            #expect(format.highResolutionStillImageDimensions.height == 3024)
            #expect(format.videoZoomFactorUpscaleThreshold == 2.1)
        }

        @Test func tenBitFormatsHaveAWiderColorSpace() throws {
            let device = try back()
            let hdr = device.formats.filter {
                $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            }
            #expect(!hdr.isEmpty && hdr.allSatisfy { $0.supportedColorSpaces == [.HLG_BT2020] })
            #expect(device.formats[0].supportedColorSpaces == [.sRGB])
        }

        /// Programs take the last format for the largest, and go back from the current one to smaller ones.
        @Test(arguments: ["back", "front"])
        func formatsAreOrderedFromSmallestToLargest(name: String) throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:\(name)"))
            let areas = device.formats.map { format in
                Int(format.formatDescription.dimensions.width) * Int(format.formatDescription.dimensions.height)
            }
            #expect(areas == areas.sorted() && areas.count > 1)
            if name == "back" { #expect(device.formats.last?.isHighestPhotoQualitySupported == true) }
            // Within one size the plain 8-bit format comes first, and the other pixel formats are next to it.
            let fullHD = device.formats.filter { $0.formatDescription.dimensions.width == 1920 }
            #expect(
                fullHD.first?.formatDescription.mediaSubType.rawValue
                    == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
            #expect(device.formats.contains { $0 === device.activeFormat })
        }

        @Test func changingTheFormatReturnsToItsDefaults() throws {
            let device = try back()
            let old = device.activeFormat
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let other = try #require(device.formats.first { $0 !== old })
            let told = Monitor<[CMTime]>([])
            let observation = device.observe(\.activeVideoMinFrameDuration, options: [.new]) { _, change in
                told.withLock { $0.append(change.newValue ?? .invalid) }
            }
            defer { observation.invalidate() }
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            device.activeFormat = other
            #expect(told.withLock { $0 } == [CMTime(value: 1, timescale: 10), CMTime(value: 1, timescale: 30)])
            device.activeFormat = old
        }

        @Test func aRunningCameraTakesAnotherFormatAndRate() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            let old = device.activeFormat
            defer { device.activeFormat = old }
            _ = try camera.frame()
            device.activeFormat = try #require(
                device.formats.first { format in
                    format.formatDescription.dimensions.width == 1280
                        && format.formatDescription.mediaSubType.rawValue
                            == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
                })
            let frame = try camera.firstFrame { CVPixelBufferGetWidth($0) == 1280 }
            #expect(camera.session.sessionPreset == .inputPriority)
            #expect(frame.duration == CMTime(value: 1, timescale: 30))
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            let slow = try camera.firstFrame(after: frame) { $0.duration == CMTime(value: 1, timescale: 10) }
            let next = try camera.frame(at: slow.presentationTimeStamp + CMTime(value: 1, timescale: 1000))
            #expect((next.presentationTimeStamp - slow.presentationTimeStamp).seconds > 0.099)
            device.activeVideoMinFrameDuration = .invalid
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        }

        @Test func aTenBitFormatDeliversTenBitsInHLG() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            let old = device.activeFormat
            defer { device.activeFormat = old }
            _ = try camera.frame()
            device.activeFormat = try #require(device.formats.first { $0.supportedColorSpaces == [.HLG_BT2020] })
            #expect(device.activeColorSpace == .HLG_BT2020)
            let tenBits = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            let frame = try camera.firstFrame { CVPixelBufferGetPixelFormatType($0) == tenBits }
            let buffer = try #require(frame.imageBuffer)
            let transfer = CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String
            #expect(transfer == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
            device.activeFormat = old
            #expect(device.activeColorSpace == .sRGB)
        }

        @Test func depthCamerasHaveDepthFormats() throws {
            let depth = try #require(AVCaptureDevice(uniqueID: "simulated:back-lidar"))
            let format = try #require(depth.activeDepthDataFormat)
            #expect(format.mediaType == .depthData)
            #expect(depth.activeFormat.supportedDepthDataFormats.contains(format))
            #expect(try back().activeDepthDataFormat == nil)
            try depth.lockForConfiguration()
            defer { depth.unlockForConfiguration() }
            depth.activeDepthDataFormat = nil
            #expect(depth.activeDepthDataFormat == nil)
            depth.activeDepthDataFormat = format
        }

        @Test func aPortReportsANewFormat() throws {
            let device = try back()
            let input = try AVCaptureDeviceInput(device: device)
            let port = try #require(input.ports.first)
            let count = Monitor(0)
            let token = NotificationCenter.default.addObserver(
                forName: .AVCaptureInputPortFormatDescriptionDidChange, object: port, queue: nil
            ) { _ in count.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            let old = device.activeFormat
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            device.activeFormat = try #require(device.formats.first { $0 !== old })
            #expect(count.withLock { $0 } == 1)
            device.activeFormat = old
        }

        @Test func aPortReportsItsFormatWhenItFirstRuns() throws {
            let output = AVCaptureVideoDataOutput()
            let capture = try SimulatedCapture(outputs: [output])
            let port = try #require(capture.session.inputs.first?.ports.first)
            let count = Monitor(0)
            let token = NotificationCenter.default.addObserver(
                forName: .AVCaptureInputPortFormatDescriptionDidChange, object: port, queue: nil
            ) { _ in count.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            capture.session.startRunning()
            #expect(count.withLock { $0 } == 1)
            capture.session.stopRunning()
            capture.session.startRunning()
            #expect(count.withLock { $0 } == 1)
            // Another session's preview has not been told yet.
            capture.session.stopRunning()
            let input = try #require(capture.session.inputs.first)
            capture.session.removeInput(input)
            let other = AVCaptureSession()
            other.addInput(input)
            other.addOutput(AVCaptureVideoDataOutput())
            // It has chosen formats of its own.
            let before = count.withLock { $0 }
            other.startRunning()
            #expect(count.withLock { $0 } == before + 1)
            other.stopRunning()
        }

        @Test func aMicrophoneHasPortsForTheSoundFromEitherSide() throws {
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            let input = try AVCaptureDeviceInput(device: microphone)
            func ports(_ position: AVCaptureDevice.Position) -> [AVCaptureInput.Port] {
                input.ports(for: .audio, sourceDeviceType: .microphone, sourceDevicePosition: position)
            }
            #expect(ports(.unspecified) == input.ports && input.ports.count == 1)
            for position in [AVCaptureDevice.Position.front, .back] {
                let side = try #require(ports(position).first)
                #expect(ports(position) == [side] && side.sourceDevicePosition == position && side.input === input)
                // It is the same object each time, and only for multi-camera sessions.
                for (session, takesIt) in [(AVCaptureSession(), false), (AVCaptureMultiCamSession(), true)] {
                    let output = AVCaptureAudioDataOutput()
                    let input = try AVCaptureDeviceInput(device: microphone)
                    session.addInputWithNoConnections(input)
                    session.addOutputWithNoConnections(output)
                    let port = try #require(
                        input.ports(for: .audio, sourceDeviceType: nil, sourceDevicePosition: position).first)
                    let connection = AVCaptureConnection(inputPorts: [port], output: output)
                    #expect(session.canAddConnection(connection) == takesIt)
                }
            }
        }

        @Test func aVirtualDeviceHasPortsForItsConstituents() throws {
            let triple = try #require(AVCaptureDevice(uniqueID: "simulated:back-triple"))
            let input = try AVCaptureDeviceInput(device: triple)
            #expect(input.ports.map(\.mediaType) == [.video, .metadataObject])
            let port = input.ports(
                for: .video, sourceDeviceType: .builtInTelephotoCamera, sourceDevicePosition: .back
            ).first
            #expect(port?.sourceDeviceType == .builtInTelephotoCamera)
            #expect(port?.input === input)
        }

        @Test func stereoIsRecordedFromAMicrophoneWithTwoChannels() throws {
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            let input = try AVCaptureDeviceInput(device: microphone)
            #expect(input.isMultichannelAudioModeSupported(.stereo))
            #expect(!input.isMultichannelAudioModeSupported(.firstOrderAmbisonics))
            input.multichannelAudioMode = .stereo
            let channels = { input.ports.first?.formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame }
            #expect(channels() == 2)
            input.multichannelAudioMode = .none
            #expect(channels() == 1)
        }
    }
}

extension MeasuredCamera {
    /// The first frame whose picture meets the condition, within half a minute.
    fileprivate func firstFrame(_ isWanted: (CVPixelBuffer) -> Bool) throws -> CMSampleBuffer {
        try firstFrame(after: nil) { $0.imageBuffer.map(isWanted) ?? false }
    }

    fileprivate func firstFrame(
        after last: CMSampleBuffer?, _ isWanted: (CMSampleBuffer) -> Bool
    ) throws -> CMSampleBuffer {
        var frame = try last ?? self.frame()
        for _ in 0..<900 where !isWanted(frame) {
            frame = try self.frame(at: frame.presentationTimeStamp + CMTime(value: 1, timescale: 1000))
        }
        try #require(isWanted(frame))
        return frame
    }
}
