import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PixelCoding

/// Makes a file from a photo's frames, both for photos that are wanted at once and for deferred ones.
///
/// Any thread; blocks until the file is made.
package enum PhotoRenderer {
    /// - Parameters:
    ///   - frames: the ``PhotoRecipe/reference`` and its neighbors, in the order of their times; never empty.
    ///   - auxiliaries: pictures that belong to the photo; left out of files that cannot hold them.
    ///   - formats: those that the recipe may name.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`, `encodeFailed`.
    package static func render(
        frames: [CMSampleBuffer], recipe: PhotoRecipe, auxiliaries: [AuxiliaryPicture] = [],
        formats: [PhotoFileFormat] = PhotoFileFormat.all
    ) throws(CaptureError) -> Data {
        let picture = try picture(of: frames, recipe)
        let compressed = try compress(picture, of: frames[recipe.reference], recipe, formats: formats)
        return try compressed.file(metadata: recipe.metadata, auxiliaries: auxiliaries, isFirst: true)
    }

    /// The photo's pixels, before they are compressed.
    package static func picture(
        of frames: [CMSampleBuffer], _ recipe: PhotoRecipe
    ) throws(CaptureError) -> CVPixelBuffer {
        guard frames.indices.contains(recipe.reference), let picture = frames[recipe.reference].imageBuffer else {
            throw CaptureError(.encodeFailed, "There is no picture in the photo's frame")
        }
        return try sized(try merged(picture, frames, recipe), recipe)
    }

    /// The picture with less noise, merged with the nearest frames.
    private static func merged(
        _ picture: CVPixelBuffer, _ frames: [CMSampleBuffer], _ recipe: PhotoRecipe
    ) throws(CaptureError) -> CVPixelBuffer {
        let count = mergedCount(recipe, frames[recipe.reference])
        guard count > 1 else { return picture }
        // A camera that changes its format between two frames must not spoil the photo.
        let alike = frames.indices.filter { index in
            frames[index].imageBuffer.map { TemporalMerge.canMerge($0, with: picture) } ?? false
        }
        let nearest = alike.sorted { abs($0 - recipe.reference) < abs($1 - recipe.reference) }.prefix(count)
        guard nearest.count > 1 else { return picture }
        return try TemporalMerge.merge(nearest.compactMap { frames[$0].imageBuffer }, reference: 0)
    }

    /// How many frames are merged. `.balanced` only waits for them where noise would be visible.
    package static func mergedCount(_ recipe: PhotoRecipe, _ frame: CMSampleBuffer) -> Int {
        switch recipe.priority {
        case .speed: 1
        case .balanced: isClean(recipe, frame) ? 1 : 3
        case .quality: 8
        }
    }

    /// A camera that compresses has smoothed its noise; compressing its picture again costs more than merging gains.
    private static func isClean(_ recipe: PhotoRecipe, _ frame: CMSampleBuffer) -> Bool {
        let keepsCameraPicture = PhotoFileFormat.all[recipe.codec]?.picture?.keepsCameraPicture == true
        if keepsCameraPicture, recipe.size == nil, frame.encodedPicture != nil { return true }
        return recipe.iso.map { $0 < noisySensitivity } ?? false
    }

    /// From this ISO value on, noise is visible at full size.
    private static let noisySensitivity: Float = 200

    /// A picture in the recipe's size; the picture itself if it already has it.
    package static func sized(
        _ picture: CVPixelBuffer, _ recipe: PhotoRecipe
    ) throws(CaptureError) -> CVPixelBuffer {
        guard let size = recipe.size?.dimensions else { return picture }
        return try StillScaling.picture(picture, size: size)
    }

    /// The costly part of making a file.
    ///
    /// - Parameters:
    ///   - frame: the one that the picture was made of.
    ///   - formats: those that the recipe may name.
    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`, `encodeFailed`.
    package static func compress(
        _ picture: CVPixelBuffer, of frame: CMSampleBuffer, _ recipe: PhotoRecipe,
        formats: [PhotoFileFormat] = PhotoFileFormat.all
    ) throws(CaptureError) -> any CompressedPhoto {
        let format = try formats.picture(recipe.codec)
        // Nothing has changed in the pixels, so the camera's own file is as good as its frame.
        let isCameras = format.keepsCameraPicture && picture === frame.imageBuffer
        return try format.compress(
            UncompressedPhoto(
                picture: picture, cameraPicture: isCameras ? frame.encodedPicture : nil,
                isCameraPictureWhole: frame.isEncodedPictureWhole, recipe: recipe))
    }
}
