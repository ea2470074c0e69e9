import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

/// Depth that streams, from a phone whose clock moves when the test says so.
@Suite(.ownPhoneOnManualClock) struct DepthOutputTests {
    private struct Map: Sendable {
        var depth: AVDepthData
        var time: CMTime
    }

    /// Keeps what it gets, and answers only when it may.
    private final class Delegate: NSObject, AVCaptureDepthDataOutputDelegate, Sendable {
        struct Record: Sendable {
            var maps: [Map] = []
            var drops: [Map] = []
            var reasons: [AVCaptureOutput.DataDroppedReason] = []
        }
        let record = Monitor(Record())
        let gate = Monitor(true)

        func depthDataOutput(
            _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
            connection: AVCaptureConnection
        ) {
            record.withLock { $0.maps.append(Map(depth: depthData, time: timestamp)) }
            _ = gate.wait(timeout: .seconds(60)) { $0 ? true : nil }
        }

        func depthDataOutput(
            _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
            connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
        ) {
            record.withLock { record in
                record.drops.append(Map(depth: depthData, time: timestamp))
                record.reasons.append(reason)
            }
        }

        func maps(_ count: Int) throws -> [Map] {
            try #require(record.wait(timeout: .seconds(60)) { $0.maps.count >= count ? $0.maps : nil })
        }

        func drops(_ count: Int) throws -> Record {
            try #require(record.wait(timeout: .seconds(60)) { $0.drops.count >= count ? $0 : nil })
        }
    }

    /// A depth camera, its frames and its depth.
    private final class Scene {
        let capture: SimulatedCapture
        let depth = AVCaptureDepthDataOutput()
        let video = AVCaptureVideoDataOutput()
        let delegate = Delegate()
        let frames = FrameCollector(limit: 2 * SinkCapacity.total)
        let clock: ManualClock
        var queues = [DispatchQueue(label: "frames"), DispatchQueue(label: "depth")]
        private var isStarted = false

        init(
            _ camera: String = "back-lidar", preset: AVCaptureSession.Preset = .vga640x480,
            _ change: (Scene) throws -> Void = { _ in }
        ) throws {
            capture = try SimulatedCapture(camera, preset: preset, outputs: [video, depth])
            clock = try #require(capture.session.world.clock as? ManualClock)
            video.alwaysDiscardsLateVideoFrames = false
            depth.alwaysDiscardsLateDepthData = false
            video.setSampleBufferDelegate(frames, queue: queues[0])
            depth.setDelegate(delegate, callbackQueue: queues[1])
            try change(self)
            capture.session.startRunning()
        }

        /// Lets the camera make its next frames, one after the other, and the delegates take each.
        func advance(_ count: Int, rate: Int64 = 30) {
            for _ in 0..<count {
                // The first frame comes at once.
                if isStarted { clock.advance(by: CMTime(value: 1_000_000_000 / rate + 1, timescale: 1_000_000_000)) }
                isStarted = true
                clock.waitForSleeper()
                for queue in queues where delegate.gate.withLock({ $0 }) { queue.sync {} }
            }
        }

        func configure(_ change: (AVCaptureDevice) -> Void) throws {
            try capture.camera.lockForConfiguration()
            change(capture.camera)
            capture.camera.unlockForConfiguration()
        }
    }

    /// The value of a map in the middle of a region.
    private static func meters(_ depth: AVDepthData, _ region: SceneRegion) -> Float {
        let map = depth.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32).depthDataMap
        let x = Int((region.x + region.width / 2) * Double(CVPixelBufferGetWidth(map)))
        let y = Int((region.y + region.height / 2) * Double(CVPixelBufferGetHeight(map)))
        return map.withPlanes { $0[0].base.load(fromByteOffset: y * $0[0].bytesPerRow + 4 * x, as: Float.self) }
    }

    private static func rows(_ depth: AVDepthData) -> [[Float]] {
        let map = depth.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32).depthDataMap
        let width = CVPixelBufferGetWidth(map)
        return map.withPlanes { planes in
            (0..<CVPixelBufferGetHeight(map)).map { y in
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: Float.self)
                return Array(UnsafeBufferPointer(start: row, count: width))
            }
        }
    }

    /// Where the ball is: the middle of what is a meter away, in parts of the width.
    private static func ball(_ depth: AVDepthData) -> Double? {
        let rows = rows(depth)
        let places = rows.flatMap { row in row.indices.filter { row[$0] == SceneLayout.ballDistance } }
        return places.isEmpty
            ? nil : (Double(places.reduce(0, +)) / Double(places.count) + 0.5) / Double(rows[0].count)
    }

    /// Where the ball is in a frame: the middle of what is red along its track, in parts of the width.
    private static func ball(in picture: CVPixelBuffer) -> Double? {
        picture.withPlanes { planes in
            let (width, height) = (planes[1].width, planes[1].height)
            var (sum, count) = (0, 0)
            for y in Int(0.78 * Double(height))..<Int(0.9 * Double(height)) {
                for x in 0..<width {
                    let cr = planes[1].base.load(fromByteOffset: y * planes[1].bytesPerRow + 2 * x + 1, as: UInt8.self)
                    if cr > 170 { (sum, count) = (sum + x, count + 1) }
                }
            }
            return count == 0 ? nil : (Double(sum) / Double(count) + 0.5) / Double(width)
        }
    }

    @Test func depthIsThatOfTheSceneAtTheTimesOfTheFrames() throws {
        let scene = try Scene()
        scene.advance(4)
        let maps = try scene.delegate.maps(4)
        let frames = try #require(scene.frames.frames(4))
        #expect(maps.map(\.time) == frames.prefix(4).map(\.presentationTimeStamp))
        for map in maps {
            #expect(Self.meters(map.depth, SceneLayout.nearBoard) == SceneLayout.nearDistance)
            #expect(Self.meters(map.depth, SceneLayout.colorChart) == SceneLayout.chartDistance)
            #expect(map.depth.depthDataType == kCVPixelFormatType_DepthFloat32)
            #expect(map.depth.isDepthDataFiltered && map.depth.depthDataAccuracy == .absolute)
            #expect(CVPixelBufferGetWidth(map.depth.depthDataMap) == 640)
            #expect(CVPixelBufferGetHeight(map.depth.depthDataMap) == 480)
            #expect(map.depth.cameraCalibrationData?.intrinsicMatrixReferenceDimensions.width == 4032)
        }
        let port = try #require(scene.depth.connection(with: .depthData)?.inputPorts.first)
        #expect(port.formatDescription?.mediaSubType.rawValue == kCVPixelFormatType_DepthFloat32)
    }

    @Test func whatMovesIsWhereItIsInTheFrame() throws {
        let scene = try Scene()
        // The ball takes two seconds from left to right.
        scene.advance(16)
        let maps = try scene.delegate.maps(16)
        let frames = try #require(scene.frames.frames(16))
        for index in [1, 8, 15] {
            let picture = try #require(frames[index].imageBuffer)
            let seen = try #require(Self.ball(in: picture))
            let measured = try #require(Self.ball(maps[index].depth))
            // A pixel of the map, and the shadow beside the ball, which the filter fills from both of its sides.
            #expect(abs(seen - measured) < 0.012, "frame \(index)")
        }
        let (first, last) = (Self.ball(maps[1].depth) ?? 0, Self.ball(maps[15].depth) ?? 0)
        #expect(abs(first - last) > 0.05)
    }

    @Test func withoutTheFilterThereAreHolesWhereOneLensSeesNothing() throws {
        let scene = try Scene { $0.depth.isFilteringEnabled = false }
        scene.advance(1)
        let raw = try scene.delegate.maps(1)[0].depth
        #expect(!raw.isDepthDataFiltered && raw.depthDataQuality == .low)
        let rows = Self.rows(raw)
        let board = SceneLayout.nearBoard
        let row = rows[Int((board.y + board.height / 2) * Double(rows.count))]
        let edge = Int(board.x * Double(row.count))
        #expect(row[edge - 6].isNaN && row[edge + 6] == SceneLayout.nearDistance)
        // Both lenses see what is to the right of it.
        #expect(!row[Int((board.x + board.width) * Double(row.count)) + 6].isNaN)
        scene.depth.isFilteringEnabled = true
        scene.advance(1)
        let filtered = try scene.delegate.maps(2)[1].depth
        #expect(filtered.isDepthDataFiltered && filtered.depthDataQuality == .high)
        #expect(Self.rows(filtered).allSatisfy { $0.allSatisfy(\.isFinite) })
    }

    @Test func depthComesNoMoreOftenThanItMay() throws {
        let scene = try Scene("front-truedepth", preset: .hd1280x720) { scene in
            try scene.configure { device in
                device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
                device.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15)
            }
        }
        scene.advance(9, rate: 60)
        let frames = try #require(scene.frames.frames(9))
        let maps = try scene.delegate.maps(3)
        #expect(maps.map(\.time) == [0, 4, 8].map { frames[$0].presentationTimeStamp })
    }

    @Test func theFormatChangesWithoutLosingAFrame() throws {
        let scene = try Scene()
        scene.advance(2)
        _ = try scene.delegate.maps(2)
        let formats = scene.capture.camera.activeFormat.supportedDepthDataFormats
        let small = try #require(
            formats.first {
                $0.formatDescription.dimensions.width == 320
                    && $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_DepthFloat16
            })
        try scene.configure { $0.activeDepthDataFormat = small }
        scene.advance(2)
        let map = try scene.delegate.maps(4)[3].depth
        #expect(map.depthDataType == kCVPixelFormatType_DepthFloat16)
        #expect(CVPixelBufferGetWidth(map.depthDataMap) == 320 && CVPixelBufferGetHeight(map.depthDataMap) == 240)
        #expect(abs(Self.meters(map, SceneLayout.nearBoard) - SceneLayout.nearDistance) < 0.001, "half precision")
        try scene.configure { $0.activeDepthDataFormat = nil }
        scene.advance(2)
        let frames = try #require(scene.frames.frames(6))
        let steps = zip(frames, frames.dropFirst()).map { $1.presentationTimeStamp - $0.presentationTimeStamp }
        #expect(steps.allSatisfy { abs($0.seconds - 1.0 / 30) < 1e-6 })
        #expect(scene.delegate.record.withLock { $0.maps.count } == 4)
        #expect(scene.frames.record.withLock(\.drops).isEmpty)
    }

    @Test func aDisabledConnectionAndALostDelegateEndTheDepth() throws {
        let scene = try Scene()
        scene.advance(1)
        _ = try scene.delegate.maps(1)
        let connection = try #require(scene.depth.connection(with: .depthData))
        connection.isEnabled = false
        scene.advance(2)
        connection.isEnabled = true
        scene.advance(1)
        let maps = try scene.delegate.maps(2)
        #expect((maps[1].time - maps[0].time).seconds > 0.09)
        scene.depth.setDelegate(nil, callbackQueue: nil)
        scene.advance(2)
        _ = try #require(scene.frames.frames(6))
        #expect(scene.delegate.record.withLock { $0.maps.count } == 2)
    }

    @Test func whatABusyDelegateMissesIsReported() throws {
        let scene = try Scene { scene in
            scene.depth.alwaysDiscardsLateDepthData = true
            // Before the session starts: its first map comes at once.
            scene.delegate.gate.withLock { $0 = false }
        }
        scene.advance(1)
        _ = try scene.delegate.maps(1)
        scene.advance(2)
        scene.delegate.gate.withLock { $0 = true }
        let record = try scene.delegate.drops(2)
        #expect(record.reasons == [.lateData, .lateData])
        let frames = try #require(scene.frames.frames(3))
        #expect(record.drops.map(\.time) == frames[1...2].map(\.presentationTimeStamp))
        let lost = record.drops[0].depth
        #expect(lost.depthDataType == kCVPixelFormatType_DepthFloat32)
        #expect(Self.rows(lost).allSatisfy { $0.allSatisfy(\.isNaN) })
    }

    @Test func whatATurnedConnectionMissesHasTheTurnedSize() throws {
        let scene = try Scene { scene in
            scene.depth.alwaysDiscardsLateDepthData = true
            scene.depth.connection(with: .depthData)?.videoRotationAngle = 90
            scene.delegate.gate.withLock { $0 = false }
        }
        scene.advance(1)
        let made = try scene.delegate.maps(1)[0].depth
        scene.advance(1)
        scene.delegate.gate.withLock { $0 = true }
        let lost = try scene.delegate.drops(1).drops[0].depth
        for map in [made.depthDataMap, lost.depthDataMap] {
            #expect(CVPixelBufferGetWidth(map) == 480 && CVPixelBufferGetHeight(map) == 640)
        }
    }

    @Test func thereIsNoMapWithoutItsFrame() throws {
        let scene = try Scene()
        // The program keeps all frames, and no maps.
        var times: Set<CMTime> = []
        for _ in 0..<(2 * SinkCapacity.total) where scene.frames.record.withLock(\.drops).isEmpty {
            scene.advance(1)
            let maps = scene.delegate.record.withLock { record in
                defer { record.maps = [] }
                return record.maps
            }
            times.formUnion(maps.map(\.time))
        }
        #expect(try scene.delegate.drops(1).reasons == [.outOfBuffers])
        #expect(times == Set(scene.frames.record.withLock(\.frames).map(\.presentationTimeStamp)))
    }

    @Test func mapsThatTheProgramKeepsAreMissing() throws {
        let scene = try Scene { $0.depth.isFilteringEnabled = false }
        scene.advance(SinkCapacity.depth + 1)
        _ = try scene.delegate.maps(SinkCapacity.depth)
        #expect(try scene.delegate.drops(1).reasons == [.outOfBuffers])
        #expect(scene.frames.record.withLock(\.drops).isEmpty, "the frames are another matter")
    }

    @Test func whatTheCameraLosesIsLostToBoth() throws {
        var faults = SimulatedFaults()
        faults.dropEvery = 3
        SimulatedPhone.ofTest.setFaults(faults, of: "back-lidar")
        let scene = try Scene()
        scene.advance(3)
        let record = try scene.delegate.drops(1)
        #expect(record.reasons == [.discontinuity] && record.maps.count == 2)
    }

    @Test(arguments: [(CGFloat(90), false), (180, false), (270, true), (0, true)])
    func theConnectionTurnsTheMapLikeThePicture(angle: CGFloat, isMirrored: Bool) throws {
        let scene = try Scene { scene in
            for connection in scene.capture.session.connections where connection.isVideoMirroringSupported {
                connection.videoRotationAngle = angle
                connection.automaticallyAdjustsVideoMirroring = false
                connection.isVideoMirrored = isMirrored
            }
        }
        scene.advance(1)
        let depth = try scene.delegate.maps(1)[0].depth
        let picture = try #require(scene.frames.frames(1)?[0].imageBuffer)
        let (width, height) = (CVPixelBufferGetWidth(depth.depthDataMap), CVPixelBufferGetHeight(depth.depthDataMap))
        #expect(width == CVPixelBufferGetWidth(picture) && height == CVPixelBufferGetHeight(picture))
        #expect(depth.cameraCalibrationData == nil)
        // The board: upright it is in the upper part, right of the middle.
        let (x, y) = (0.66, 0.2)
        let turned = angle == 90 ? (1 - y, x) : angle == 180 ? (1 - x, 1 - y) : angle == 270 ? (y, 1 - x) : (x, y)
        let place = SceneRegion(x: isMirrored ? 1 - turned.0 : turned.0, y: turned.1, width: 0, height: 0)
        #expect(Self.meters(depth, place) == SceneLayout.nearDistance)
    }

    /// Remembers which outputs came together.
    private final class Pairs: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
        let video: AVCaptureOutput
        let depth: AVCaptureOutput
        struct Pair: Sendable {
            var video: CMTime?
            var depth: CMTime?
            var isDropped = false
        }
        let pairs = Monitor<[Pair]>([])

        init(_ video: AVCaptureOutput, _ depth: AVCaptureOutput) {
            (self.video, self.depth) = (video, depth)
        }

        func dataOutputSynchronizer(
            _ synchronizer: AVCaptureDataOutputSynchronizer,
            didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
        ) {
            let map = synchronizedDataCollection.synchronizedData(for: depth) as? AVCaptureSynchronizedDepthData
            let pair = Pair(
                video: synchronizedDataCollection[video]?.timestamp, depth: map?.timestamp,
                isDropped: map?.depthDataWasDropped ?? false)
            pairs.withLock { $0.append(pair) }
        }
    }

    @Test func theSynchronizerDeliversFrameAndDepthTogether() throws {
        var synchronizer: AVCaptureDataOutputSynchronizer?
        var pairs: Pairs?
        let scene = try Scene { scene in
            let delegate = Pairs(scene.video, scene.depth)
            pairs = delegate
            synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [scene.video, scene.depth])
            scene.queues = [DispatchQueue(label: "pairs")]
            synchronizer?.setDelegate(delegate, queue: scene.queues[0])
            try scene.configure { $0.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15) }
        }
        scene.advance(7)
        let seen = try #require(pairs?.pairs.wait(timeout: .seconds(60)) { $0.count >= 7 ? $0 : nil })
        #expect(seen.map { $0.depth != nil } == [true, false, true, false, true, false, true])
        #expect(seen.allSatisfy { $0.video != nil && ($0.depth == nil || $0.depth == $0.video) && !$0.isDropped })
        #expect(scene.delegate.record.withLock { $0.maps.isEmpty }, "its own delegate is not called meanwhile")
        withExtendedLifetime(synchronizer) {}
    }

    @Test func onlyACameraWithDepthFormatsTakesTheOutput() throws {
        let plain = try SimulatedCapture(outputs: [])
        #expect(!plain.session.canAddOutput(AVCaptureDepthDataOutput()))
        #expect(plain.session.inputs[0].ports.allSatisfy { $0.mediaType != .depthData })
        #expect(AVCaptureSession().canAddOutput(AVCaptureDepthDataOutput()))
        let deep = try SimulatedCapture("front-truedepth", outputs: [])
        let output = AVCaptureDepthDataOutput()
        #expect(deep.session.canAddOutput(output))
        deep.session.addOutputWithNoConnections(output)
        #expect(output.connections.isEmpty)
        let input = try #require(deep.session.inputs[0] as? AVCaptureDeviceInput)
        let port = try #require(
            input.ports(for: .depthData, sourceDeviceType: nil, sourceDevicePosition: .unspecified).first)
        let connection = AVCaptureConnection(inputPorts: [port], output: output)
        #expect(deep.session.canAddConnection(connection))
        deep.session.addConnection(connection)
        #expect(output.connection(with: .depthData) === connection && connection.isActive)
        let video = input.ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified)
        #expect(!deep.session.canAddConnection(AVCaptureConnection(inputPorts: video, output: output)))
    }
}
