import SwiftUI
import VisionKit

@main
struct ShelfScannerApp: App {
    @StateObject private var model = ScannerModel()

    var body: some Scene {
        WindowGroup("Shelf Scanner") {
            ContentView()
                .environmentObject(model)
                .task { await model.requestAccess() }
        }
    }
}

struct ContentView: View {
    @EnvironmentObject private var model: ScannerModel

    var body: some View {
        switch model.access {
        case .notDetermined: Text("Requesting camera access")
        case .notGranted: Text("Please provide access to the camera in settings")
        case .notAvailable: Text("Your device doesn't have a camera")
        case .scannerNotAvailable: Text("Your device doesn't have support for scanning")
        case .scannerAvailable: scanner
        }
    }

    private var scanner: some View {
        ZStack(alignment: .bottom) {
            DataScannerView(
                recognizedItems: $model.recognizedItems, isScanning: $model.isScanning, tapped: model.keep,
                photo: $model.photoRequest
            )
            .ignoresSafeArea()
            VStack(alignment: .leading, spacing: 8) {
                Text("Seeing \(model.recognizedItems.count)")
                ForEach(model.kept, id: \.self) { Text("Kept \($0)") }
                if let size = model.photoSize { Text("Photo \(Int(size.width)) by \(Int(size.height))") }
                HStack {
                    Button(model.isScanning ? "Pause" : "Resume") { model.isScanning.toggle() }
                    Button("Photo") { model.requestPhoto() }.disabled(!model.isScanning)
                }
                .buttonStyle(.borderedProminent)
            }
            .padding()
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(.thinMaterial)
        }
    }
}
