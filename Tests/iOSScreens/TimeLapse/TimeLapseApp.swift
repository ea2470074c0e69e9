import SwiftUI

// Plans of time lapses, as an iOS app would write them: it names nothing of Linux.

struct Plan: Identifiable, Hashable {
    let id = UUID()
    var name: String
    var start: Date
    var interval: Double
}

@MainActor
final class PlanStore: ObservableObject {
    @Published var plans = ["Sunrise", "Harbor", "Clouds"].enumerated().map { index, name in
        Plan(name: name, start: Date(timeIntervalSince1970: 1_700_000_000), interval: Double(index + 1) * 5)
    }
    @Published var loads = 0

    func load() async { loads += 1 }
}

@main
struct TimeLapseApp: App {
    @StateObject private var store = PlanStore()

    var body: some Scene {
        WindowGroup("TimeLapse") {
            PlanList().environmentObject(store)
        }
    }
}

struct PlanList: View {
    @EnvironmentObject private var store: PlanStore
    @State private var query = ""
    @State private var submitted = ""
    @State private var shots = 0
    @State private var showsSettings = false

    private var found: [Plan] {
        query.isEmpty ? store.plans : store.plans.filter { $0.name.localizedCaseInsensitiveContains(query) }
    }

    var body: some View {
        NavigationStack {
            List {
                Section("Plans") {
                    ForEach(found) { plan in
                        NavigationLink(plan.name) { PlanView(plan: plan) }
                    }
                }
                Section("Status") {
                    LabeledContent("Loads", value: "\(store.loads)")
                    LabeledContent("Submitted", value: submitted)
                    HStack {
                        Image(systemName: "camera.fill")
                            .symbolEffect(.bounce, value: shots)
                        Text("\(shots) shots")
                            .contentTransition(.numericText())
                    }
                }
            }
            .navigationTitle("Time Lapses")
            .searchable(text: $query, prompt: "Find a plan")
            .onSubmit(of: .search) { submitted = query }
            .refreshable { await store.load() }
            .scrollDismissesKeyboard(.immediately)
            .toolbar {
                ToolbarItem(placement: .topBarLeading) {
                    Button("Shoot") { withAnimation { shots += 1 } }
                        .keyboardShortcut("t", modifiers: .command)
                }
                ToolbarItem(placement: .topBarTrailing) {
                    Button("Settings") { showsSettings = true }
                        .keyboardShortcut(",")
                }
            }
            .sheet(isPresented: $showsSettings) {
                SettingsView()
                    .presentationDetents([.medium, .large])
                    .presentationCornerRadius(24)
                    .presentationBackground(.background)
                    .presentationBackgroundInteraction(.enabled(upThrough: .medium))
            }
        }
    }
}

struct PlanView: View {
    @State var plan: Plan

    var body: some View {
        Form {
            TextField("Name", text: $plan.name)
                .textInputAutocapitalization(.words)
                .autocorrectionDisabled()
                .submitLabel(.done)
            DatePicker("Start", selection: $plan.start, displayedComponents: .date)
            Gauge(value: plan.interval, in: 0...60) {
                Text("Interval")
            } currentValueLabel: {
                Text("\(Int(plan.interval)) s")
            }
            Grid(alignment: .leading) {
                GridRow {
                    Text("Frames")
                    Text("\(Int(3600 / plan.interval))")
                }
                GridRow {
                    Text("Length")
                    Text("\(Int(150 / plan.interval)) s of movie")
                }
            }
            ShareLink("Share Plan", item: "\(plan.name), every \(Int(plan.interval)) seconds", subject: Text(plan.name))
        }
        .navigationTitle(plan.name)
        .navigationBarTitleDisplayMode(.inline)
    }
}

struct SettingsView: View {
    @State private var color = Color.red
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(spacing: 16) {
            Text("Settings").font(.headline)
            ColorPicker("Frame Color", selection: $color, supportsOpacity: false)
            Canvas { context, size in
                let frame = CGRect(origin: .zero, size: size).insetBy(dx: 8, dy: 8)
                context.stroke(Path(frame), with: .color(color), lineWidth: 16)
            }
            .frame(height: 80)
            Button("Close") { dismiss() }
                .keyboardShortcut(.cancelAction)
        }
        .padding()
    }
}
