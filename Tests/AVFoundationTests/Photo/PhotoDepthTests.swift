import AVFoundation
import CoreImage
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// What comes with the photos of depth cameras and of virtual cameras.
    @Suite struct PhotoDepthTests {
        private static func depthStudio(_ camera: String) throws -> PhotoStudio {
            try PhotoStudio(camera) { output in
                output.isDepthDataDeliveryEnabled = output.isDepthDataDeliverySupported
                output.isPortraitEffectsMatteDeliveryEnabled = output.isPortraitEffectsMatteDeliverySupported
            }
        }

        /// The value of a map of 32-bit numbers in the middle of a region.
        private static func value(_ depth: AVDepthData, _ region: SceneRegion) -> Float {
            let map = depth.depthDataMap
            let x = Int((region.x + region.width / 2) * Double(CVPixelBufferGetWidth(map)))
            let y = Int((region.y + region.height / 2) * Double(CVPixelBufferGetHeight(map)))
            return map.withPlanes { $0[0].base.load(fromByteOffset: y * $0[0].bytesPerRow + 4 * x, as: Float.self) }
        }

        /// The pixel in the middle of the near board.
        private static func boardMiddle(of depth: AVDepthData) -> CGRect {
            let (map, board) = (depth.depthDataMap, SceneLayout.nearBoard)
            return CGRect(
                x: Int((board.x + board.width / 2) * Double(map.width)),
                y: Int((1 - board.y - board.height / 2) * Double(map.height)), width: 1, height: 1)
        }

        @Test func depthBecomesAPicture() throws {
            let studio = try Self.depthStudio("back-lidar")
            let photo = try studio.photo(.heic.with { $0.isDepthDataDeliveryEnabled = true })
            let depth = try #require(photo.depthData)
            let half = depth.converting(toDepthDataType: kCVPixelFormatType_DepthFloat16)
            for data in [depth, half] {
                let picture = try #require(CIImage(depthData: data))
                let map = depth.depthDataMap
                #expect(picture.extent.size == CGSize(width: map.width, height: map.height))
                var pixel = [Float](repeating: 0, count: 4)
                CIContext().render(
                    picture, toBitmap: &pixel, rowBytes: 16, bounds: Self.boardMiddle(of: depth), format: .RGBAf,
                    colorSpace: nil)
                #expect(abs(pixel[0] - SceneLayout.nearDistance) < 0.01)
            }
            let disparity = try #require(
                CIImage(depthData: depth.converting(toDepthDataType: kCVPixelFormatType_DisparityFloat32)))
            var inverse = [Float](repeating: 0, count: 4)
            CIContext().render(
                disparity, toBitmap: &inverse, rowBytes: 16, bounds: Self.boardMiddle(of: depth), format: .RGBAf,
                colorSpace: nil)
            #expect(abs(1 / inverse[0] - SceneLayout.nearDistance) < 0.01)
        }

        @Test(arguments: ["Skin", "Hair", "Teeth", "Glasses"])
        func aSegmentationMatteComesBackFromItsDictionary(kind: String) throws {
            let name = "kCGImageAuxiliaryDataTypeSemanticSegmentation\(kind)Matte"
            let image = try CVPixelBuffer.gray([0, 255, 128, 64], width: 2, height: 2)
            let matte = try AVSemanticSegmentationMatte(
                fromImageSourceAuxiliaryDataType: name,
                dictionaryRepresentation: ["kCGImageAuxiliaryDataInfoData": image])
            var type: String?
            let dictionary = try #require(matte.dictionaryRepresentation(forAuxiliaryDataType: &type))
            #expect(type == name)
            let again = try AVSemanticSegmentationMatte(
                fromImageSourceAuxiliaryDataType: name, dictionaryRepresentation: dictionary)
            #expect(again.matteType == matte.matteType && again.mattingImage === image)
        }

        /// Rows go down in a buffer, and y goes up in a picture.
        @Test func mattesBecomePictures() throws {
            let matte = try CVPixelBuffer.gray([0, 255, 128, 64], width: 2, height: 2)
            let dictionary = ["kCGImageAuxiliaryDataInfoData": matte]
            let person = try AVPortraitEffectsMatte(fromDictionaryRepresentation: dictionary)
            let skin = try AVSemanticSegmentationMatte(
                fromImageSourceAuxiliaryDataType: "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte",
                dictionaryRepresentation: dictionary)
            for image in [CIImage(portaitEffectsMatte: person), CIImage(semanticSegmentationMatte: skin)] {
                let image = try #require(image)
                var bytes = [UInt8](repeating: 1, count: 4)
                CIContext().render(
                    image, toBitmap: &bytes, rowBytes: 2, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), format: .L8,
                    colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
                #expect(bytes == [0, 255, 128, 64] && image.extent.width == 2 && image.pixelBuffer === matte)
            }
        }

        @Test func depthIsThatOfTheScene() throws {
            let studio = try Self.depthStudio("back-lidar")
            let photo = try studio.photo(.heic.with { $0.isDepthDataDeliveryEnabled = true })
            let depth = try #require(photo.depthData)
            #expect(depth.depthDataType == kCVPixelFormatType_DepthFloat32 && depth.isDepthDataFiltered)
            #expect(depth.depthDataAccuracy == .absolute && depth.depthDataQuality == .high)
            #expect(Self.value(depth, SceneLayout.nearBoard) == SceneLayout.nearDistance)
            #expect(Self.value(depth, SceneLayout.colorChart) == SceneLayout.chartDistance)
            let disparity = depth.converting(toDepthDataType: kCVPixelFormatType_DisparityFloat32)
            #expect(abs(Self.value(disparity, SceneLayout.nearBoard) - 1 / SceneLayout.nearDistance) < 1e-4)
            #expect(photo.cameraCalibrationData == nil)
        }

        @Test func photosHaveTheChosenFormatOfDepth() throws {
            let studio = try Self.depthStudio("back-lidar")
            let formats = studio.camera.activeFormat.supportedDepthDataFormats
            let small = try #require(
                formats.last { $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_DepthFloat16 })
            try studio.camera.lockForConfiguration()
            studio.camera.activeDepthDataFormat = small
            studio.camera.unlockForConfiguration()
            let photo = try studio.photo(.heic.with { $0.isDepthDataDeliveryEnabled = true })
            let depth = try #require(photo.depthData)
            #expect(depth.depthDataType == kCVPixelFormatType_DepthFloat16)
            #expect(CVPixelBufferGetWidth(depth.depthDataMap) == 320)
            let raw = try studio.photo(
                .heic.with {
                    $0.isDepthDataDeliveryEnabled = true
                    $0.isDepthDataFiltered = false
                })
            #expect(raw.depthData?.isDepthDataFiltered == false, "there are holes beside what is near")
        }

        @Test func calibrationDescribesTheCamerasProjection() throws {
            let studio = try Self.depthStudio("back-lidar")
            let photo = try studio.photo(.heic.with { $0.isCameraCalibrationDataDeliveryEnabled = true })
            let calibration = try #require(photo.cameraCalibrationData)
            let size = calibration.intrinsicMatrixReferenceDimensions
            #expect(size.width == 4032 && size.height == 3024)
            // A type of `simd`, which comes with AVFoundation.
            let matrix: simd_float3x3 = calibration.intrinsicMatrix
            // 69 degrees over 4032 pixels.
            #expect(abs(matrix.columns.0.x - 2933) < 5)
            #expect(matrix.columns.2.x == 2016)
            #expect(calibration.pixelSize > 0)
            #expect(photo.depthData == nil)
            let (file, folder) = try photo.file("photo.heic")
            let info = try withExtendedLifetime(folder) { try ImageProbe.heifInfo(file) }
            #expect(!info.contains("depth channel: yes"))
        }

        @Test func theFileHoldsDepthAndMatteAsOtherProgramsReadThem() throws {
            let studio = try Self.depthStudio("front-truedepth")
            let photo = try studio.photo(
                .heic.with {
                    $0.isDepthDataDeliveryEnabled = true
                    $0.isPortraitEffectsMatteDeliveryEnabled = true
                })
            let matte = try #require(photo.portraitEffectsMatte?.mattingImage)
            #expect(photo.resolvedSettings.portraitEffectsMatteDimensions.width == Int32(CVPixelBufferGetWidth(matte)))
            let data = try #require(photo.fileDataRepresentation())
            let shown = try ImageProbe.decodeAuxiliary("portraiteffectsmatte", of: data).luma
            // There is a person in the middle, and none in the corner.
            #expect(shown.samples[shown.height / 2 * shown.width + shown.width / 2] > 240 && shown.samples[0] < 16)
            let depth = try ImageProbe.decodeAuxiliary("depth", of: data).luma
            #expect(depth.width == photo.depthData.map { CVPixelBufferGetWidth($0.depthDataMap) })
            let (file, folder) = try photo.file()
            let info = try withExtendedLifetime(folder) { try ImageProbe.heifInfo(file) }
            #expect(info.contains("depth"))
        }

        @Test func whatIsNotToBeEmbeddedIsNotInTheFile() throws {
            final class Customizer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
                func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { nil }
            }
            let studio = try Self.depthStudio("back-lidar")
            let apart = try studio.photo(
                .heic.with {
                    $0.isDepthDataDeliveryEnabled = true
                    $0.embedsDepthDataInPhoto = false
                })
            #expect(apart.depthData != nil)
            let inside = try studio.photo(.heic.with { $0.isDepthDataDeliveryEnabled = true })
            let stripped = try #require(inside.fileDataRepresentation(with: Customizer()))
            for data in [try #require(apart.fileDataRepresentation()), stripped] {
                let folder = try TemporaryFolder()
                let info = try ImageProbe.heifInfo(folder.file("photo.heic", contents: data))
                #expect(!info.contains("depth channel: yes"))
            }
        }

        @Test func camerasWithoutDepthSaySo() throws {
            let studio = try PhotoStudio()
            #expect(!studio.output.isDepthDataDeliverySupported)
            #expect(!studio.output.isCameraCalibrationDataDeliverySupported)
            #expect(!studio.output.isPortraitEffectsMatteDeliverySupported)
            #expect(!studio.output.isVirtualDeviceConstituentPhotoDeliverySupported)
            // A setting of the output goes when the camera that supports it goes.
            let lidar = try Self.depthStudio("back-lidar")
            #expect(lidar.output.isDepthDataDeliveryEnabled)
            let session = lidar.capture.session
            session.beginConfiguration()
            for input in session.inputs { session.removeInput(input) }
            session.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:front"))))
            session.commitConfiguration()
            #expect(!lidar.output.isDepthDataDeliveryEnabled)
        }

        @Test func eachCameraOfAVirtualDeviceDeliversItsPhotoOfTheMoment() throws {
            let studio = try PhotoStudio("back-dual-wide") { output in
                output.isVirtualDeviceConstituentPhotoDeliveryEnabled =
                    output.isVirtualDeviceConstituentPhotoDeliverySupported
            }
            let devices = studio.camera.constituentDevices
            try #require(devices.count == 2)
            let record = try studio.take(
                .pixels(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange).with {
                    $0.virtualDeviceConstituentPhotoDeliveryEnabledDevices = devices
                })
            #expect(record.error == nil && record.resolved?.expectedPhotoCount == 2)
            #expect(record.photos.map(\.sourceDeviceType) == devices.map(\.deviceType))
            #expect(record.photos.map(\.photoCount) == [1, 2])
            #expect(Set(record.photos.map(\.timestamp)).count == 1)
            #expect(Set(try record.photos.map { try $0.reading().frameNumber }).count == 1)
            // The wide camera shows half of what the ultra-wide one shows, at twice the size.
            let widths = try record.photos.map { SceneProbe.chartWidth(try #require($0.pixelBuffer)) }
            let wide = try #require(devices.firstIndex { $0.deviceType == .builtInWideAngleCamera })
            #expect(abs(2 * widths[1 - wide] - widths[wide]) <= 4)
        }
    }
}
