import SwiftUI

@main
struct QRScannerApp: App {
    @StateObject private var model = ScannerModel()

    var body: some Scene {
        WindowGroup("QR Scanner") {
            TabView {
                ScanView().tabItem { Label("Scan", systemImage: "qrcode.viewfinder") }
                HistoryView().tabItem { Label("History", systemImage: "clock") }
            }
            .environmentObject(model)
        }
    }
}

struct ScanView: View {
    @EnvironmentObject private var model: ScannerModel

    var body: some View {
        ZStack {
            switch model.access {
            case .denied:
                VStack(spacing: 12) {
                    Image(systemName: "camera.fill").font(.largeTitle).symbolRenderingMode(.hierarchical)
                    Text("Camera access is needed to scan codes.")
                }
            case .unknown: ProgressView()
            case .granted:
                CameraPreview(model: model)
                    .overlay { Viewfinder() }
                    .overlay {
                        CodeOutline(corners: model.corners)
                            .stroke(.yellow, style: StrokeStyle(lineWidth: 4, lineJoin: .round))
                            .animation(.easeOut(duration: 0.1), value: model.corners)
                    }
                    .ignoresSafeArea()
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.black)
        .overlay(alignment: .topTrailing) { torchButton }
        .overlay(alignment: .bottom) { banner }
        .onAppear { model.start() }
        .onDisappear { model.stop() }
    }

    private var torchButton: some View {
        Button {
            model.toggleTorch()
        } label: {
            Image(systemName: model.isTorchOn ? "bolt.circle.fill" : "bolt.slash.fill")
                .font(.system(size: 30))
                .symbolRenderingMode(.palette)
                .foregroundStyle(.yellow, .white)
        }
        .padding()
        .accessibilityLabel("Torch")
        .accessibilityValue(model.isTorchOn ? "On" : "Off")
    }

    @ViewBuilder private var banner: some View {
        if let code = model.current {
            HStack {
                Image(systemName: code.link == nil ? "doc.text" : "link")
                Text(code.text).lineLimit(2)
                Spacer()
                if let link = code.link { Link("Open", destination: link) }
            }
            .padding()
            .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 16))
            .padding()
            .transition(.move(edge: .bottom).combined(with: .opacity))
        }
    }
}

struct HistoryView: View {
    @EnvironmentObject private var model: ScannerModel

    var body: some View {
        NavigationView {
            List {
                ForEach(model.history) { code in
                    NavigationLink {
                        CodeView(code: code)
                    } label: {
                        VStack(alignment: .leading) {
                            Text(code.text).lineLimit(1)
                            Text(code.date, style: .time).font(.caption).foregroundStyle(.secondary)
                        }
                    }
                }
                .onDelete { model.history.remove(atOffsets: $0) }
            }
            .overlay {
                if model.history.isEmpty { Text("No codes yet").foregroundStyle(.secondary) }
            }
            .navigationTitle("History")
            .navigationBarItems(leading: EditButton(), trailing: clearButton)
        }
        .navigationViewStyle(.stack)
    }

    private var clearButton: some View {
        Button("Clear", role: .destructive) { model.history.removeAll() }.disabled(model.history.isEmpty)
    }
}

struct CodeView: View {
    let code: ScannedCode

    var body: some View {
        VStack(spacing: 20) {
            Image(systemName: "qrcode").font(.system(size: 80)).symbolRenderingMode(.hierarchical)
            Text(code.text).multilineTextAlignment(.center)
            if let link = code.link { Link("Open in Browser", destination: link).buttonStyle(.borderedProminent) }
        }
        .padding()
        .navigationTitle("Code")
        .navigationBarTitleDisplayMode(.inline)
    }
}
