import SwiftUI

/// Notes about clips: a list of them, and for each its picture and a text that can be saved and opened.
@main
struct ClipNotesApp: App {
    var body: some Scene {
        WindowGroup("Clip Notes") { ClipsView() }
    }
}

struct NoteFile: FileDocument {
    static let readableContentTypes = [UTType.plainText]
    var text: String

    init(text: String) { self.text = text }

    init(configuration: ReadConfiguration) throws {
        text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        FileWrapper(regularFileWithContents: Data(text.utf8))
    }
}

struct ClipsView: View {
    @State private var notes = ["Sea": "waves", "Hills": ""]
    @State private var chosen: String?

    private func note(of clip: String) -> Binding<String> {
        Binding(get: { notes[clip] ?? "" }, set: { notes[clip] = $0 })
    }

    var body: some View {
        NavigationSplitView {
            List(["Sea", "Hills"], id: \.self, selection: $chosen) { Text($0) }
                .navigationTitle("Clips")
                .navigationBarTitleDisplayMode(.inline)
                .toolbarBackground(Color.orange, for: .navigationBar)
                .navigationSplitViewColumnWidth(220)
        } detail: {
            if let chosen {
                NoteView(name: chosen, text: note(of: chosen)).id(chosen)
            } else {
                Text("Choose a clip").foregroundStyle(.secondary)
            }
        }
    }
}

struct NoteView: View {
    let name: String
    @Binding var text: String
    @State private var isSaving = false
    @State private var isOpening = false
    @State private var told = ""

    private var picture: URL? {
        ProcessInfo.processInfo.environment["CLIP_PICTURE"].flatMap { URL(string: $0) }
    }

    var body: some View {
        VStack {
            AsyncImage(url: picture) { phase in
                if let image = phase.image {
                    image.resizable().scaledToFit().accessibilityLabel("Picture of \(name)")
                } else if let error = phase.error {
                    Text(error.localizedDescription)
                } else {
                    ProgressView()
                }
            }
            .frame(width: 160, height: 90)
            TextEditor(text: $text)
                .font(.system(size: 18))
                .scrollContentBackground(.hidden)
                .background(Color.yellow.opacity(0.3))
            Text("\(text.count) letters")
            Text(told)
            HStack {
                Button("Save") { isSaving = true }
                Button("Open") { isOpening = true }
            }
        }
        .padding()
        .navigationTitle(name)
        .navigationBarTitleDisplayMode(.inline)
        .fileExporter(
            isPresented: $isSaving, document: NoteFile(text: text), contentType: .plainText, defaultFilename: name
        ) { result in
            switch result {
            case .success(let url): told = "saved \(url.lastPathComponent)"
            case .failure(let error): told = error.localizedDescription
            }
        }
        .fileImporter(isPresented: $isOpening, allowedContentTypes: [.plainText]) { result in
            guard let url = try? result.get(), url.startAccessingSecurityScopedResource() else { return }
            defer { url.stopAccessingSecurityScopedResource() }
            if let data = try? Data(contentsOf: url) { text = String(decoding: data, as: UTF8.self) }
        }
    }
}
