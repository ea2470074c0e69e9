import CaptureEngine
import Foundation
import MediaFileDevices
import TestSupport
import Testing

/// Files made with ffmpeg, and a backend on a clock that stands still.
struct MediaFileFixtures {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let backend: MediaFileBackend

    init() throws {
        folder = try TemporaryFolder()
        backend = MediaFileBackend(clock: clock)
    }

    /// Makes a file with ffmpeg.
    ///
    /// - Parameter arguments: all except the file's name.
    func make(_ name: String, _ arguments: [String]) throws -> String {
        let file = folder.file(name)
        try MadeFile.ffmpeg(arguments, to: file)
        return file.path
    }

    /// A movie of `frames` frames at 10 a second.
    func movie(_ name: String, frames: Int = 10, size: String = "320x240", options: [String] = []) throws -> String {
        try make(
            name,
            ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=10", "-frames:v", "\(frames)", "-pix_fmt", "yuv420p"] + options)
    }

    /// Starts the device that is called `name` in its only format.
    func start(_ name: String, _ deliver: @escaping @Sendable (SourceEvent) -> Void) throws -> any FrameSource {
        let device = try backend.device(named: name)
        let source = try backend.source(for: device)
        try source.start(SourceConfiguration(format: device.formats[0]), deliver: deliver)
        return source
    }

    /// The first frames of a camera.
    func pictures(_ name: String, count: Int) throws -> [Picture] {
        let recorder = SourceRecorder { Picture($0) }
        let source = try start(name, recorder.deliver)
        clock.advance(by: CMTime(value: 60, timescale: 1))
        defer { source.stop() }
        return Array(recorder.wait(for: count).prefix(count))
    }

    /// The compressed pictures that a camera's first frames were decoded from.
    func encodedPictures(_ name: String, count: Int) throws -> [Data?] {
        let recorder = SourceRecorder { event -> Data?? in
            guard case .sample(let sample) = event else { return nil }
            return .some(sample.encodedPicture)
        }
        let source = try start(name, recorder.deliver)
        clock.advance(by: CMTime(value: 60, timescale: 1))
        defer { source.stop() }
        return Array(recorder.wait(for: count).prefix(count))
    }

    /// Decodes the first picture of a file with ffmpeg to 4:2:0 planes.
    ///
    /// - Parameter filter: ffmpeg's conversion; none keeps the planes as they are coded.
    func decode(_ path: String, filter: String? = nil) throws -> DecodedPicture {
        guard let filter else { return try ImageProbe.decode(URL(fileURLWithPath: path)) }
        let converted = folder.file("\(UUID().uuidString).y4m")
        try Tool.output(
            "ffmpeg", ["-v", "error", "-i", path, "-frames:v", "1", "-vf", filter, "-strict", "-1", converted.path])
        return try ImageProbe.decode(converted)
    }
}

/// A delivered frame, copied out of its buffer.
struct Picture: Sendable {
    var time: CMTime
    var planes: DecodedPicture
    var pixelFormat: OSType
    var color: [String?]

    init?(_ event: SourceEvent) {
        guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample),
            CVPixelBufferGetPlaneCount(frame) == 2
        else { return nil }
        time = CMSampleBufferGetPresentationTimeStamp(sample)
        pixelFormat = CVPixelBufferGetPixelFormatType(frame)
        let keys = [kCVImageBufferYCbCrMatrixKey, kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey]
        color = keys.map { CVBufferCopyAttachment(frame, $0, nil) as? String }
        planes = frame.withPlanes { planes in
            DecodedPicture(
                luma: Self.component(planes[0], offset: 0, step: 1), cb: Self.component(planes[1], offset: 0, step: 2),
                cr: Self.component(planes[1], offset: 1, step: 2))
        }
    }

    private static func component(_ plane: CVPixelBuffer.Plane, offset: Int, step: Int) -> DecodedPicture.Component {
        var samples: [UInt8] = []
        samples.reserveCapacity(plane.width * plane.height)
        for y in 0..<plane.height {
            let row = plane.base + y * plane.bytesPerRow + offset
            for x in 0..<plane.width { samples.append(row.load(fromByteOffset: x * step, as: UInt8.self)) }
        }
        return DecodedPicture.Component(width: plane.width, height: plane.height, samples: samples)
    }
}
