import LinuxVideo
import Testing

@Suite struct LinuxVideoTests {
    /// The numbers are those of <linux/videodev2.h>: V4L2_PIX_FMT_YUYV, _Y10, _Y16_BE.
    @Test(arguments: [("YUYV", 0x5659_5559), ("Y10", 0x2030_3159), ("Y16-BE", 0xA036_3159)] as [(String, UInt32)])
    func pixelFormatsAreReadAndWritten(name: String, code: UInt32) {
        #expect(FourCC(name)?.code == code)
        #expect(FourCC(code: code).description == name)
    }

    @Test(arguments: ["", "-BE", "TOO LONG", "Ä"])
    func anInvalidPixelFormatNameIsRefused(name: String) {
        #expect(FourCC(name) == nil)
    }

    @Test(arguments: [("/dev/video4711", Errno.noEntry), ("/dev/null", .notTypewriter)])
    func openingSomethingElseSaysWhy(path: String, expected: Errno) {
        #expect(throws: expected) { try VideoDevice(path: path) }
    }

    /// V4L2_FIELD_ANY, _NONE, _TOP and so on, in the order of their numbers in <linux/videodev2.h>.
    @Test func fieldsThatComeApartAreNoPicture() {
        let kinds: [VideoFields] = [
            .whole, .whole, .alone, .alone, .woven, .stacked, .stacked, .alone, .woven, .woven,
        ]
        #expect((0..<10).map { VideoFields(UInt32($0)) } == kinds)
        #expect(kinds.filter(\.isPicture).count == 5)
    }

    /// A driver that ignores the number answers forever.
    @Test func aListEndsWithItsRangeAndNeverLasts() {
        var asked: [UInt32] = []
        let range = VideoFrameInterval.range(shortest: VideoFraction(1, 60), longest: VideoFraction(1, 1))
        let entries: [VideoFrameInterval] = VideoDevice.list { index in
            asked.append(index)
            return .some(range)
        } endsWith: {
            if case .range = $0 { true } else { false }
        }
        #expect(entries == [range] && asked == [0])
        #expect(VideoDevice.list { Int($0) }.count == 1000)
        // An entry that makes no sense is left out, and an error ends the list.
        let some: [UInt32] = VideoDevice.list { index in index == 3 ? nil : .some(index == 1 ? nil : index) }
        #expect(some == [0, 2])
    }

    @Test func anErrorSaysWhatTheSystemSays() {
        #expect(Errno.busy.description == "Device or resource busy (error 16)")
    }
}
