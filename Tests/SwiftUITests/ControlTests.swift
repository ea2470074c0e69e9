import Foundation
import Testing
import UIKit

@testable import SwiftUI

@MainActor private func shownRoot(_ view: some View) -> Shown {
    Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
}

/// Whose value a test reads and sets from outside.
@MainActor private struct Holding<Value, Content: View>: View {
    @State var value: Value
    let get: (Binding<Value>) -> Void
    let content: (Binding<Value>) -> Content

    init(
        _ value: Value, _ get: @escaping (Binding<Value>) -> Void,
        @ViewBuilder content: @escaping (Binding<Value>) -> Content
    ) {
        _value = State(initialValue: value)
        self.get = get
        self.content = content
    }

    var body: some View {
        let _ = get($value)
        content($value)
    }
}

extension Shown {
    /// The views that say something to assistive programs, in order.
    var elements: [UIView] {
        func elements(_ surface: Surface) -> [UIView] {
            (surface.view.isAccessibilityElement ? [surface.view] : []) + surface.children.flatMap(elements)
        }
        return elements(host.surface)
    }
}

@Suite @MainActor struct ControlTests {
    @Test func aToggleIsSwitchedByATapAndByAssistivePrograms() {
        var value: Binding<Bool>!
        let shown = Shown(Holding(false, { value = $0 }) { Toggle("Grid", isOn: $0) })
        #expect(shown.texts == ["Grid"] && shown.elements.first?.accessibilityValue == "Off")
        shown.tap(380, 300)
        shown.update()
        #expect(value.wrappedValue)
        #expect(shown.elements.first?.accessibilityValue == "On")
        #expect(shown.elements.first?.accessibilityLabel == "Grid")
        #expect(shown.elements.first?.accessibilityTraits.contains(.toggleButton) == true)
        #expect(shown.elements.first?.accessibilityActivate() == true)
        shown.update()
        #expect(!value.wrappedValue)
    }

    @Test func labelsCanBeLeftOut() {
        let shown = Shown(Toggle("Grid", isOn: .constant(true)).labelsHidden())
        #expect(shown.texts.isEmpty && shown.size.width == 51)
    }

    @Test func aSliderFollowsTheFingerInItsSteps() {
        var value: Binding<Double>!
        var edits: [Bool] = []
        let shown = Shown(
            Holding(0.0, { value = $0 }) { Slider(value: $0, in: 0...10, step: 5) { edits.append($0) } },
            width: 227, height: 28)
        shown.touch(.began, 13.5 + 100, 14)
        shown.update()
        #expect(value.wrappedValue == 5)
        shown.touch(.moved, 13.5 + 190, 14)
        shown.touch(.ended, 13.5 + 190, 14)
        shown.update()
        #expect(value.wrappedValue == 10)
        #expect(edits == [true, false])
    }

    @Test func aSlidersEndsAreNamed() {
        let shown = Shown(
            Slider(value: .constant(0.5)) {
                Text(verbatim: "zoom")
            } minimumValueLabel: {
                Text(verbatim: "1x")
            } maximumValueLabel: {
                Text(verbatim: "5x")
            }, width: 200, height: 28)
        // Its own name is for screen readers.
        #expect(shown.texts == ["1x", "5x"])
        #expect(shown.frame(of: "1x")?.minX == 0 && shown.frame(of: "5x")?.maxX == 200)
    }

    @Test func aProgressViewShowsThePart() {
        let shown = Shown(ProgressView(value: 1, total: 4), width: 200, height: 100)
        #expect(shown.drawn.map(\.frame.width) == [200, 50])
        #expect(shown.drawn.map(\.frame.height) == [4, 4])
        #expect(Shown(ProgressView("Saving")).texts == ["Saving"])
    }

    @Test func aMenusButtonRunsAndClosesIt() {
        var count = 0
        let shown = shownRoot(
            Menu {
                Button("Flip") { count += 1 }
            } label: {
                Text(verbatim: "more")
            })
        shown.tap(200, 300)
        shown.advance(by: 1)
        #expect(shown.texts == ["more", "Flip"])
        shown.tap(shown.frame(of: "Flip")!)
        shown.advance(by: 1)
        #expect(count == 1 && shown.texts == ["more"])
    }

    @Test func aBorderlessMenuHasNoBorderAmongButtonsThatHaveOne() {
        func height(_ menu: some View) -> CGFloat { Shown(menu.buttonStyle(.bordered)).size.height }
        let menu = Menu("more") { Text(verbatim: "x") }
        #expect(height(menu) == height(menu.menuStyle(.button)))
        #expect(height(menu.menuStyle(.borderlessButton)) < height(menu))
    }

    @Test func aPickerInAMenuChooses() {
        var value: Binding<Int>!
        let shown = shownRoot(
            Holding(1, { value = $0 }) { selection in
                Picker("Timer", selection: selection) {
                    Text(verbatim: "off").tag(0)
                    Text(verbatim: "short").tag(1)
                }
            })
        #expect(shown.texts == ["short"])
        shown.tap(shown.frame(of: "short")!)
        shown.advance(by: 1)
        shown.tap(shown.frame(of: "off")!)
        shown.advance(by: 1)
        #expect(value.wrappedValue == 0 && shown.texts == ["off"])
    }

    @Test func aPickerInAFormShowsItsLabel() {
        let shown = shownRoot(Form { Picker("Timer", selection: .constant(0)) { Text(verbatim: "off").tag(0) } })
        #expect(shown.texts == ["Timer", "off"])
    }

    @Test func aConfirmationDialogIsClosedByAButtonAndFromOutside() {
        var value: Binding<Bool>!
        let shown = shownRoot(
            Holding(true, { value = $0 }) {
                Text(verbatim: "root").confirmationDialog("Sure?", isPresented: $0) {
                    Button("Delete", role: .destructive) {}
                }
            })
        #expect(shown.texts == ["root", "Sure?", "Delete", "Cancel"])
        shown.tap(5, 5)
        shown.advance(by: 1)
        #expect(!value.wrappedValue && shown.texts == ["root"])
        value.wrappedValue = true
        shown.advance(by: 1)
        shown.tap(shown.frame(of: "Delete")!)
        shown.advance(by: 1)
        #expect(!value.wrappedValue && shown.texts == ["root"])
    }

    @Test func aDialogHasOneButtonThatOnlyClosesIt() {
        var value: Binding<Bool>!
        let shown = shownRoot(
            Holding(true, { value = $0 }) {
                Text(verbatim: "root").confirmationDialog("Sure?", isPresented: $0) {
                    Button("Keep", role: .cancel) {}
                }
            })
        #expect(shown.texts == ["root", "Sure?", "Keep"])
        shown.tap(shown.frame(of: "Keep")!)
        shown.advance(by: 1)
        #expect(!value.wrappedValue && shown.texts == ["root"])
    }

    @Test func aStackGoesForthAndBack() {
        let shown = shownRoot(
            NavigationStack {
                NavigationLink("go") { Text(verbatim: "page").navigationTitle("Page") }
                    .navigationTitle("Root").navigationBarTitleDisplayMode(.inline)
                    .toolbar { ToolbarItem(placement: .topBarTrailing) { Button("Edit") {} } }
            })
        #expect(shown.texts == ["Root", "Edit", "go"])
        shown.tap(shown.frame(of: "go")!)
        shown.advance(by: 1)
        #expect(shown.texts.suffix(3) == ["Back", "Page", "page"])
        shown.tap(shown.frame(of: "Back")!)
        shown.advance(by: 1)
        #expect(shown.texts == ["Root", "Edit", "go"])
    }

    @Test func aLargeTitleIsBelowTheBar() {
        let large = shownRoot(NavigationStack { Text(verbatim: "a").navigationTitle("Root") })
        #expect(large.frame(of: "Root")?.origin == CGPoint(x: 16, y: 44))
        let small = shownRoot(
            NavigationStack {
                Text(verbatim: "a").navigationTitle("Root").navigationBarTitleDisplayMode(.inline)
            })
        #expect(small.frame(of: "Root")?.midX == 200 && small.frame(of: "Root")?.midY == 22)
    }

    @Test func aCoverFillsTheScreenAndItsItemIsNew() {
        struct Item: Identifiable {
            let id: Int
        }
        var value: Binding<Item?>!
        let shown = shownRoot(
            Holding(Item?.some(Item(id: 1)), { value = $0 }) {
                Text(verbatim: "root").fullScreenCover(item: $0) { Text(verbatim: "item \($0.id)") }
            })
        #expect(shown.texts == ["root", "item 1"])
        value.wrappedValue = Item(id: 2)
        shown.advance(by: 1)
        #expect(shown.texts == ["root", "item 2"])
        value.wrappedValue = nil
        shown.advance(by: 1)
        #expect(shown.texts == ["root"])
    }

    @Test func aLinkOpensItsAddress() throws {
        var opened: URL?
        let address = try #require(URL(string: "https://example.org"))
        let shown = Shown(
            Link("more", destination: address).environment(
                \.openURL,
                OpenURLAction { url in
                    opened = url
                    return .handled
                }))
        shown.tap(200, 300)
        #expect(opened == address)
    }

    // MARK: Text fields

    private func textField(_ shown: Shown) -> UITextField? {
        func find(_ view: UIView) -> UITextField? {
            view as? UITextField ?? view.subviews.lazy.compactMap(find).first
        }
        return find(shown.host.surface.view)
    }

    @Test func aTextFieldAndItsBindingFollowEachOther() throws {
        var value: Binding<String>!
        var submits = 0
        let shown = Shown(
            Holding("a", { value = $0 }) { TextField("Name", text: $0, prompt: Text("Your name")) }
                .onSubmit { submits += 1 })
        let field = try #require(textField(shown))
        #expect(field.text == "a" && field.placeholder == "Your name" && field.accessibilityLabel == "Name")
        #expect(!field.isSecureTextEntry)
        field.edited(to: "ab")
        #expect(value.wrappedValue == "ab")
        value.wrappedValue = "x"
        shown.update()
        #expect(field.text == "x")
        field.returned()
        #expect(submits == 1)
        #expect(shown.size == CGSize(width: 400, height: 34))
    }

    @Test func aFieldInPlainStyleHasNoFrame() throws {
        let field = TextField("Name", text: .constant(""))
        #expect(try #require(textField(Shown(field))).borderStyle == .roundedRect)
        #expect(try #require(textField(Shown(field.textFieldStyle(.plain)))).borderStyle == .none)
        let around = VStack { field.textFieldStyle(.roundedBorder) }.textFieldStyle(.plain)
        #expect(try #require(textField(Shown(around))).borderStyle == .roundedRect)
    }

    @Test func screenReadersSayWhatAViewIsFor() {
        let shown = Shown(Button("Shutter") {}.help("Takes a photo"))
        #expect(shown.elements.contains { $0.accessibilityHint == "Takes a photo" })
    }

    @Test(arguments: [false, true]) func aToolbarItemCanBeAbsent(isThere: Bool) {
        let shown = shownRoot(
            NavigationStack {
                Text(verbatim: "root").toolbar { isThere ? ToolbarItem { Button("Edit") {} } : nil }
            })
        #expect(shown.texts.contains("Edit") == isThere)
    }

    @Test func aKeyboardsItemsAreThereWhileATextIsEdited() throws {
        let page = TextField("Name", text: .constant("")).toolbar {
            ToolbarItemGroup(placement: .keyboard) {
                Spacer()
                Button("Done") {}
            }
        }
        let shown = shownRoot(NavigationStack { page })
        let field = try #require(textField(shown))
        // Nothing else makes a bar.
        #expect(!shown.texts.contains("Done"))
        field.focusChanged(true)
        shown.update()
        let place = try #require(shown.frame(of: "Done"))
        #expect(place.minY > 556 && place.maxX == 400 - 16)
        field.focusChanged(false)
        shown.update()
        #expect(!shown.texts.contains("Done"))
    }

    private var writtenItem: ToolbarItem<(), Button<Text>> {
        ToolbarItem(placement: .topBarLeading) { Button("Close") {} }
    }

    @Test func aToolbarItemsTypeCanBeWritten() {
        let root = NavigationStack {
            Text(verbatim: "root").toolbar {
                writtenItem
                ToolbarItem(id: "share") { Text(verbatim: "Share") }
            }
        }
        #expect(shownRoot(root).texts == ["Close", "Share", "root"])
    }

    @Test func aSecureFieldShowsDots() throws {
        let field = try #require(textField(Shown(SecureField("Code", text: .constant("1")).disabled(true))))
        #expect(field.isSecureTextEntry && !field.isEnabled)
    }

    enum Field: Hashable {
        case name, code
    }

    struct Focusing: View {
        @FocusState var focus: Field?
        let told: (FocusState<Field?>.Binding) -> Void
        var body: some View {
            let _ = told($focus)
            TextField("Name", text: .constant("")).focused($focus, equals: .name)
            Text(verbatim: focus == .name ? "name" : focus == .code ? "code" : "none")
        }
    }

    @Test func theFocusAndItsStateFollowEachOther() async throws {
        var focus: FocusState<Field?>.Binding!
        let shown = Shown(Focusing { focus = $0 })
        let field = try #require(textField(shown))
        field.focusChanged(true)
        shown.update()
        #expect(shown.texts == ["name"])
        field.focusChanged(false)
        shown.update()
        #expect(shown.texts == ["none"])
        // Counted, as a field of another test may take the focus at once.
        var beginnings = 0
        field.addAction(UIAction { _ in beginnings += 1 }, for: .editingDidBegin)
        focus.wrappedValue = .name
        shown.update()
        // The field is told when the views are complete.
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(beginnings == 1)
        focus.wrappedValue = nil
        shown.update()
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(!field.isEditing)
    }

    // MARK: Accessibility

    @Test func modifiersDescribeOneElement() {
        let shown = Shown(
            Button("go") {}
                .accessibilityLabel("Shutter").accessibilityHint("Takes a photo").accessibilityIdentifier("shutter")
                .accessibilityValue("ready").accessibilityAddTraits(.isSelected))
        let buttons = shown.elements.filter { $0.accessibilityTraits.contains(.button) }
        #expect(buttons.count == 1)
        let element = buttons.first
        #expect(element?.accessibilityLabel == "Shutter" && element?.accessibilityHint == "Takes a photo")
        #expect(element?.accessibilityIdentifier == "shutter" && element?.accessibilityValue == "ready")
        #expect(element?.accessibilityTraits == [.button, .selected])
    }

    @Test func whatIsHiddenIsHiddenFromAssistivePrograms() {
        let shown = Shown(Color.red.accessibilityHidden(true))
        #expect(shown.host.surface.children.first?.view.accessibilityElementsHidden == true)
    }

    @Test(arguments: [
        (ControlSize.small, CGSize(width: 36, height: 24)), (.regular, CGSize(width: 40, height: 30)),
        (.large, CGSize(width: 56, height: 46)),
    ])
    func borderedButtonsFollowTheControlSize(controlSize: ControlSize, size: CGSize) {
        let button = Button(action: {}) { Text(verbatim: "ab") }
        #expect(Shown(button.buttonStyle(.bordered).controlSize(controlSize)).size == size)
        #expect(Shown(button.controlSize(controlSize)).size == CGSize(width: 16, height: 16))
    }
}
