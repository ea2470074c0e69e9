import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct StorageTests {
    enum Mode: String {
        case photo, video
    }

    struct Reading: View {
        @AppStorage private var count: Int
        @AppStorage private var mode: Mode
        let get: (Binding<Int>, Binding<Mode>) -> Void

        init(_ store: UserDefaults, _ get: @escaping (Binding<Int>, Binding<Mode>) -> Void) {
            _count = AppStorage(wrappedValue: 3, "count", store: store)
            _mode = AppStorage(wrappedValue: .photo, "mode", store: store)
            self.get = get
        }

        var body: some View {
            let _ = get($count, $mode)
            Text(verbatim: "\(count) \(mode.rawValue)")
        }
    }

    @Test func storedValuesAreReadWrittenAndFollowed() throws {
        let name = "AppStorage-\(UUID().uuidString)"
        let store = try #require(UserDefaults(suiteName: name))
        defer { store.removePersistentDomain(forName: name) }
        var count: Binding<Int>!
        var mode: Binding<Mode>!
        let shown = Shown(Reading(store) { (count, mode) = ($0, $1) })
        let other = Shown(Reading(store) { _, _ in })
        #expect(shown.texts == ["3 photo"])
        count.wrappedValue = 5
        mode.wrappedValue = .video
        shown.update()
        other.update()
        #expect(shown.texts == ["5 video"] && other.texts == ["5 video"])
        #expect(store.integer(forKey: "count") == 5 && store.string(forKey: "mode") == "video")
        let evaluations = shown.graph.evaluations
        shown.update()
        #expect(shown.graph.evaluations == evaluations)
    }
}
