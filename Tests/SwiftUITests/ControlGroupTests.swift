import Foundation
import Testing
import UIKit

@testable import SwiftUI

/// A root that presents, as a window has it.
@MainActor private func shownRoot(_ view: some View) -> Shown {
    Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
}

/// Steppers, groups, styles of labels, sheets with heights, alerts of old, links to values.
@Suite @MainActor struct ControlGroupTests {
    struct Stepping: View {
        let tell: (Int) -> Void
        @State var value = 2
        var body: some View {
            let _ = tell(value)
            Stepper("Zoom", value: $value, in: 0...3)
        }
    }

    @Test func aStepperStaysInItsBounds() {
        var value = 0
        let shown = Shown(Stepping { value = $0 })
        let buttons = shown.drawn.filter { $0.leaf is Image }.map(\.frame)
        #expect(shown.texts == ["Zoom"] && buttons.count == 2)
        let (less, more) = (buttons[0], buttons[1])
        for _ in 0..<3 {
            shown.tap(more)
            shown.update()
        }
        #expect(value == 3)
        for _ in 0..<5 {
            shown.tap(less)
            shown.update()
        }
        #expect(value == 0)
    }

    @Test func aLabelShowsWhatItsStyleSays() {
        let label = Label("Photo", systemImage: "camera")
        func texts(_ view: some View) -> [String] { Shown(view).texts }
        func pictures(_ view: some View) -> Int {
            let shown = Shown(view)
            // Nodes do not keep their graph alive.
            return withExtendedLifetime(shown) { shown.drawn.count { $0.leaf is Image } }
        }
        #expect(texts(label) == ["Photo"] && pictures(label) == 1)
        #expect(texts(label.labelStyle(.titleOnly)) == ["Photo"] && pictures(label.labelStyle(.titleOnly)) == 0)
        let icon = label.labelStyle(.iconOnly)
        #expect(pictures(icon) == 1 && Shown(icon).size == Shown(Image(systemName: "camera")).size)
    }

    @Test func valuesStandBesideTheirLabels() {
        let shown = Shown(LabeledContent("Codec", value: "HEVC").frame(width: 200))
        #expect(shown.texts == ["Codec", "HEVC"])
        #expect(shown.frame(of: "Codec")?.minX == 100 && shown.frame(of: "HEVC")?.maxX == 300)
    }

    @Test func aGroupIsShownAndHidden() throws {
        let shown = Shown(DisclosureGroup("More") { Text(verbatim: "inside") })
        #expect(shown.texts == ["More"])
        shown.tap(try #require(shown.frame(of: "More")))
        shown.advance(by: 1)
        #expect(shown.texts == ["More", "inside"])
        shown.tap(try #require(shown.frame(of: "More")))
        shown.advance(by: 1)
        #expect(shown.texts == ["More"])
    }

    @Test func nothingToShowSaysSo() {
        let shown = Shown(ContentUnavailableView("No Camera", systemImage: "camera", description: Text("Plug one in.")))
        #expect(shown.texts == ["No Camera", "Plug one in."] && shown.size == CGSize(width: 400, height: 600))
    }

    struct Sheets: View {
        let detents: Set<PresentationDetent>
        var isFixed = false
        @State var isShown = true
        var body: some View {
            Color.black.sheet(isPresented: $isShown) {
                Text(verbatim: "sheet").presentationDetents(detents).interactiveDismissDisabled(isFixed)
            }
        }
    }

    @Test(
        arguments: [
            (PresentationDetent.medium, 288), (.height(200), 200), (.fraction(0.25), 144), (.large, 576),
        ] as [(PresentationDetent, CGFloat)])
    func aSheetHasTheHeightThatItAsksFor(detent: PresentationDetent, height: CGFloat) throws {
        let shown = shownRoot(Sheets(detents: [detent]))
        shown.advance(by: 1)
        let text = try #require(shown.frame(of: "sheet"))
        #expect(abs(text.midY - (600 - height / 2)) < 1)
    }

    @Test func aTapBesideASheetClosesItUnlessThatIsForbidden() {
        for isFixed in [false, true] {
            let shown = shownRoot(Sheets(detents: [.height(200)], isFixed: isFixed))
            shown.advance(by: 1)
            shown.tap(200, 100)
            shown.advance(by: 1)
            #expect(shown.texts.contains("sheet") == isFixed)
        }
    }

    @Test func aDragOfTheHandleChoosesAnotherHeight() throws {
        let shown = shownRoot(Sheets(detents: [.height(200), .large]))
        shown.advance(by: 1)
        let low = try #require(shown.frame(of: "sheet")).midY
        // The handle is at the sheet's upper edge.
        shown.touch(.began, 200, 408)
        for y in stride(from: CGFloat(400), to: 60, by: -20) { shown.touch(.moved, 200, y) }
        shown.update()
        shown.touch(.ended, 200, 60)
        shown.advance(by: 1)
        #expect(try #require(shown.frame(of: "sheet")).midY < low - 100)
    }

    struct OldAlert: View {
        let tell: (String) -> Void
        @State var isShown = true
        var body: some View {
            let _ = isShown ? () : tell("closed")
            Color.black.alert(isPresented: $isShown) {
                Alert(
                    title: Text("Delete?"), message: Text("For ever."),
                    primaryButton: .destructive(Text("Delete")) { tell("deleted") }, secondaryButton: .cancel())
            }
        }
    }

    @Test func anAlertOfOldHasItsButtons() throws {
        var heard: [String] = []
        let shown = shownRoot(OldAlert { heard.append($0) })
        shown.advance(by: 1)
        #expect(shown.texts == ["Delete?", "For ever.", "Delete", "Cancel"])
        shown.tap(try #require(shown.frame(of: "Delete")))
        shown.advance(by: 1)
        #expect(heard.first == "deleted" && heard.contains("closed") && shown.texts.isEmpty)
    }

    struct Closing: View {
        @Environment(\.presentationMode) var mode
        var body: some View { Button("close") { mode.wrappedValue.dismiss() } }
    }

    struct Opening: View {
        @State var isShown = true
        var body: some View { Color.black.sheet(isPresented: $isShown) { Closing() } }
    }

    @Test func thePresentationModeClosesASheet() throws {
        let shown = shownRoot(Opening())
        shown.advance(by: 1)
        shown.tap(try #require(shown.frame(of: "close")))
        shown.advance(by: 1)
        #expect(shown.texts.isEmpty)
    }

    @Test func aContextMenuShowsItsPreview() throws {
        let shown = shownRoot(
            Text(verbatim: "photo").contextMenu {
                Button("Delete") {}
            } preview: {
                Text(verbatim: "large")
            })
        let place = try #require(shown.frame(of: "photo"))
        shown.touch(.began, place.midX, place.midY)
        shown.advance(by: 1)
        shown.touch(.ended, place.midX, place.midY)
        shown.advance(by: 1)
        #expect(shown.texts == ["photo", "large", "Delete"])
    }

    @Test func aLongPressShowsTheContextMenu() throws {
        let shown = shownRoot(Text(verbatim: "photo").contextMenu { Button("Delete") {} })
        let place = try #require(shown.frame(of: "photo"))
        shown.touch(.began, place.midX, place.midY)
        shown.advance(by: 1)
        shown.touch(.ended, place.midX, place.midY)
        shown.advance(by: 1)
        #expect(shown.texts == ["photo", "Delete"])
    }

    struct Values: View {
        let handle: (Binding<Bool>) -> Void
        @State var isPushed = false
        var body: some View {
            let _ = handle($isPushed)
            NavigationStack {
                NavigationLink("seven", value: 7)
                    .navigationDestination(for: Int.self) { Text(verbatim: "page \($0)").navigationBarHidden(true) }
                    .navigationDestination(isPresented: $isPushed) { Text(verbatim: "pushed") }
                    .navigationTitle("Root")
            }
        }
    }

    @Test func aLinkLeadsToWhatItsValueStandsFor() throws {
        let shown = Shown(Values { _ in })
        #expect(shown.texts.contains("Root"))
        shown.tap(try #require(shown.frame(of: "seven")))
        shown.advance(by: 1)
        #expect(shown.texts.contains("page 7") && !shown.texts.contains("Back"))
    }

    @Test func aConditionPushesAndPops() throws {
        var isPushed: Binding<Bool>!
        let shown = Shown(Values { isPushed = $0 })
        isPushed.wrappedValue = true
        shown.update()
        shown.advance(by: 1)
        #expect(shown.texts.contains("pushed"))
        shown.tap(try #require(shown.frame(of: "Back")))
        shown.advance(by: 1)
        shown.update()
        #expect(!shown.texts.contains("pushed") && !isPushed.wrappedValue)
        isPushed.wrappedValue = true
        shown.update()
        shown.advance(by: 1)
        isPushed.wrappedValue = false
        shown.update()
        shown.advance(by: 1)
        #expect(!shown.texts.contains("pushed"))
    }

    @Test func colorsOfUIKitKeepTheirTwoSides() {
        let color = Color(uiColor: UIColor { $0.userInterfaceStyle == .dark ? .white : .black })
        var dark = EnvironmentValues()
        dark.colorScheme = .dark
        #expect(color.resolve(in: EnvironmentValues()).red == 0 && color.resolve(in: dark).red == 1)
        #expect(Color(.red).resolve(in: dark).green == 0)
    }
}
