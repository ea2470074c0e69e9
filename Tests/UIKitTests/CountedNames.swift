// Each name of UIKit that at least two public capture apps use, once, in groups. The test is that this file compiles.
// Only what Apple documents is seen here. Storyboards, selectors and `@objc` cannot be: see docs/differences.md.
import Foundation
import UIKit

// MARK: The app

private final class CountedDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private var task = UIBackgroundTaskIdentifier.invalid

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = CountedController()
        window.makeKeyAndVisible()
        self.window = window
        application.isIdleTimerDisabled = true
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask { [self] in application.endBackgroundTask(task) }
    }

    static func settings() {
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        UIApplication.shared.open(url)
    }

    static func scenes() -> UIInterfaceOrientation? {
        UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.first?.interfaceOrientation
    }

    static let told: [Notification.Name] = [
        UIApplication.willEnterForegroundNotification, UIApplication.didEnterBackgroundNotification,
        UIDevice.orientationDidChangeNotification,
    ]
}

// MARK: Devices and orientations

@MainActor private func orientations() -> [UIDeviceOrientation] {
    UIDevice.current.beginGeneratingDeviceOrientationNotifications()
    defer { UIDevice.current.endGeneratingDeviceOrientationNotifications() }
    let own = UIDevice.current.orientation
    return [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown, .unknown]
        + (own.isLandscape ? [own] : [])
}

private let masks: UIInterfaceOrientationMask = [.portrait, .landscapeLeft, .landscapeRight]

// MARK: Views and layers

private final class CountedView: UIView {
    private let outline = CAShapeLayer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black.withAlphaComponent(0.5)
        (alpha, isHidden, isUserInteractionEnabled, clipsToBounds) = (0.9, false, true, true)
        (tintColor, contentMode) = (.yellow, .scaleAspectFill)
        layer.cornerRadius = 4
        layer.borderWidth = 1
        layer.borderColor = UIColor.white.cgColor
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.5, 3, .zero)
        layer.shadowColor = UIColor.gray.cgColor
        outline.fillRule = .evenOdd
        outline.path = UIBezierPath(ovalIn: bounds).cgPath
        layer.addSublayer(outline)
        layer.masksToBounds = true
        accessibilityLabel = "Preview"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func layoutSubviews() {
        super.layoutSubviews()
        outline.frame = bounds.insetBy(dx: 2, dy: 2).intersection(frame)
    }

    override func draw(_ rect: CGRect) {
        UIColor.clear.setFill()
        UIGraphicsGetCurrentContext()?.setFillColor(UIColor.systemBlue.cgColor)
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        bounds.contains(convert(point, to: self)) ? super.hitTest(point, with: event) : nil
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { _ = touches.first?.location(in: self) }

    func move(in parent: UIView) {
        parent.addSubview(self)
        parent.bringSubviewToFront(self)
        (center, transform) = (parent.center, CGAffineTransform.identity.scaledBy(x: 2, y: 2))
        UIView.animate(withDuration: 0.2, delay: 0, options: [.beginFromCurrentState]) { self.alpha = 0 }
        setNeedsDisplay()
        setNeedsLayout()
        layoutIfNeeded()
        removeFromSuperview()
    }
}

// MARK: Constraints and stacks

@MainActor private func constraints(_ view: UIView, in parent: UIView) -> [NSLayoutConstraint] {
    view.translatesAutoresizingMaskIntoConstraints = false
    view.setContentCompressionResistancePriority(UILayoutPriority(749), for: .vertical)
    let stack = UIStackView()
    stack.axis = .horizontal
    stack.addArrangedSubview(view)
    let constraints = [
        view.leadingAnchor.constraint(equalTo: parent.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: parent.trailingAnchor),
        view.bottomAnchor.constraint(equalTo: parent.safeAreaLayoutGuide.bottomAnchor),
        view.centerXAnchor.constraint(equalTo: parent.centerXAnchor),
        view.centerYAnchor.constraint(equalTo: parent.centerYAnchor), view.heightAnchor.constraint(equalToConstant: 44),
        view.widthAnchor.constraint(equalTo: view.heightAnchor),
    ]
    constraints[0].isActive = true
    NSLayoutConstraint.activate(constraints)
    return constraints
}

// MARK: Controls

@MainActor private func controls() -> [UIView] {
    let button = UIButton(type: .custom)
    button.setTitle("Shoot", for: .normal)
    button.setTitleColor(.white, for: .highlighted)
    button.setImage(UIImage(systemName: "bolt")?.withRenderingMode(.alwaysTemplate), for: .normal)
    button.setBackgroundImage(nil, for: .normal)
    button.isEnabled = true
    button.addAction(UIAction { _ in }, for: .touchUpInside)
    let label = UILabel()
    (label.text, label.textColor, label.textAlignment, label.numberOfLines) = ("0:00", .white, .center, 0)
    label.font = .boldSystemFont(ofSize: 17)
    label.font = .systemFont(ofSize: 17, weight: .regular)
    label.adjustsFontSizeToFitWidth = true
    label.attributedText = NSAttributedString(string: "0:00", attributes: [.foregroundColor: UIColor.systemBackground])
    let slider = UISlider()
    (slider.minimumValue, slider.maximumValue, slider.value) = (1, 5, 2)
    let modes = UISegmentedControl(items: ["Photo", "Video"])
    modes.selectedSegmentIndex = 0
    let picture = UIImageView(image: nil)
    picture.contentMode = .scaleAspectFit
    let glass = UIVisualEffectView(effect: UIBlurEffect(style: .extraLight))
    return [button, label, slider, modes, picture, glass, UIProgressView(progressViewStyle: .default)]
}

// MARK: Gestures

private final class CountedGestures: NSObject, UIGestureRecognizerDelegate {
    @MainActor func add(to view: UIView) {
        let press = UILongPressGestureRecognizer()
        press.minimumPressDuration = 0.3
        let pan = UIPanGestureRecognizer()
        pan.setTranslation(.zero, in: view)
        for recognizer in [UITapGestureRecognizer(), press, pan, UIPinchGestureRecognizer()] {
            recognizer.delegate = self
            view.addGestureRecognizer(recognizer)
            switch recognizer.state {
            case .began, .changed, .ended, .cancelled, .failed: break
            default: recognizer.isEnabled = true
            }
        }
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { true }
}

// MARK: Controllers

private final class CountedController: UIViewController, UINavigationControllerDelegate {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { masks }

    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        coordinator.animate(alongsideTransition: nil) { _ in }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(title: "Back", primaryAction: nil, menu: nil)
        navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .done, primaryAction: nil, menu: nil)
        let child = UIViewController()
        child.willMove(toParent: self)
        child.didMove(toParent: nil)
    }

    func ask() {
        let question = UIAlertController(title: "Camera", message: nil, preferredStyle: .actionSheet)
        question.addAction(UIAlertAction(title: "OK", style: .default) { _ in })
        question.popoverPresentationController?.permittedArrowDirections = []
        question.modalPresentationStyle = .fullScreen
        present(question, animated: true)
        dismiss(animated: true)
    }

    func push() {
        let navigation = UINavigationController(rootViewController: self)
        navigation.delegate = self
        navigation.pushViewController(UIViewController(), animated: true)
        navigation.popViewController(animated: true)
        let bar: UINavigationBar = navigation.navigationBar
        (bar.isTranslucent, bar.barTintColor) = (true, .black)
    }
}

private final class CountedPresentation: UIPresentationController {}

// MARK: Lists

private final class CountedCell: UICollectionViewCell {
    func fill() { contentView.backgroundColor = .black }
}

private final class CountedLayout: UICollectionViewFlowLayout {
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        super.layoutAttributesForElements(in: rect)
    }
}

@MainActor private func lists() -> [UIScrollView] {
    let layout = CountedLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 2
    layout.sectionInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let grid = UICollectionView(frame: .zero, collectionViewLayout: layout)
    grid.register(CountedCell.self, forCellWithReuseIdentifier: "cell")
    let path = IndexPath(row: 0, section: 0)
    grid.isPagingEnabled = true
    grid.reloadData()
    grid.performBatchUpdates {
        grid.insertItems(at: [path])
        grid.deleteItems(at: [path])
        grid.reloadItems(at: [path])
    }
    grid.scrollToItem(at: path, at: .left, animated: false)
    _ = grid.cellForItem(at: path).map { grid.indexPath(for: $0) }
    _ = grid.indexPathForItem(at: .zero)
    let table = UITableView(frame: .zero, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    _ = table.dequeueReusableCell(withIdentifier: "row")
    return [grid, table, UIScrollView()]
}

// MARK: Pictures

@MainActor private func pictures(_ image: UIImage) -> [UIImage] {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4))
    let drawn = renderer.image { context in
        UIColor.white.setFill()
        context.cgContext.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        image.draw(in: CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    let old = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    _ = image.jpegData(compressionQuality: 0.9).flatMap(UIImage.init(data:))
    let turns: [UIImage.Orientation] = [
        .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
    ]
    return [drawn]
        + turns.compactMap { turn in
            image.cgImage.map { UIImage(cgImage: $0, scale: image.scale, orientation: turn) }
        } + [old].compactMap { $0 }
}

@MainActor private func traits(_ view: UIView) -> Bool {
    view.traitCollection.userInterfaceStyle == .light && view.traitCollection.horizontalSizeClass == .regular
}

// MARK: Directions

@MainActor private func directions(_ view: UIView) -> Bool {
    view.semanticContentAttribute = .forceRightToLeft
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 8, bottom: 0, trailing: 4)
    return view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        && UIView.userInterfaceLayoutDirection(for: .playback) == .leftToRight
}
