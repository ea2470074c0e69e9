public import Photos
import SwiftUI
public import UIKit

/// Told what a person picked. Source: Apple, PHPickerViewControllerDelegate.
@MainActor @preconcurrency
public protocol PHPickerViewControllerDelegate: AnyObject {
    /// The delegate dismisses the picker. Empty when the person cancelled.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// Lets a person pick photos and movies of the library. Source: Apple, PHPickerViewController.
///
/// Linux: it is the app's own, not another program's.
public final class PHPickerViewController: UIViewController {
    public let configuration: PHPickerConfiguration
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    private var isTold = false

    public init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init(nibName: nil, bundle: nil)
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let list = UIHostingController(rootView: PhotoSheet(choice: choice))
        addChild(list)
        list.view.frame = view.bounds
        list.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(list.view)
        list.didMove(toParent: self)
    }

    public override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        isTold = false
    }

    /// A sheet that a person drags away was cancelled.
    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if presentedViewController == nil, !isTold, !configuration.selection.isContinuous { tell([]) }
    }

    private var choice: PhotoChoice {
        let identifiers = configuration.library == nil ? [] : configuration.preselectedAssetIdentifiers
        return PhotoChoice(configuration, selected: identifiers) { [weak self] assets in self?.tell(assets) }
    }

    private func tell(_ assets: [PHAsset]) {
        isTold = true
        let knowsIdentifier = configuration.library != nil
        delegate?.picker(
            self, didFinishPicking: assets.map { PHPickerResult($0, knowsIdentifier: knowsIdentifier) })
    }
}
