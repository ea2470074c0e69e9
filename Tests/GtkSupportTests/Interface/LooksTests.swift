import Testing

@testable import GtkSupport

@MainActor @Suite struct LooksTests {
    @Test func aStyleSheetGoesWithItsLastUser() {
        var sheets: [String] = []
        let classes = StyleClasses { sheet in
            sheets.append(sheet)
            return { sheets.removeAll { $0 == sheet } }
        }
        let red = ["": "color: red;", " > text": "color: blue;"]
        let (first, second) = (classes.use(red), classes.use(red))
        #expect(first == second && first != nil && sheets.count == 1)
        #expect(sheets.first?.contains("> text { color: blue; }") == true)
        let green = classes.use(["": "color: green;"])
        #expect(green != first && sheets.count == 2)
        classes.leave(red)
        #expect(sheets.count == 2)
        classes.leave(red)
        #expect(sheets.count == 1 && classes.count == 1)
        // A new class never has the name of one that is still used.
        #expect(classes.use(red) != green)
    }

    @Test func withoutADisplayNothingIsKept() {
        let classes = StyleClasses { _ in nil }
        #expect(classes.use(["": "color: red;"]) == nil && classes.count == 0)
    }
}
