import CoreML
import Testing

@Suite struct MLMultiArrayTests {
    @Test(arguments: [MLMultiArrayDataType.double, .float32, .float16, .int32])
    func numbersKeepTheirPlaces(type: MLMultiArrayDataType) throws {
        let array = try MLMultiArray(shape: [2, 3], dataType: type)
        #expect(array.count == 6 && array.shape == [2, 3] && array.strides == [3, 1])
        #expect((0..<6).allSatisfy { array[$0] == 0 })
        array[[1, 2]] = 7
        array[1] = 2
        #expect(array[5] == 7 && array[[0, 1]] == 2 && array[[1, 0]] == 0)
        let size = [MLMultiArrayDataType.double: 8, .float16: 2][type] ?? 4
        #expect(array.withUnsafeBytes(\.count) == 6 * size)
    }

    @Test func bytesAreTheNumbersInTheirType() throws {
        let array = try MLMultiArray([Float(0.5), -2])
        #expect(array.dataType == .float32)
        #expect(array.withUnsafeBufferPointer(ofType: Float.self) { Array($0) } == [0.5, -2])
        array.withUnsafeMutableBytes { bytes, strides in
            #expect(strides == [1])
            bytes.storeBytes(of: Float(3).bitPattern, toByteOffset: 4, as: UInt32.self)
        }
        #expect(array[1] == 3)
    }

    @Test func stridesOfForeignMemoryAreFollowed() throws {
        var freed = 0
        try {
            let memory = UnsafeMutablePointer<Double>.allocate(capacity: 8)
            for index in 0..<8 { (memory + index).initialize(to: Double(index)) }
            // Three columns of rows that are four apart.
            let array = try MLMultiArray(
                dataPointer: memory, shape: [2, 3], dataType: .double, strides: [4, 1],
                deallocator: {
                    freed += 1
                    $0.deallocate()
                })
            #expect(array[3] == 4 && array[[1, 2]] == 6 && array.withUnsafeBytes(\.count) == 7 * 8)
            let same = try MLMultiArray(shape: [2, 3], dataType: .float32)
            for (index, number) in [0, 1, 2, 4, 5, 6].enumerated() { same[index] = NSNumber(value: number) }
            #expect(array == same)
        }()
        #expect(freed == 1)
    }

    @Test func impossibleShapesAreRefused() {
        for shape: [NSNumber] in [[-1], [NSNumber(value: Int.max), 2]] {
            let error = #expect(throws: MLModelError.self) { try MLMultiArray(shape: shape, dataType: .double) }
            #expect(error?.code == .parameters)
        }
        withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { memory in
            _ = #expect(throws: MLModelError.self) {
                try MLMultiArray(dataPointer: memory.baseAddress!, shape: [1], dataType: .double, strides: [1, 1])
            }
        }
    }
}
