import Foundation
import Locking
import MissingFoundation

/// A picture that somebody wants of an asset.
struct ImageRequest: Sendable {
    /// What tells two requests apart: a changed asset is another one.
    struct Key: Hashable {
        var uuid: String
        var modificationDate: Date
        var size: ImageSize
    }

    var asset: PHAsset
    var size: ImageSize

    var key: Key {
        Key(uuid: asset.record.uuid, modificationDate: asset.record.modificationDate, size: size)
    }
}

/// Pictures that were made, the ones used last, within a limit of memory.
final class ImageCache: Sendable {
    private struct State {
        /// The pictures, oldest use first.
        var images: [(key: ImageRequest.Key, image: CGImage)] = []
        var bytes = 0
        /// What is to be made ahead.
        var wanted: Set<ImageRequest.Key> = []

        mutating func take(_ key: ImageRequest.Key) -> CGImage? {
            guard let index = images.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = images.remove(at: index)
            images.append(entry)
            return entry.image
        }

        mutating func add(_ image: CGImage, _ key: ImageRequest.Key, limit: Int) {
            remove(key)
            images.append((key, image))
            bytes += image.bytesPerRow * image.height
            while bytes > limit, !images.isEmpty { drop(0) }
        }

        mutating func remove(_ key: ImageRequest.Key) {
            if let index = images.firstIndex(where: { $0.key == key }) { drop(index) }
        }

        private mutating func drop(_ index: Int) {
            let image = images.remove(at: index).image
            bytes -= image.bytesPerRow * image.height
        }
    }

    /// A few hundred thumbnails; a picture that is larger than this is not kept.
    private static let limit = 64 << 20
    private let state = Mutex(State())

    /// The picture, made now unless it is there.
    func image(for request: ImageRequest) throws -> CGImage {
        let key = request.key
        if let image = state.withLock({ $0.take(key) }) { return image }
        let image = try AssetPicture.image(of: request.asset, size: request.size)
        state.withLock { $0.add(image, key, limit: Self.limit) }
        return image
    }

    /// Writes down that a picture is to be made ahead.
    func want(_ request: ImageRequest) { state.withLock { _ = $0.wanted.insert(request.key) } }

    /// Makes a picture that is still wanted. One that cannot be made is told to whoever asks for it.
    func makeAhead(_ request: ImageRequest) {
        guard state.withLock({ $0.wanted.remove(request.key) }) != nil else { return }
        _ = try? image(for: request)
    }

    func forget(_ request: ImageRequest) {
        state.withLock { state in
            state.wanted.remove(request.key)
            state.remove(request.key)
        }
    }

    func forgetAll() { state.withLock { $0 = State() } }
}
