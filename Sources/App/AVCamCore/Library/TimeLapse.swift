import AVFoundation
import Photos

/// A movie of photos: each is one of its frames.
package enum TimeLapse {
    /// Frames a second.
    private static let frameRate: Int32 = 30
    /// In pixels.
    private static let longestSide = 1920.0

    /// Makes the movie and adds it to the library.
    ///
    /// - Parameter photos: in the order of the movie; the first decides on its size. One of another shape is shown whole.
    /// - Throws: `AVError`, `PHPhotosError`; nothing is added then.
    @MainActor package static func make(of photos: [MediaItem], _ pictures: MediaPictures) async throws {
        guard let first = photos.first else { return }
        let place = try first.platform.makeRecordingPlace()
        let scale = min(1, longestSide / Double(max(first.pixelWidth, first.pixelHeight, 1)))
        // Encoders want even sizes.
        func side(_ length: Int) -> Int { max(Int(Double(length) * scale / 2), 1) * 2 }
        let size = CGSize(width: side(first.pixelWidth), height: side(first.pixelHeight))
        // The place keeps others from taking the unfinished movie for one that was lost.
        defer { withExtendedLifetime(place) {} }
        let writer = try Writer(place.url, size)
        do {
            for photo in photos {
                try Task.checkCancellation()
                try await writer.append(try await pictures.picture(of: photo, fitting: size))
            }
            try await writer.finish()
            try await add(place.url, to: first.platform.library)
        } catch {
            await writer.cancel()
            try? FileManager.default.removeItem(at: place.url)
            throw error
        }
    }

    private nonisolated static func add(_ movie: URL, to library: PHPhotoLibrary) async throws {
        try await library.performChanges {
            PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: movie, options: .moving)
        }
    }

    private actor Writer {
        private let writer: AVAssetWriter
        private let input: AVAssetWriterInput
        private let adaptor: AVAssetWriterInputPixelBufferAdaptor
        private let size: CGSize
        private var count: Int64 = 0

        init(_ url: URL, _ size: CGSize) throws {
            self.size = size
            writer = try AVAssetWriter(outputURL: url, fileType: .mov)
            input = AVAssetWriterInput(
                mediaType: .video,
                outputSettings: [
                    AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: Int(size.width),
                    AVVideoHeightKey: Int(size.height),
                ])
            adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: input,
                sourcePixelBufferAttributes: [
                    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                    kCVPixelBufferWidthKey as String: Int(size.width),
                    kCVPixelBufferHeightKey as String: Int(size.height),
                ])
            writer.add(input)
            guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
            writer.startSession(atSourceTime: .zero)
        }

        func append(_ image: CGImage) async throws {
            while !input.isReadyForMoreMediaData, writer.status == .writing {
                try await Task.sleep(for: .milliseconds(2))
            }
            let time = CMTime(value: count, timescale: TimeLapse.frameRate)
            guard let pool = adaptor.pixelBufferPool, let buffer = frame(image, from: pool),
                adaptor.append(buffer, withPresentationTime: time)
            else { throw writer.error ?? AVError(.unknown) }
            count += 1
        }

        func finish() async throws {
            input.markAsFinished()
            writer.endSession(atSourceTime: CMTime(value: count, timescale: TimeLapse.frameRate))
            await writer.finishWriting()
            guard writer.status == .completed else { throw writer.error ?? AVError(.unknown) }
        }

        func cancel() { if writer.status == .writing { writer.cancelWriting() } }

        private func frame(_ image: CGImage, from pool: CVPixelBufferPool) -> CVPixelBuffer? {
            var made: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
            guard let buffer = made else { return nil }
            CVPixelBufferLockBaseAddress(buffer, [])
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            let info = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            guard
                let context = CGContext(
                    data: CVPixelBufferGetBaseAddress(buffer), width: Int(size.width), height: Int(size.height),
                    bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
            else { return nil }
            context.setFillColor(CGColor(red: 0, green: 0, blue: 0, alpha: 1))
            context.fill(CGRect(origin: .zero, size: size))
            let scale = min(size.width / CGFloat(image.width), size.height / CGFloat(image.height))
            let (width, height) = (CGFloat(image.width) * scale, CGFloat(image.height) * scale)
            context.draw(
                image,
                in: CGRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height))
            return buffer
        }
    }
}
