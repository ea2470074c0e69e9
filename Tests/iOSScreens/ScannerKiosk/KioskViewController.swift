import AVFoundation
import UIKit

/// A visitor who has checked in.
struct Visitor {
    let name: String
    let date: Date
}

/// Checks visitors in by the code of their invitation, or by their name.
final class KioskViewController: UIViewController {
    private let session = AVCaptureSession()
    private let sessionQueue = DispatchQueue(label: "kiosk.session")
    private let preview = PreviewView()
    private let badge = BadgeView()
    private let nameField = UITextField()
    private let printButton = UIButton(type: .system)
    private let table = UITableView(frame: .zero, style: .plain)
    private let status = UILabel()
    private var entryBottom: NSLayoutConstraint!
    private var visitors: [Visitor] = []
    private var observers: [NSObjectProtocol] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Check-in"
        view.backgroundColor = .systemBackground
        setUpViews()
        configureSession()
        observeKeyboard()
    }

    deinit {
        observers.forEach(NotificationCenter.default.removeObserver)
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        UIApplication.shared.isIdleTimerDisabled = true
        sessionQueue.async { [session] in session.startRunning() }
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        UIApplication.shared.isIdleTimerDisabled = false
        sessionQueue.async { [session] in session.stopRunning() }
    }

    override var prefersStatusBarHidden: Bool { true }

    private func setUpViews() {
        preview.previewLayer.session = session
        preview.previewLayer.videoGravity = .resizeAspectFill
        badge.isHidden = true
        nameField.placeholder = "Your name"
        nameField.delegate = self
        var look = UIButton.Configuration.filled()
        look.title = "Print Badge"
        printButton.configuration = look
        printButton.isEnabled = false
        printButton.addAction(UIAction { [weak self] _ in self?.printBadge() }, for: .touchUpInside)
        status.text = "Show the code of your invitation"
        status.textAlignment = .center
        status.numberOfLines = 0
        status.font = .preferredFont(forTextStyle: .headline)
        table.dataSource = self
        table.register(UITableViewCell.self, forCellReuseIdentifier: "visitor")
        table.rowHeight = 44
        let entry = UIStackView(arrangedSubviews: [nameField, printButton])
        entry.spacing = 12
        for view: UIView in [preview, status, table, badge, entry] {
            view.translatesAutoresizingMaskIntoConstraints = false
            self.view.addSubview(view)
        }
        let safe = view.safeAreaLayoutGuide
        entryBottom = entry.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -12)
        NSLayoutConstraint.activate([
            preview.topAnchor.constraint(equalTo: safe.topAnchor),
            preview.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            preview.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            preview.heightAnchor.constraint(equalTo: view.heightAnchor, multiplier: 0.4),
            badge.centerXAnchor.constraint(equalTo: preview.centerXAnchor),
            badge.centerYAnchor.constraint(equalTo: preview.centerYAnchor),
            badge.widthAnchor.constraint(equalToConstant: 240),
            badge.heightAnchor.constraint(equalToConstant: 140),
            status.topAnchor.constraint(equalTo: preview.bottomAnchor, constant: 12),
            status.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
            status.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
            table.topAnchor.constraint(equalTo: status.bottomAnchor, constant: 12),
            table.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            table.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            table.bottomAnchor.constraint(equalTo: entry.topAnchor, constant: -12),
            entry.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
            entry.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
            entry.heightAnchor.constraint(equalToConstant: 44),
            printButton.widthAnchor.constraint(equalToConstant: 130),
            entryBottom,
        ])
    }

    private func configureSession() {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input)
        else {
            status.text = "This kiosk has no camera. Please enter your name."
            return
        }
        session.addInput(input)
        let output = AVCaptureMetadataOutput()
        guard session.canAddOutput(output) else { return }
        session.addOutput(output)
        output.setMetadataObjectsDelegate(self, queue: .main)
        output.metadataObjectTypes = output.availableMetadataObjectTypes.filter { $0 == .qr || $0 == .code128 }
    }

    private func observeKeyboard() {
        let center = NotificationCenter.default
        let names = [UIResponder.keyboardWillShowNotification, UIResponder.keyboardWillHideNotification]
        observers = names.map { name in
            center.addObserver(forName: name, object: nil, queue: .main) { [weak self] notification in
                let info = notification.userInfo
                let frame = (info?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue ?? .zero
                let duration = (info?[UIResponder.keyboardAnimationDurationUserInfoKey] as? NSNumber)?.doubleValue
                let isShown = name == UIResponder.keyboardWillShowNotification
                MainActor.assumeIsolated {
                    self?.keyboardMoves(to: isShown ? frame : nil, duration: duration ?? 0.25)
                }
            }
        }
    }

    private func keyboardMoves(to frame: CGRect?, duration: TimeInterval) {
        let covered = frame.map { max(0, view.bounds.maxY - view.convert($0, from: nil).minY) } ?? 0
        entryBottom.constant = -12 - covered
        status.text = frame == nil ? "Show the code of your invitation" : "Enter your name, then press return"
        UIView.animate(withDuration: duration) { self.view.layoutIfNeeded() }
    }

    /// A visitor has come.
    private func checkIn(_ name: String) {
        guard !visitors.contains(where: { $0.name == name }) else { return }
        let visitor = Visitor(name: name, date: Date())
        visitors.insert(visitor, at: 0)
        table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
        badge.show(visitor)
        badge.isHidden = false
        badge.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
        UIView.animate(withDuration: 0.4, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0) {
            self.badge.transform = .identity
        }
        printButton.isEnabled = true
        UINotificationFeedbackGenerator().notificationOccurred(.success)
    }

    private func printBadge() {
        let image = UIGraphicsImageRenderer(bounds: badge.bounds).image { _ in
            badge.drawHierarchy(in: badge.bounds, afterScreenUpdates: true)
        }
        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        let file = folder.appendingPathComponent("badge-\(visitors.count).png")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try image.pngData()?.write(to: file)
            status.text = "Your badge is being printed"
        } catch {
            let alert = UIAlertController(
                title: "Printing failed", message: error.localizedDescription, preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "OK", style: .default))
            present(alert, animated: true)
        }
    }
}

extension KioskViewController: AVCaptureMetadataOutputObjectsDelegate {
    nonisolated func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        let code = metadataObjects.first as? AVMetadataMachineReadableCodeObject
        guard let name = code?.stringValue else { return }
        MainActor.assumeIsolated { checkIn(name) }
    }
}

extension KioskViewController: UITextFieldDelegate {
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        if let name = textField.text, !name.isEmpty { checkIn(name) }
        textField.text = ""
        textField.resignFirstResponder()
        return true
    }
}

extension KioskViewController: UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { visitors.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "visitor", for: indexPath)
        let visitor = visitors[indexPath.row]
        cell.textLabel?.text = visitor.name
        cell.imageView?.image = UIImage(systemName: "person.crop.circle")
        cell.selectionStyle = .none
        return cell
    }
}
