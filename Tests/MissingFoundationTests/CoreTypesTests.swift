import Foundation
import MissingFoundation
import Testing

@Suite struct CoreTypesTests {
    @Test func fourCharacterCodeReadsAsLetters() {
        #expect(FourCharCode(letters: "420v") == 0x3432_3076)
        #expect(FourCharCode(0x3432_3076).letters == "420v")
        #expect(FourCharCode(0x20).letters == "... ")
    }

    /// C's functions return a pointer that need not be unwrapped.
    @Test func memoryFunctionsOfCAreNotShadowed() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 1)
        defer { memory.deallocate() }
        let filled: UnsafeMutableRawPointer = memset(memory, 7, 4)
        #expect(filled == memory)
        let maybe: UnsafeMutableRawPointer? = memory
        #expect(memset(maybe, 9, 4) == memory)
        #expect(memory.load(as: UInt8.self) == 9)
    }
}
