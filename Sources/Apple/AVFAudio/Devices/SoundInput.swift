import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import MovieCoding

/// The best microphone, outside of capture sessions.
final class SoundInput: Sendable {
    let format: AudioStreamBasicDescription
    private let device: DeviceDescription
    private let source: any FrameSource
    private let sourceFormat: SourceFormat

    /// - Throws: ``CaptureError`` `deviceNotFound`, `notAuthorized`.
    init(_ world: CaptureWorld) throws(CaptureError) {
        guard let device = world.offer.devices(of: .microphone).first,
            let sourceFormat = device.formats.first,
            let format = sourceFormat.description.audioStreamBasicDescription
        else { throw CaptureError(.deviceNotFound, "There is no microphone.") }
        if let refusal = world.surroundings(of: device.id).refusal(of: device.id) { throw refusal }
        (self.device, self.sourceFormat, self.format) = (device, sourceFormat, format)
        source = try world.catalog.source(for: device)
    }

    /// - Parameters:
    ///   - deliver: called on the source's thread; it must not stop the input.
    ///   - fail: called there when the microphone is gone.
    func start(
        _ deliver: @escaping @Sendable (CMSampleBuffer) -> Void,
        onFailure fail: @escaping @Sendable (CaptureError) -> Void
    ) throws(CaptureError) {
        try source.start(SourceConfiguration(format: sourceFormat)) { event in
            switch event {
            case .sample(let sample): deliver(sample)
            case .failed(let error): fail(error)
            case .dropped, .depth, .depthDropped: break
            }
        }
    }

    func stop() { source.stop() }
}

extension CMSampleBuffer {
    /// Its sound, interleaved, of full scale 1; `nil` if it is not linear PCM.
    var floatSamples: [Float]? {
        guard let description = formatDescription?.audioStreamBasicDescription,
            let layout = try? PCMLayout(description), let bytes = try? dataBuffer?.dataBytes()
        else { return nil }
        let native = bytes.withUnsafeBytes { layout.toNative($0) }
        return native.withUnsafeBytes { memory -> [Float] in
            switch layout.native.sample {
            case .uint8: memory.map { (Float($0) - 128) / 128 }
            case .int16: memory.bindMemory(to: Int16.self).map { Float($0) / 32_768 }
            case .int32: memory.bindMemory(to: Int32.self).map { Float($0) / 2_147_483_648 }
            case .float32: Array(memory.bindMemory(to: Float.self))
            case .float64: memory.bindMemory(to: Double.self).map { Float($0) }
            }
        }
    }
}
