import CoreMedia
import CoreVideo
import Foundation
import Locking
import TestSupport
import Testing
import VideoToolbox

/// The frames of a moving bar, and what sessions make of them.
enum MovingFrames {
    static let (width, height) = (320, 240)

    static func frame(
        _ index: Int, _ format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: format)
        MovingBar.paint(index, on: buffer)
        return buffer
    }

    static func time(_ index: Int) -> CMTime { CMTime(value: Int64(index), timescale: 30) }

    /// Which frame a decoded picture shows, 0…31.
    static func number(of picture: CVPixelBuffer) -> Int {
        picture.withPlanes { planes in
            let row = picture.height / 2
            let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            return MovingBar.number(of: UnsafeBufferPointer(start: line, count: picture.width), row: row)
        }
    }

    static func session(
        _ codec: CMVideoCodecType, _ properties: [String: Any] = [:], width: Int = width, height: Int = height
    ) throws -> VTCompressionSession {
        var session: VTCompressionSession?
        let status = VTCompressionSessionCreate(
            allocator: nil, width: Int32(width), height: Int32(height), codecType: codec, encoderSpecification: nil,
            imageBufferAttributes: nil, compressedDataAllocator: nil, outputCallback: nil, refcon: nil,
            compressionSessionOut: &session)
        #expect(status == noErr)
        let made = try #require(session)
        #expect(VTSessionSetProperties(made, propertyDictionary: properties) == noErr)
        return made
    }

    /// Compresses frames and waits for all of them.
    static func samples(
        _ session: VTCompressionSession, frames: Range<Int>, keyFrames: Set<Int> = []
    ) throws -> [CMSampleBuffer] {
        let samples = Mutex<[CMSampleBuffer]>([])
        for index in frames {
            let properties: CFDictionary? =
                keyFrames.contains(index) ? [kVTEncodeFrameOptionKey_ForceKeyFrame: true] : nil
            let status = VTCompressionSessionEncodeFrame(
                session, imageBuffer: try frame(index), presentationTimeStamp: time(index),
                duration: CMTime(value: 1, timescale: 30), frameProperties: properties, infoFlagsOut: nil
            ) { status, _, sample in
                #expect(status == noErr)
                if let sample { samples.withLock { $0.append(sample) } }
            }
            #expect(status == noErr)
        }
        #expect(VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid) == noErr)
        return samples.withLock { $0 }
    }

    static func isKey(_ sample: CMSampleBuffer) -> Bool {
        let attachments = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false)?.first
        return (attachments as? [String: Any])?[kCMSampleAttachmentKey_NotSync] as? Bool != true
    }
}
