import AVFoundation
import TestSupport
import Testing

@testable import AVCamCore

extension PhotoFile {
    /// What only this file knows. This is all that the app needs for a new one.
    fileprivate static let jxl = PhotoFile(
        name: "jxl", label: "JPEG XL", codec: AVVideoCodecType(rawValue: "jxl "), type: AVFileType("public.jpeg-xl"),
        fileExtensions: ["jxl", "jxlc"])
    fileprivate static let mosaic = PhotoFile(
        name: "mosaic", label: "Mosaic", codec: nil, type: AVFileType("org.example.mosaic"), fileExtensions: ["mos"])
    /// A file of another type, for a codec that is there.
    fileprivate static let heif = PhotoFile(
        name: "heif", label: "HEIF", codec: .hevc, type: AVFileType("public.heif-other"), fileExtensions: ["hei"])
}

/// A kind of photo file is a value: one more of them is taken for none of the others.
extension SimulatedCameraTests {
    struct PhotoFileTests {
        private let files = PhotoFile.all + [.jxl, .mosaic]

        @Test func formatsAreTheFilesAndTheirPairs() {
            #expect(
                PhotoFile.all.formats.map(\.rawValue) == ["jpeg", "heic", "raw", "raw+jpeg", "raw+heic"])
            #expect(
                files.formats.map(\.rawValue) == [
                    "jpeg", "heic", "jxl", "raw", "mosaic", "raw+jpeg", "raw+heic", "raw+jxl", "mosaic+jpeg",
                    "mosaic+heic", "mosaic+jxl",
                ])
            #expect(PhotoFormat.all.map(\.label) == ["JPEG", "HEIC", "RAW", "RAW + JPEG", "RAW + HEIC"])
        }

        @Test func whatAFormatCanDoIsAskedOfItsFiles() throws {
            let picture = PhotoFormat(.jxl)
            #expect(!picture.hasRaw && picture.picture == .jxl && picture.raw == nil && picture.files == [.jxl])
            let raw = PhotoFormat(.mosaic)
            #expect(raw.hasRaw && raw.picture == nil && raw.raw == .mosaic && raw.files == [.mosaic])
            let both = PhotoFormat(.jxl, raw: .mosaic)
            #expect(both.hasRaw && both.picture == .jxl && both.raw == .mosaic && both.files == [.jxl, .mosaic])
            #expect(both.label == "Mosaic + JPEG XL" && both.main.fileExtension == "jxl")
        }

        @Test func aNameStandsForTheFileWithItsExtension() {
            #expect(files.file(withExtension: "JXLC") == .jxl && files.file(withExtension: "mos") == .mosaic)
            #expect(PhotoFile.all.file(withExtension: "jxl") == nil && files.file(withExtension: "") == nil)
            for file in files {
                #expect(file.fileExtensions.allSatisfy { files.file(withExtension: $0) == file })
            }
        }

        @Test func aWordThatIsUnknownIsNoFormat() {
            #expect(PhotoFormat(rawValue: "jxl") == nil && PhotoFormat(rawValue: "jpeg+raw") == nil)
            #expect(PhotoFormat(rawValue: "") == nil)
            #expect(PhotoFormat("raw+jxl", among: files.formats) == PhotoFormat(.jxl, raw: .dng))
            for format in PhotoFormat.all { #expect(PhotoFormat(rawValue: format.rawValue) == format) }
        }

        /// The photo output refuses what it does not know with an exception.
        @Test func anOutputIsAskedWhetherItMakesTheFiles() throws {
            let output = AVCapturePhotoOutput()
            #expect(
                CaptureCapabilities.photoFormats(of: output, among: [.jxl, .heif, .heic, .jpeg]).map(\.rawValue)
                    == ["heic", "jpeg"])
            // Without a camera there are no RAW data.
            #expect(CaptureCapabilities.photoFormats(of: output).map(\.rawValue) == ["jpeg", "heic"])
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:back"))))
            session.addOutput(output)
            #expect(CaptureCapabilities.photoFormats(of: output) == PhotoFormat.all)
            #expect(CaptureCapabilities.photoFormats(of: output, among: files) == PhotoFormat.all)
        }

        private func problem(_ format: PhotoFormat, _ offered: [PhotoFormat]) -> String? {
            var (capabilities, features) = (CaptureCapabilities(), PhotoFeatures())
            capabilities.photoFormats = offered
            features.format = format
            let error = #expect(throws: CameraError.self) {
                try FeatureCheck(capabilities: capabilities, name: "The camera").check(features)
            }
            return error?.description
        }

        @Test func aFormatThatACameraLacksIsNamed() throws {
            #expect(
                problem(PhotoFormat(.jxl), PhotoFormat.all)
                    == "The camera takes no photos in the format JPEG XL; choose one of these: JPEG, HEIC, RAW, "
                    + "RAW + JPEG, RAW + HEIC.")
            #expect(
                problem(PhotoFormat(.mosaic), PhotoFormat.all)?.hasPrefix(
                    "The camera takes no photos in the format Mosaic;") == true)
            #expect(
                problem(PhotoFormat(.jpeg, raw: .dng), [.jpeg])?.hasPrefix(
                    "The camera does not deliver its sensor's raw data;") == true)
        }

        @Test func theNearestFormatIsThePictureAlone() {
            var (capabilities, features) = (CaptureCapabilities(), PhotoFeatures())
            func limited(_ format: PhotoFormat, to offered: [PhotoFormat]) -> PhotoFormat {
                (capabilities.photoFormats, features.format) = (offered, format)
                return features.limited(to: capabilities).format
            }
            let pictures = [PhotoFile.heic, .jxl].formats
            #expect(limited(PhotoFormat(.jxl, raw: .mosaic), to: pictures) == PhotoFormat(.jxl))
            #expect(limited(PhotoFormat(.jxl), to: pictures) == PhotoFormat(.jxl))
            #expect(limited(PhotoFormat(.jxl), to: [.jpeg]) == .jpeg)
            // There is no JPEG to fall back on.
            #expect(limited(PhotoFormat(.dng), to: pictures) == PhotoFormat(.heic))
            #expect(limited(PhotoFormat(.dng), to: []) == PhotoFormat(.dng))
        }

        @Test func whatNeedsAPictureFollowsThePicture() {
            var capabilities = CaptureCapabilities()
            capabilities.isLivePhotoCaptureSupported = true
            capabilities.isConstantColorSupported = true
            capabilities.photoFormats = files.formats
            func limited(_ format: PhotoFormat) -> PhotoFeatures {
                var features = PhotoFeatures()
                features.format = format
                features.isLivePhotoEnabled = true
                features.hasConstantColor = true
                return features.limited(to: capabilities)
            }
            #expect(limited(PhotoFormat(.jxl)).isLivePhotoEnabled && limited(PhotoFormat(.jxl)).hasConstantColor)
            #expect(!limited(PhotoFormat(.mosaic)).isLivePhotoEnabled)
            let both = limited(PhotoFormat(.jxl, raw: .mosaic))
            #expect(both.isLivePhotoEnabled && !both.hasConstantColor)
        }
    }
}
