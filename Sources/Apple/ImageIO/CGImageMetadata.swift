import Foundation
import ImageProperties
import MissingFoundation
import MissingGraphics
import PhotoCoding

/// What a picture's file says besides the picture; it does not change. Source: Apple, CGImageMetadata.
///
/// Linux: EXIF by the names of properties; there are no tags with paths, because XMP is not read.
public class CGImageMetadata: _CFObject {
    fileprivate(set) final var metadata: PhotoMetadata

    init(_ metadata: PhotoMetadata) { self.metadata = metadata }
}

/// Metadata that one thread at a time changes. Source: Apple, CGMutableImageMetadata.
public final class CGMutableImageMetadata: CGImageMetadata {
    fileprivate func set(_ value: Any, _ name: String, in group: String) -> Bool {
        var alone = PhotoMetadata()
        let change = [group: [name: value]]
        alone.merge(change)
        // What has no tag, or a value that its tag cannot have, is not taken.
        guard !(value is NSNull), (alone.dictionary[group] as? [String: Any])?[name] != nil else { return false }
        metadata.merge(change)
        return true
    }
}

/// Empty metadata.
public func CGImageMetadataCreateMutable() -> CGMutableImageMetadata { CGMutableImageMetadata(PhotoMetadata()) }

/// - Returns: a copy, which does not change with the original.
public func CGImageMetadataCreateMutableCopy(_ metadata: CGImageMetadata) -> CGMutableImageMetadata? {
    CGMutableImageMetadata(metadata.metadata)
}

/// The metadata of a picture.
///
/// - Parameters:
///   - isrc: the file.
///   - index: of the picture in it, from 0.
///   - options: without effect.
/// - Returns: `nil` if there is no such picture.
public func CGImageSourceCopyMetadataAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImageMetadata? {
    guard isrc.has(index), let file = isrc.file else { return nil }
    var metadata = file.metadata ?? PhotoMetadata()
    metadata.orientation = file.orientation
    return CGImageMetadata(metadata)
}

/// Sets what has the name of a property.
///
/// - Parameters:
///   - metadata: what is changed.
///   - dictionaryName: `kCGImagePropertyTIFFDictionary`, `kCGImagePropertyExifDictionary` or
///     `kCGImagePropertyGPSDictionary`.
///   - propertyName: one of the group's keys.
///   - value: a number, text, or an array of numbers, as the property has it.
/// - Returns: whether it is set; `false` for a name that is not known, and a value that it cannot have.
@discardableResult
public func CGImageMetadataSetValueMatchingImageProperty(
    _ metadata: CGMutableImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString, _ value: CFTypeRef
) -> Bool {
    metadata.set(value, propertyName, in: dictionaryName)
}

/// Adds a picture with metadata.
///
/// - Parameters:
///   - idst: the file that gets it.
///   - image: the picture.
///   - metadata: overrides the same properties in `options`.
///   - options: as the properties of `CGImageDestinationAddImage`.
public func CGImageDestinationAddImageAndMetadata(
    _ idst: CGImageDestination, _ image: CGImage, _ metadata: CGImageMetadata?, _ options: CFDictionary?
) {
    let properties = (options ?? [:]).merging(metadata?.metadata.dictionary ?? [:]) { old, new in
        guard let old = old as? [String: Any], let new = new as? [String: Any] else { return new }
        return old.merging(new) { $1 }
    }
    idst.add(.image(image), properties)
}
