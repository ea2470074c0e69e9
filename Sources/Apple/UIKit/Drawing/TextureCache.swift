import Foundation

/// Textures of pictures that are shown again and again. They go with their pictures.
@MainActor
final class TextureCache<Picture: AnyObject, Texture> {
    private struct Entry {
        weak var picture: Picture?
        let texture: Texture
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    var count: Int { entries.count }

    func texture(_ picture: Picture, make: (Picture) -> Texture?) -> Texture? {
        let key = ObjectIdentifier(picture)
        if let entry = entries[key], entry.picture === picture { return entry.texture }
        guard let texture = make(picture) else { return nil }
        entries = entries.filter { $0.value.picture != nil }
        entries[key] = Entry(picture: picture, texture: texture)
        return texture
    }
}
