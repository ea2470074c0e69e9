internal import CHEIF

/// Reads the primary picture of an HEIF file: HEIC or AVIF, tiled or not, rotated and cropped as the file says.
///
/// One thread at a time. The library is opened on first use.
package final class HEIFDecoder {
    /// The width as shown.
    package let width: Int
    package let height: Int

    private let heif: hfx_functions
    private let context: OpaquePointer
    private let primary: OpaquePointer

    // The table is written once by `hfx_load`, inside the initializer of a static, and only read afterwards.
    nonisolated(unsafe) private static let table: (functions: UnsafePointer<hfx_functions>?, problem: String) = {
        var problem: UnsafePointer<CChar>?
        let functions = hfx_load(&problem)
        return (functions, problem.map { String(cString: $0) } ?? "")
    }()

    /// - Parameters:
    ///   - file: must live as long as the decoder.
    ///   - largestSide: the limit for a picture that is decoded, and for its tiles.
    /// - Throws: ``HEIFError`` `libraryMissing`, `unreadable`.
    package init(reading file: UnsafeRawBufferPointer, largestSide: Int) throws(HEIFError) {
        guard let functions = Self.table.functions else { throw HEIFError(.libraryMissing, Self.table.problem) }
        heif = functions.pointee
        guard let context = heif.heif_context_alloc() else { throw HEIFError(.unreadable, "no memory for a picture") }
        var handle: OpaquePointer?
        do {
            heif.heif_context_set_maximum_image_size_limit(context, Int32(clamping: largestSide))
            try check(heif.heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil))
            try check(heif.heif_context_get_primary_image_handle(context, &handle))
        } catch {
            heif.heif_context_free(context)
            throw error
        }
        guard let handle else {
            heif.heif_context_free(context)
            throw HEIFError(.unreadable, "the file holds no picture")
        }
        self.context = context
        primary = handle
        width = Int(heif.heif_image_handle_get_width(handle))
        height = Int(heif.heif_image_handle_get_height(handle))
    }

    deinit {
        heif.heif_image_handle_release(primary)
        heif.heif_context_free(context)
    }

    /// Whether there is a smaller picture of the picture in the file.
    package var hasThumbnail: Bool { heif.heif_image_handle_get_number_of_thumbnails(primary) > 0 }

    /// What a picture's numbers mean, as numbers of ITU-T H.273.
    package struct Colors: Sendable {
        package var primaries: Int
        package var transfer: Int
        package var matrix: Int
        package var isFullRange: Bool
    }

    /// The colors of the picture; `nil` if the file does not say.
    package var colors: Colors? {
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif.heif_image_handle_get_nclx_color_profile(primary, &profile).code == heif_error_Ok, let profile else {
            return nil
        }
        defer { heif.heif_nclx_color_profile_free(profile) }
        return Colors(
            primaries: Int(profile.pointee.color_primaries.rawValue),
            transfer: Int(profile.pointee.transfer_characteristics.rawValue),
            matrix: Int(profile.pointee.matrix_coefficients.rawValue),
            isFullRange: profile.pointee.full_range_flag != 0)
    }

    /// Luma, Cb and Cr of 4:2:0.
    package struct Planes {
        /// Rows, and the bytes of each.
        package typealias Rows = (base: UnsafeRawPointer, bytesPerRow: Int)
        package let luma: Rows
        package let cb: Rows
        package let cr: Rows
        /// Of each sample; more than 8 are the low ones of 16.
        package let bits: Int
        package let width: Int
        package let height: Int
    }

    /// Decodes the picture, or a thumbnail in the file.
    ///
    /// - Parameters:
    ///   - leastSide: a thumbnail is decoded instead when its longer side is at least as long.
    ///   - body: receives rows of red, green, blue, alpha, and their size; the memory is valid only inside it.
    package func decode<Result>(
        leastSide: Int?,
        _ body: (_ pixels: UnsafeRawPointer, _ bytesPerRow: Int, _ width: Int, _ height: Int) throws -> Result
    ) throws -> Result {
        let image = try image(leastSide, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, eightBits: true)
        defer { heif.heif_image_release(image) }
        let (pixels, bytesPerRow) = try rows(heif_channel_interleaved, of: image)
        return try body(
            pixels, bytesPerRow, Int(heif.heif_image_get_primary_width(image)),
            Int(heif.heif_image_get_primary_height(image)))
    }

    /// Decodes the picture with its samples as they are in the file; otherwise as ``decode(leastSide:_:)``.
    ///
    /// - Returns: `nil` if it is not 4:2:0.
    package func decodePlanes<Result>(leastSide: Int?, _ body: (Planes) throws -> Result) throws -> Result? {
        // With a colorspace of its own choice, libheif 1.15 also changes the range.
        let image = try image(leastSide, heif_colorspace_undefined, heif_chroma_undefined, eightBits: false)
        defer { heif.heif_image_release(image) }
        guard heif.heif_image_get_chroma_format(image) == heif_chroma_420 else { return nil }
        return try body(
            Planes(
                luma: rows(heif_channel_Y, of: image), cb: rows(heif_channel_Cb, of: image),
                cr: rows(heif_channel_Cr, of: image),
                bits: Int(heif.heif_image_get_bits_per_pixel_range(image, heif_channel_Y)),
                width: Int(heif.heif_image_get_primary_width(image)),
                height: Int(heif.heif_image_get_primary_height(image))))
    }

    /// - Returns: what the caller releases.
    private func image(
        _ leastSide: Int?, _ colorspace: heif_colorspace, _ chroma: heif_chroma, eightBits: Bool
    ) throws -> OpaquePointer? {
        let thumbnail = leastSide.flatMap { findThumbnail(leastSide: $0) }
        defer { if let thumbnail { heif.heif_image_handle_release(thumbnail) } }
        let options = heif.heif_decoding_options_alloc()
        defer { heif.heif_decoding_options_free(options) }
        options?.pointee.convert_hdr_to_8bit = eightBits ? 1 : 0
        var image: OpaquePointer?
        try check(heif.heif_decode_image(thumbnail ?? primary, &image, colorspace, chroma, options))
        return image
    }

    private func rows(_ channel: heif_channel, of image: OpaquePointer?) throws -> Planes.Rows {
        var bytesPerRow: Int32 = 0
        guard let base = heif.heif_image_get_plane_readonly(image, channel, &bytesPerRow) else {
            throw HEIFError(.unreadable, "the picture has no pixels")
        }
        return (UnsafeRawPointer(base), Int(bytesPerRow))
    }

    /// The smallest thumbnail that is large enough; the caller releases it.
    private func findThumbnail(leastSide: Int) -> OpaquePointer? {
        let count = min(heif.heif_image_handle_get_number_of_thumbnails(primary), 16)
        guard count > 0 else { return nil }
        var identifiers = [heif_item_id](repeating: 0, count: Int(count))
        let found = heif.heif_image_handle_get_list_of_thumbnail_IDs(primary, &identifiers, count)
        var best: (handle: OpaquePointer, side: Int)?
        for identifier in identifiers.prefix(Int(found)) {
            var handle: OpaquePointer?
            guard heif.heif_image_handle_get_thumbnail(primary, identifier, &handle).code == heif_error_Ok,
                let handle
            else { continue }
            let side = Int(max(heif.heif_image_handle_get_width(handle), heif.heif_image_handle_get_height(handle)))
            guard side >= leastSide, side < best?.side ?? .max else {
                heif.heif_image_handle_release(handle)
                continue
            }
            if let best { heif.heif_image_handle_release(best.handle) }
            best = (handle, side)
        }
        return best?.handle
    }
}

private func check(_ error: heif_error) throws(HEIFError) {
    guard error.code != heif_error_Ok else { return }
    throw HEIFError(.unreadable, error.message.map { String(cString: $0) } ?? "libheif gives no reason")
}
