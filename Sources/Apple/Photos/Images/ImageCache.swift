import Foundation
import Locking
import MissingFoundation

/// A request for an asset's picture.
struct ImageRequest: Sendable {
    /// What distinguishes two requests: a changed asset counts as another one.
    struct Key: Hashable {
        var uuid: String
        var modificationDate: Date
        var size: ImageSize
        var version: PHImageRequestOptionsVersion
    }

    var asset: PHAsset
    var size: ImageSize
    var version = PHImageRequestOptionsVersion.current

    var key: Key {
        Key(uuid: asset.record.uuid, modificationDate: asset.record.modificationDate, size: size, version: version)
    }
}

/// Recently used pictures, within a limit of memory.
final class ImageCache: Sendable {
    private struct State {
        /// The pictures, least recently used first.
        var images: [(key: ImageRequest.Key, image: CGImage)] = []
        var bytes = 0
        /// Pictures to make in advance.
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

    /// A few hundred thumbnails; a picture larger than this is not kept.
    private static let limit = 64 << 20
    private let state = Mutex(State())

    /// The picture; made now unless it is cached.
    func image(for request: ImageRequest) throws -> CGImage {
        let key = request.key
        if let image = state.withLock({ $0.take(key) }) { return image }
        let image = try AssetPicture.image(of: ShownFile(of: request.asset, request.version), size: request.size)
        state.withLock { $0.add(image, key, limit: Self.limit) }
        return image
    }

    /// Marks a picture to be made in advance.
    func want(_ request: ImageRequest) { state.withLock { _ = $0.wanted.insert(request.key) } }

    /// Makes a picture that is still wanted. If that fails, the next request for it gets the error.
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
