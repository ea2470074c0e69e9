import Accelerate
import Foundation
import Testing

struct ImageBufferTests {
    @Test func aBufferHasRoomForItsPixels() throws {
        var buffer = vImage_Buffer()
        #expect(vImageBuffer_Init(&buffer, 3, 101, 32, noFlags) == kvImageNoError)
        defer { free(buffer.data) }
        #expect(buffer.width == 101 && buffer.height == 3 && buffer.rowBytes >= 404)
        memset(buffer.data, 1, buffer.rowBytes * 3)
    }

    @Test func whatNoMemoryHoldsIsRefused() {
        var buffer = vImage_Buffer()
        #expect(vImageBuffer_Init(&buffer, .max, 4, 32, noFlags) == kvImageMemoryAllocationError)
        #expect(vImageBuffer_Init(&buffer, 4, .max, 32, noFlags) == kvImageMemoryAllocationError)
        #expect(vImageBuffer_Init(&buffer, 4, 4, 0, noFlags) == kvImageInvalidParameter)
        #expect(buffer.data == nil)
    }

    @Test func wrongBuffersAreNamed() {
        var (source, result) = (Picture.noise(4, 4), Picture(5, 4))
        let larger = source.make(&result) { vImageHorizontalReflect_ARGB8888(&$0, &$1, noFlags) }
        #expect(larger == kvImageRoiLargerThanInputBuffer)
        var empty = vImage_Buffer()
        let missing = source.withBuffer { vImageHorizontalReflect_ARGB8888(&$0, &empty, noFlags) }
        #expect(missing == kvImageNullPointerArgument)
        let narrow = source.withBuffer { buffer in
            buffer.rowBytes = 15
            return vImageHorizontalReflect_ARGB8888(&buffer, &buffer, noFlags)
        }
        #expect(narrow == kvImageInvalidRowBytes)
        let huge = source.withBuffer { buffer in
            buffer.height = .max
            return vImageHorizontalReflect_ARGB8888(&buffer, &buffer, noFlags)
        }
        #expect(huge == kvImageInvalidParameter)
        #expect(result.isMade { _, _, _ in 77 })
    }

    @Test func aTemporaryBufferIsNeverNeeded() {
        var result = Picture(4, 4)
        let flags = vImage_Flags(kvImageGetTempBufferSize)
        #expect(Picture.noise(8, 8).make(&result) { vImageScale_ARGB8888(&$0, &$1, nil, flags) } == 0)
        #expect(result.isMade { _, _, _ in 77 })
    }
}

struct ImageGeometryTests {
    @Test(arguments: [1, 4, 7]) func picturesAreMirrored(side: Int) {
        let source = Picture.noise(side, 5)
        var result = Picture(side, 5)
        #expect(source.make(&result) { vImageHorizontalReflect_ARGB8888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in source[side - 1 - x, y, part] })
        let tall = Picture.noise(5, side)
        result = Picture(5, side)
        #expect(tall.make(&result) { vImageVerticalReflect_ARGB8888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in tall[x, side - 1 - y, part] })
    }

    @Test func aPictureIsMirroredInItsPlace() {
        let source = Picture.noise(5, 5, bytesPerPixel: 1)
        var result = source
        #expect(result.withBuffer { vImageHorizontalReflect_Planar8(&$0, &$0, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, _ in source[4 - x, y, 0] })
        #expect(result.withBuffer { vImageVerticalReflect_Planar8(&$0, &$0, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, _ in source[4 - x, 4 - y, 0] })
    }

    @Test func picturesAreTurned() {
        let source = Picture.noise(6, 4)
        var (turned, half) = (Picture(4, 6), Picture(6, 4))
        let black: [UInt8] = [0, 0, 0, 0]
        func turn(_ result: inout Picture, _ constant: Int) -> vImage_Error {
            source.make(&result) { vImageRotate90_ARGB8888(&$0, &$1, UInt8(constant), black, noFlags) }
        }
        #expect(turn(&turned, kRotate90DegreesClockwise) == kvImageNoError)
        #expect(turned.isMade { x, y, part in source[y, 3 - x, part] })
        #expect(turn(&turned, kRotate90DegreesCounterClockwise) == kvImageNoError)
        #expect(turned.isMade { x, y, part in source[5 - y, x, part] })
        #expect(turn(&half, kRotate180DegreesClockwise) == kvImageNoError)
        #expect(half.isMade { x, y, part in source[5 - x, 3 - y, part] })
        #expect(turn(&half, kRotate0DegreesClockwise) == kvImageNoError)
        #expect(half.isMade { x, y, part in source[x, y, part] })
        #expect(turn(&half, kRotate90DegreesClockwise) == kvImageBufferSizeMismatch)
        #expect(turn(&half, 4) == kvImageInvalidParameter)
        let unaligned = source.make(&half) { source, result in
            source.rowBytes -= 1
            return vImageRotate90_ARGB8888(&source, &result, UInt8(kRotate0DegreesClockwise), black, noFlags)
        }
        #expect(unaligned == kvImageInvalidRowBytes)
        let plane = Picture.noise(6, 4, bytesPerPixel: 1)
        var turnedPlane = Picture(4, 6, bytesPerPixel: 1)
        let error = plane.make(&turnedPlane) {
            vImageRotate90_Planar8(&$0, &$1, UInt8(kRotate90DegreesClockwise), 0, noFlags)
        }
        #expect(error == kvImageNoError && turnedPlane.isMade { x, y, _ in plane[y, 3 - x, 0] })
    }

    @Test func picturesAreScaled() {
        // Each component has its own value, in four quarters.
        func quarters(_ width: Int, _ height: Int, _ parts: Int) -> Picture {
            Picture(width, height, bytesPerPixel: parts) { x, y, part in
                UInt8((x * 2 / width) * 100 + (y * 2 / height) * 50 + part * 20)
            }
        }
        for parts in [1, 4] {
            var (small, large) = (Picture(4, 6, bytesPerPixel: parts), Picture(16, 24, bytesPerPixel: parts))
            let source = quarters(8, 12, parts)
            func scale(_ result: inout Picture) -> vImage_Error {
                source.make(&result) {
                    parts == 1
                        ? vImageScale_Planar8(&$0, &$1, nil, noFlags) : vImageScale_ARGB8888(&$0, &$1, nil, noFlags)
                }
            }
            #expect(scale(&small) == kvImageNoError && scale(&large) == kvImageNoError)
            #expect(small.isMade { x, y, part in source[x * 2, y * 2, part] })
            // Where quarters meet there are colors between them.
            for (x, y) in [(2, 2), (13, 2), (2, 21), (13, 21)] {
                for part in 0..<parts { #expect(large[x, y, part] == source[x / 2, y / 2, part]) }
            }
        }
    }

    @Test func scalingNeedsOtherMemoryAndPixels() {
        var picture = Picture.noise(4, 4)
        let same = picture.withBuffer { vImageScale_ARGB8888(&$0, &$0, nil, noFlags) }
        #expect(same == kvImageOutOfPlaceOperationRequired)
        var result = Picture(2, 2)
        let none = picture.withBuffer { source in
            source.width = 0
            return result.withBuffer { vImageScale_ARGB8888(&source, &$0, nil, noFlags) }
        }
        #expect(none == kvImageInvalidParameter)
    }
}

struct ImageChannelTests {
    @Test func componentsChangeTheirPlaces() {
        let source = Picture.noise(5, 3)
        var result = source
        let map: [UInt8] = [3, 0, 2, 2]
        #expect(result.withBuffer { vImagePermuteChannels_ARGB8888(&$0, &$0, map, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in source[x, y, Int(map[part])] })
        let wrong: [UInt8] = [0, 1, 2, 4]
        let error = result.withBuffer { vImagePermuteChannels_ARGB8888(&$0, &$0, wrong, noFlags) }
        #expect(error == kvImageInvalidParameter)
    }

    @Test func alphaIsLeftOut() {
        let source = Picture.noise(5, 3)
        var result = Picture(5, 3, bytesPerPixel: 3)
        #expect(source.make(&result) { vImageConvert_ARGB8888toRGB888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in source[x, y, part + 1] })
        #expect(source.make(&result) { vImageConvert_RGBA8888toRGB888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in source[x, y, part] })
        #expect(source.make(&result) { vImageConvert_BGRA8888toRGB888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade { x, y, part in source[x, y, 2 - part] })
    }

    @Test func bytesBecomeNumbersAndBack() {
        let source = Picture.noise(6, 4, bytesPerPixel: 1)
        var numbers = [Float](repeating: 0, count: 24)
        var (bytes, result) = (source, Picture(6, 4, bytesPerPixel: 1))
        let errors = numbers.withUnsafeMutableBytes { memory in
            var plane = vImage_Buffer(data: memory.baseAddress, height: 4, width: 6, rowBytes: 24)
            return [
                bytes.withBuffer { vImageConvert_Planar8toPlanarF(&$0, &plane, 3, -2, noFlags) },
                result.withBuffer { vImageConvert_PlanarFtoPlanar8(&plane, &$0, 3, -2, noFlags) },
            ]
        }
        #expect(errors == [kvImageNoError, kvImageNoError])
        let expected = (0..<24).map { Double(source[$0 % 6, $0 / 6, 0]) / 255 * 5 - 2 }
        #expect(isClose(numbers, expected))
        #expect(result.isMade { x, y, _ in source[x, y, 0] })
    }

    @Test func numbersOutsideTheRangeBecomeItsEnds() {
        var numbers: [Float] = [-1, 0, 0.5, 1, 2, .nan]
        var result = Picture(6, 1, bytesPerPixel: 1)
        let error = numbers.withUnsafeMutableBytes { memory in
            var plane = vImage_Buffer(data: memory.baseAddress, height: 1, width: 6, rowBytes: 24)
            return result.withBuffer { vImageConvert_PlanarFtoPlanar8(&plane, &$0, 1, 0, noFlags) }
        }
        let expected: [UInt8] = [0, 0, 128, 255, 255, 0]
        #expect(error == kvImageNoError && result.isMade { x, _, _ in expected[x] })
    }

    @Test func colorsAreMultipliedByAlpha() {
        let source = Picture.noise(16, 16)
        func multiplied(_ alpha: Int) -> (Int, Int, Int) -> UInt8 {
            { x, y, part in
                let value = Double(source[x, y, part])
                return part == alpha ? source[x, y, part] : UInt8((value * Double(source[x, y, alpha]) / 255).rounded())
            }
        }
        var result = source
        #expect(result.withBuffer { vImagePremultiplyData_ARGB8888(&$0, &$0, noFlags) } == kvImageNoError)
        #expect(result.isMade(multiplied(0)))
        #expect(source.make(&result) { vImagePremultiplyData_RGBA8888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade(multiplied(3)))
        result = Picture(16, 16)
        #expect(source.make(&result) { vImagePremultiplyData_BGRA8888(&$0, &$1, noFlags) } == kvImageNoError)
        #expect(result.isMade(multiplied(3)))
    }
}
