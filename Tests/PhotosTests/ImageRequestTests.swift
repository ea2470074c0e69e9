import Foundation
import MediaCoding
import Photos
import TestSupport
import Testing

/// Pictures of assets, as thumbnails are asked for.
struct ImageRequestTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// - Returns: the picture, and the dictionary that came with it.
    private func request(
        _ asset: PHAsset, _ size: CGSize = CGSize(width: 64, height: 64), mode: PHImageContentMode = .aspectFit,
        _ change: (PHImageRequestOptions) -> Void = { _ in }
    ) -> (image: CGImage?, info: [AnyHashable: Any]) {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        change(options)
        var result: (CGImage?, [AnyHashable: Any]) = (nil, [:])
        PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: mode, options: options) {
            result = ($0?.cgImage, $1 ?? [:])
        }
        return result
    }

    /// The middle pixel: red, green, blue.
    private func middle(_ image: CGImage) -> [UInt8] {
        guard let data = image.dataProvider?.data as Data? else { return [] }
        let offset = image.height / 2 * image.bytesPerRow + image.width / 2 * 4
        return Array(data[offset..<offset + 3])
    }

    /// A photo of one grey in a format, made by the encoders that the camera uses.
    private func photo(_ codec: PhotoRecipe.Codec, grey: UInt8 = 200) throws -> Data {
        var recipe = PhotoRecipe()
        recipe.codec = codec
        return try PhotoRenderer.render(frames: [GreyFrame.make(grey, width: 320, height: 240)], recipe: recipe)
    }

    @Test(arguments: [PhotoRecipe.Codec.jpeg, .heic])
    func aPhotoIsShownSmall(codec: PhotoRecipe.Codec) throws {
        let asset = try #require(try fixture.save(photo(codec)))
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
        #expect(middle(image).allSatisfy { abs(Int($0) - 200) <= 3 }, "\(middle(image))")
    }

    @Test func theMovieOfALivePhotoDoesNotHideItsPicture() throws {
        let movie = try fixture.movie()
        let data = try photo(.jpeg)
        let asset = try #require(
            try fixture.saving { request in
                request.addResource(with: .photo, data: data, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            })
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect(middle(try #require(request(asset).image)).allSatisfy { abs(Int($0) - 200) <= 3 })
    }

    @Test func aMovieIsShownByItsFirstFrame() throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
    }

    /// Of whatever pixels; what is half transparent lies on white.
    @Test(arguments: [
        ("PNG24:", "#40a0c0", [0x40, 0xA0, 0xC0]), ("PNG8:", "#40a0c0", [0x40, 0xA0, 0xC0]),
        ("PNG48:", "#40a0c0", [0x40, 0xA0, 0xC0]), ("PNG32:", "#40a0c080", [0x9F, 0xCF, 0xDF]),
        ("PNG64:", "#40a0c080", [0x9F, 0xCF, 0xDF]), ("PNG32:", "#00000000", [255, 255, 255]),
        ("PNG8:", "#00000000", [255, 255, 255]), ("PNG:", "gray50", [127, 127, 127]),
        ("PNG:", "white", [255, 255, 255]),
        ("PNG:", "black", [0, 0, 0]), ("PNG:", "#80808080", [0xBF, 0xBF, 0xBF]),
    ])
    func aPNGOfAnotherProgramIsShown(kind: String, colour: String, expected: [Int]) throws {
        let asset = try #require(try fixture.save(png(kind, colour, "321x241")))
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
        #expect(zip(middle(image), expected).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(middle(image))")
    }

    @Test(arguments: ["2x2", "3x5", "2x300"])
    func aTinyPNGIsShown(size: String) throws {
        let asset = try #require(try fixture.save(png("PNG24:", "red", size)))
        let image = try #require(request(asset).image)
        #expect(zip(middle(image), [255, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(middle(image))")
    }

    @Test func aPNGThatIsDamagedOrTooLargeIsAnError() throws {
        let whole = try png("PNG24:", "plasma:", "320x240")
        var huge = whole
        // Width and height.
        huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        var endless = whole
        endless.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
        var savedCount = 0
        for damaged in [huge, endless, whole.prefix(60)] {
            guard let asset = try? fixture.save(Data(damaged)) else { continue }
            savedCount += 1
            let (image, info) = request(asset)
            #expect(image == nil && info[PHImageErrorKey] is any Error)
        }
        #expect(savedCount > 0)
    }

    private func png(_ kind: String, _ colour: String, _ size: String) throws -> Data {
        let file = fixture.folder.file("drawing.png")
        let source = colour.hasSuffix(":") ? colour : "xc:" + colour
        try Tool.output("convert", ["-size", size, source, kind + file.path])
        return try Data(contentsOf: file)
    }

    @Test func aProxyIsShownAndThenItsFinalPhoto() throws {
        var recipe = PhotoRecipe()
        let id = try fixture.deferred.keep(frames: [GreyFrame.make(90, width: 320, height: 240)], recipe: recipe)
        recipe.metadata.deferredPhotoID = id
        let proxy = try PhotoRenderer.render(
            frames: [GreyFrame.make(200, width: 320, height: 240)], recipe: recipe)
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        #expect(middle(try #require(request(asset).image)).allSatisfy { abs(Int($0) - 200) <= 3 })
        _ = try fixture.library.processDeferredPhotos { _ in true }
        let final = try #require(fixture.library.fetch(nil, identifiers: [asset.localIdentifier]).firstObject)
        #expect(middle(try #require(request(final).image)).allSatisfy { abs(Int($0) - 90) <= 3 })
    }

    @Test(arguments: [
        (PHImageContentMode.aspectFit, PHImageRequestOptionsResizeMode.fast, 100, 75),
        (.aspectFill, .fast, 133, 100), (.aspectFill, .exact, 100, 100), (.aspectFit, .none, 320, 240),
    ])
    func theModesDecideOnTheSize(
        mode: PHImageContentMode, resizing: PHImageRequestOptionsResizeMode, width: Int, height: Int
    ) throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        let image = try #require(
            request(asset, CGSize(width: 100, height: 100), mode: mode) { $0.resizeMode = resizing }.image)
        #expect(image.width == width && image.height == height)
    }

    @Test func theMaximumSizeIsTheAssetsOwn() throws {
        let asset = try #require(try fixture.save(photo(.heic)))
        let image = try #require(request(asset, PHImageManagerMaximumSize).image)
        #expect(image.width == 320 && image.height == 240)
    }

    @Test func aFileThatIsGoneIsAnErrorInTheDictionary() throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(fixture.filenames[0]))
        let (image, info) = request(asset)
        #expect(image == nil && info[PHImageErrorKey] is any Error)
    }

    @Test func anAnswerComesOnceWithoutBeingWaitedFor() async throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        let width = await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 32, height: 32), contentMode: .aspectFit, options: nil
            ) { image, _ in continuation.resume(returning: image?.cgImage?.width) }
        }
        #expect(width == 32)
    }
}
