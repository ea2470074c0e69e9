import AVFoundation
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = CameraViewController()
        window?.makeKeyAndVisible()
        return true
    }
}

final class CameraViewController: UIViewController {
    private let camera = FilteredCamera()
    private let preview = UIImageView()
    private let shutter = UIButton(type: .custom)
    private let share = UIButton(type: .system)
    private let thumbnail = UIImageView()
    private var lastPhoto: UIImage?

    private lazy var strip: UICollectionView = {
        let layout = UICollectionViewFlowLayout()
        layout.scrollDirection = .horizontal
        layout.itemSize = CGSize(width: 72, height: 84)
        layout.minimumLineSpacing = 12
        layout.sectionInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        let strip = UICollectionView(frame: .zero, collectionViewLayout: layout)
        strip.backgroundColor = .clear
        strip.dataSource = self
        strip.delegate = self
        strip.register(LookCell.self, forCellWithReuseIdentifier: LookCell.identifier)
        return strip
    }()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        preview.contentMode = .scaleAspectFill
        preview.clipsToBounds = true
        shutter.backgroundColor = .white
        shutter.layer.cornerRadius = 35
        shutter.accessibilityLabel = "Take Photo"
        shutter.addAction(UIAction { [weak self] _ in self?.takePhoto() }, for: .touchUpInside)
        share.setImage(UIImage(systemName: "square.and.arrow.up"), for: .normal)
        share.tintColor = .white
        share.accessibilityLabel = "Share"
        share.isEnabled = false
        share.addAction(UIAction { [weak self] _ in self?.sharePhoto() }, for: .touchUpInside)
        thumbnail.contentMode = .scaleAspectFill
        thumbnail.clipsToBounds = true
        thumbnail.layer.cornerRadius = 8
        for view: UIView in [preview, strip, shutter, share, thumbnail] {
            view.translatesAutoresizingMaskIntoConstraints = false
            self.view.addSubview(view)
        }
        let safe = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            preview.topAnchor.constraint(equalTo: view.topAnchor),
            preview.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            preview.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            preview.bottomAnchor.constraint(equalTo: strip.topAnchor, constant: -12),
            strip.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            strip.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            strip.heightAnchor.constraint(equalToConstant: 84),
            strip.bottomAnchor.constraint(equalTo: shutter.topAnchor, constant: -16),
            shutter.widthAnchor.constraint(equalToConstant: 70),
            shutter.heightAnchor.constraint(equalToConstant: 70),
            shutter.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            shutter.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -20),
            thumbnail.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 24),
            thumbnail.centerYAnchor.constraint(equalTo: shutter.centerYAnchor),
            thumbnail.widthAnchor.constraint(equalToConstant: 48),
            thumbnail.heightAnchor.constraint(equalToConstant: 48),
            share.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -24),
            share.centerYAnchor.constraint(equalTo: shutter.centerYAnchor),
            share.widthAnchor.constraint(equalToConstant: 48),
            share.heightAnchor.constraint(equalToConstant: 48),
        ])
        camera.onFrame = { [weak self] frame in self?.preview.image = UIImage(cgImage: frame) }
        strip.selectItem(at: IndexPath(item: 0, section: 0), animated: false, scrollPosition: [])
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        camera.start()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        camera.stop()
    }

    private func takePhoto() {
        guard let image = preview.image else { return }
        UIImpactFeedbackGenerator(style: .medium).impactOccurred()
        lastPhoto = image
        thumbnail.image = image
        share.isEnabled = true
        preview.alpha = 0
        UIView.animate(withDuration: 0.25) { self.preview.alpha = 1 }
    }

    private func sharePhoto() {
        guard let lastPhoto else { return }
        let sheet = UIActivityViewController(activityItems: [lastPhoto], applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = share
        sheet.completionWithItemsHandler = { [weak self] _, isDone, _, _ in
            if isDone { self?.share.isEnabled = false }
        }
        present(sheet, animated: true)
    }
}

extension CameraViewController: UICollectionViewDataSource, UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        Look.all.count
    }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: LookCell.identifier, for: indexPath)
        (cell as? LookCell)?.show(Look.all[indexPath.item])
        return cell
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        camera.use(Look.all[indexPath.item])
        collectionView.scrollToItem(at: indexPath, at: .centeredHorizontally, animated: true)
    }
}

final class LookCell: UICollectionViewCell {
    static let identifier = "look"
    private let swatch = UIView()
    private let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        swatch.layer.cornerRadius = 10
        label.font = .preferredFont(forTextStyle: .caption1)
        label.textColor = .white
        label.textAlignment = .center
        contentView.addSubview(swatch)
        contentView.addSubview(label)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override var isSelected: Bool {
        didSet {
            swatch.layer.borderWidth = isSelected ? 3 : 0
            swatch.layer.borderColor = UIColor.systemYellow.cgColor
            label.textColor = isSelected ? .systemYellow : .white
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        swatch.frame = CGRect(x: 6, y: 0, width: bounds.width - 12, height: bounds.width - 12)
        label.frame = CGRect(x: 0, y: bounds.width - 10, width: bounds.width, height: 20)
    }

    func show(_ look: Look) {
        swatch.backgroundColor = look.color
        label.text = look.name
    }
}
