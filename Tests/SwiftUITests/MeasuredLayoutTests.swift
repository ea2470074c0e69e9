import Foundation
import SwiftUI
import Testing

/// Layouts that were measured with Apple's SwiftUI: each leaf's edges, as far as no font decides them. The widths of
/// the
/// texts here are those of letters of 8 points; the expected values follow from the measured gaps and alignments.
@Suite @MainActor struct MeasuredLayoutTests {
    private func expect(
        _ number: Int, _ view: some View, _ size: (CGFloat, CGFloat), _ leaves: [(CGFloat, CGFloat, CGFloat, CGFloat)],
        location: SourceLocation = #_sourceLocation
    ) {
        let shown = Shown(view)
        #expect(shown.size == CGSize(width: size.0, height: size.1), "\(number)", sourceLocation: location)
        let expected = leaves.map { CGRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
        #expect(shown.leaves == expected, "\(number)", sourceLocation: location)
    }

    private func text(_ letters: Int) -> Text { Text(verbatim: String(repeating: "a", count: letters)) }

    @Test func leavesTakeTheirOwnOrTheOfferedSize() {
        expect(1, text(4), (32, 16), [(0, 0, 32, 16)])
        expect(3, Color.red, (400, 600), [(0, 0, 400, 600)])
        expect(4, VStack { Spacer() }, (0, 600), [])
        expect(34, VStack {}, (0, 0), [])
        expect(35, VStack { text(8) }, (64, 16), [(0, 0, 64, 16)])
    }

    @Test func textsInAColumnHaveNoGap() {
        expect(
            5,
            VStack {
                text(3); text(6); text(4)
            }, (48, 48), [(12, 0, 24, 16), (0, 16, 48, 16), (8, 32, 32, 16)])
        expect(
            6,
            VStack(alignment: .leading) {
                text(4); text(10); text(3)
            }, (80, 48),
            [(0, 0, 32, 16), (0, 16, 80, 16), (0, 32, 24, 16)])
        expect(
            7,
            VStack(alignment: .trailing) {
                text(4); text(10); text(3)
            }, (80, 48),
            [(48, 0, 32, 16), (0, 16, 80, 16), (56, 32, 24, 16)])
        expect(
            8,
            VStack(spacing: 20) {
                text(3); text(6); text(4)
            }, (48, 88),
            [(12, 0, 24, 16), (0, 36, 48, 16), (8, 72, 32, 16)])
        expect(
            46,
            VStack(spacing: 0) {
                text(1); text(1); text(1)
            }, (8, 48), [(0, 0, 8, 16), (0, 16, 8, 16), (0, 32, 8, 16)])
    }

    @Test func spacersShareWhatIsLeft() {
        expect(
            9,
            VStack {
                text(3); Spacer(); text(5)
            }, (40, 600), [(8, 0, 24, 16), (0, 584, 40, 16)])
        expect(
            15,
            HStack {
                text(3); Spacer(); text(4)
            }, (400, 16), [(0, 0, 24, 16), (368, 0, 32, 16)])
        expect(
            32,
            VStack {
                text(5); Spacer(); text(6); Spacer(); text(5)
            }, (48, 600),
            [(4, 0, 40, 16), (0, 292, 48, 16), (4, 584, 40, 16)])
        expect(
            44,
            VStack {
                text(3); Spacer(); text(3); Spacer(); Spacer(); text(5)
            }, (40, 600),
            [(8, 0, 24, 16), (8, 200, 24, 16), (0, 584, 40, 16)])
    }

    @Test func stacksNest() {
        expect(
            10,
            VStack(spacing: 10) {
                VStack(spacing: 4) {
                    text(8); text(8)
                };
                VStack(spacing: 4) {
                    text(9); text(8)
                }
            },
            (72, 82), [(4, 0, 64, 16), (4, 20, 64, 16), (0, 46, 72, 16), (4, 66, 64, 16)])
        expect(
            31,
            VStack(spacing: 16) {
                row
                Divider()
                row
            }, (400, 121),
            [
                (16, 0, 44, 44), (72, 4, 24, 16), (72, 24, 48, 16), (0, 60, 400, 1), (16, 77, 44, 44), (72, 81, 24, 16),
                (72, 101, 48, 16),
            ])
    }

    private var row: some View {
        HStack(spacing: 12) {
            Color.red.frame(width: 44, height: 44)
            VStack(alignment: .leading, spacing: 4) {
                text(3)
                text(6)
            }
            Spacer()
        }
        .padding(.horizontal, 16)
    }

    @Test func rowsAlign() {
        expect(
            11,
            HStack {
                text(3); text(4)
            }, (64, 16), [(0, 0, 24, 16), (32, 0, 32, 16)])
        let lines = Text(verbatim: "aaa\naaaa\naa")
        expect(
            12,
            HStack(alignment: .top) {
                text(4); lines
            }, (72, 48), [(0, 0, 32, 16), (40, 0, 32, 48)])
        expect(
            13,
            HStack(alignment: .bottom) {
                text(4); lines
            }, (72, 48), [(0, 32, 32, 16), (40, 0, 32, 48)])
        expect(
            14,
            HStack(spacing: 20) {
                text(3); text(4)
            }, (76, 16), [(0, 0, 24, 16), (44, 0, 32, 16)])
    }

    @Test func viewsInFrontOfEachOtherAlign() {
        let color = Color.red.frame(width: 200, height: 200)
        expect(
            16,
            ZStack {
                color; text(7)
            }, (200, 200), [(0, 0, 200, 200), (72, 92, 56, 16)])
        expect(
            17,
            ZStack(alignment: .topLeading) {
                color; text(7)
            }, (200, 200), [(0, 0, 200, 200), (0, 0, 56, 16)])
        expect(
            18,
            ZStack(alignment: .bottomTrailing) {
                color; text(7)
            }, (200, 200), [(0, 0, 200, 200), (144, 184, 56, 16)])
    }

    @Test func framesAlignTheirContent() {
        expect(19, text(6).frame(width: 200, height: 100), (200, 100), [(76, 42, 48, 16)])
        expect(
            20, text(9).frame(minWidth: 100, maxWidth: 300, minHeight: 50, maxHeight: 150), (300, 150),
            [(114, 67, 72, 16)])
        expect(21, text(8).frame(maxWidth: .infinity), (400, 16), [(168, 0, 64, 16)])
        expect(22, text(2).frame(width: 200, height: 200, alignment: .topLeading), (200, 200), [(0, 0, 16, 16)])
        expect(23, text(2).frame(width: 200, height: 200, alignment: .bottomTrailing), (200, 200), [(184, 184, 16, 16)])
        expect(24, text(1).frame(width: 200, height: 200), (200, 200), [(96, 92, 8, 16)])
        expect(
            36, text(4).frame(width: 100, height: 40).frame(width: 200, height: 100).frame(width: 300, height: 200),
            (300, 200), [(134, 92, 32, 16)])
        expect(
            43,
            text(1).frame(width: 50, height: 30, alignment: .bottomTrailing)
                .frame(width: 150, height: 80, alignment: .topLeading), (150, 80), [(42, 14, 8, 16)])
        expect(48, text(7).frame(maxWidth: .infinity, minHeight: 180), (400, 180), [(172, 82, 56, 16)])
        expect(
            49,
            VStack {
                text(3); text(6)
            }.frame(maxWidth: .infinity, minHeight: 180), (400, 180),
            [(188, 74, 24, 16), (176, 90, 48, 16)])
    }

    @Test func paddingAdds() {
        expect(25, text(6).padding(), (80, 48), [(16, 16, 48, 16)])
        expect(26, text(9).padding(20), (112, 56), [(20, 20, 72, 16)])
        expect(27, text(8).padding(.horizontal, 24), (112, 16), [(24, 0, 64, 16)])
        expect(28, text(12).padding(8).padding(16), (144, 64), [(24, 24, 96, 16)])
        expect(40, text(1).frame(width: 100, height: 50).padding(20), (140, 90), [(66, 37, 8, 16)])
        expect(41, text(1).padding(20).frame(width: 200, height: 100), (200, 100), [(96, 42, 8, 16)])
        expect(
            47, text(1).padding(4).frame(width: 80, height: 40).padding(8).frame(width: 150, height: 80).padding(12),
            (174, 104), [(83, 44, 8, 16)])
    }

    @Test func flexibleRowsFillTheWidth() {
        expect(
            29,
            VStack(spacing: 8) {
                text(3).frame(maxWidth: .infinity, alignment: .leading).padding(.horizontal, 16)
                text(6).frame(maxWidth: .infinity, alignment: .leading).padding(.horizontal, 16)
            }
            .padding(.vertical, 12), (400, 64), [(16, 12, 24, 16), (16, 36, 48, 16)])
        expect(
            30,
            VStack(spacing: 12) {
                HStack {
                    text(4); Spacer(); text(4)
                }.padding(.horizontal, 16)
                HStack {
                    text(6); Spacer(); text(3)
                }.padding(.horizontal, 16)
            }, (400, 44), [(16, 0, 32, 16), (352, 0, 32, 16), (16, 28, 48, 16), (360, 28, 24, 16)])
        expect(
            33,
            HStack(spacing: 0) {
                Color.red.frame(width: 120)
                VStack(alignment: .leading, spacing: 8) {
                    text(10); text(9)
                }
                .frame(maxWidth: .infinity, alignment: .leading).padding(16)
            }, (400, 600), [(0, 0, 120, 600), (136, 280, 80, 16), (136, 304, 72, 16)])
        expect(
            42,
            VStack(alignment: .leading) {
                HStack {
                    text(1); Spacer()
                }.frame(maxWidth: .infinity)
                text(1).frame(maxWidth: .infinity, alignment: .trailing)
            }, (400, 32), [(0, 0, 8, 16), (392, 16, 8, 16)])
    }

    @Test func screensOfBarsAndColumns() {
        expect(
            37,
            VStack(spacing: 0) {
                text(6).frame(maxWidth: .infinity, alignment: .leading).padding(.horizontal, 16).padding(.vertical, 8)
                Spacer()
                HStack {
                    text(5); Spacer(); text(3)
                }.padding(.horizontal, 16).padding(.vertical, 4)
            }, (400, 600), [(16, 8, 48, 16), (16, 580, 40, 16), (360, 580, 24, 16)])
        expect(
            38,
            HStack(spacing: 0) {
                VStack(alignment: .leading, spacing: 4) {
                    text(5); text(5); text(5); text(5); text(5)
                }
                .frame(width: 120).padding(.vertical, 8)
                Color.gray.frame(width: 1)
                VStack(alignment: .leading) {
                    text(4); Spacer()
                }.frame(maxWidth: .infinity, alignment: .leading)
                    .padding(12)
            }, (400, 600),
            [
                (40, 252, 40, 16), (40, 272, 40, 16), (40, 292, 40, 16), (40, 312, 40, 16), (40, 332, 40, 16),
                (120, 0, 1, 600), (133, 12, 32, 16),
            ])
        expect(
            39,
            VStack(spacing: 0) {
                HStack {
                    text(4); Spacer(); text(3); Spacer(); text(4)
                }.padding(8).frame(maxWidth: .infinity)
                Color.gray.frame(height: 1)
                Spacer()
            }, (400, 600), [(8, 8, 32, 16), (188, 8, 24, 16), (360, 8, 32, 16), (0, 32, 400, 1)])
        expect(
            45,
            HStack(spacing: 0) {
                text(4).frame(width: 80); Color.red; Spacer(); text(3).frame(width: 60)
            }, (400, 600),
            [(24, 292, 32, 16), (80, 0, 252, 600), (358, 292, 24, 16)])
    }

    @Test func aLineThatIsCutIsCenteredInItsFrame() {
        let shown = Shown(text(60).lineLimit(1).truncationMode(.middle).frame(width: 200))
        #expect(shown.size == CGSize(width: 200, height: 16))
        #expect(shown.leaves[0].midX == 100)
    }
}
