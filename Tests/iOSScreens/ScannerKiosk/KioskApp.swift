import AVFoundation
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = UINavigationController(rootViewController: KioskViewController())
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}

final class PreviewView: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
}

/// What a visitor wears.
final class BadgeView: UIView {
    private let band = UIView()
    private let greeting = UILabel()
    private let name = UILabel()
    private let time = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .white
        layer.cornerRadius = 16
        layer.borderWidth = 2
        layer.borderColor = UIColor.systemBlue.cgColor
        clipsToBounds = true
        band.backgroundColor = .systemBlue
        greeting.text = "WELCOME"
        greeting.textColor = .white
        greeting.font = .boldSystemFont(ofSize: 18)
        name.font = .boldSystemFont(ofSize: 24)
        name.adjustsFontSizeToFitWidth = true
        time.font = .monospacedDigitSystemFont(ofSize: 14, weight: .regular)
        for label in [greeting, name, time] { label.textAlignment = .center }
        for label in [name, time] { label.textColor = .black }
        addSubview(band)
        for view in [greeting, name, time] { addSubview(view) }
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func layoutSubviews() {
        super.layoutSubviews()
        band.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 40)
        greeting.frame = band.frame
        name.frame = CGRect(x: 12, y: 50, width: bounds.width - 24, height: 44)
        time.frame = CGRect(x: 12, y: 100, width: bounds.width - 24, height: 24)
    }

    func show(_ visitor: Visitor) {
        name.text = visitor.name
        time.text = DateFormatter.localizedString(from: visitor.date, dateStyle: .none, timeStyle: .short)
    }
}
