import Foundation
import UIKitCore

/// Offers what can be done with some items. Source: Apple, UIActivityViewController.
///
/// Linux: it offers the app's own activities, the clipboard, the photo library and, by a choice of the desktop, other
/// programs.
open class UIActivityViewController: UIViewController {
    /// - `completed`: whether an activity was performed; `activityType` is `nil` if none was chosen.
    public typealias CompletionWithItemsHandler =
        @MainActor (
            _ activityType: UIActivity.ActivityType?, _ completed: Bool, _ returnedItems: [Any]?,
            _ activityError: (any Error)?
        ) -> Void

    private let items: [Any]
    private let own: [UIActivity]
    private(set) final var activities: [UIActivity] = []
    private let table = UITableView(frame: .zero, style: .plain)
    private let rows = ActivityRows()
    private let cancel = UIButton(type: .system)

    /// - Parameters:
    ///   - activityItems: texts, addresses, pictures, files or ``UIActivityItemSource``s.
    ///   - applicationActivities: what the app itself can do with them.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        (items, own) = (activityItems, applicationActivities ?? [])
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    /// Called once, after the sheet has gone.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    open var excludedActivityTypes: [UIActivity.ActivityType]?
    /// Of an e-mail, unless a ``UIActivityItemSource`` has one.
    package final var subject: String?
    /// What is shown of the items, above the activities.
    package final var preview: (title: String, picture: UIImage?)?
    private let previewTitle = UILabel()
    private let previewPicture = UIImageView()

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let placeholders = items.map { item -> Any in
            (item as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? item
        }
        let excluded = excludedActivityTypes ?? []
        activities = ([CopyActivity(), SaveMediaActivity(), MailActivity(), OpenWithActivity()] + own).filter {
            activity in
            activity.activityType.map { !excluded.contains($0) } ?? true
                && activity.canPerform(withActivityItems: placeholders)
        }
        table.register(UITableViewCell.self, forCellReuseIdentifier: "activity")
        rows.sheet = self
        table.dataSource = rows
        table.delegate = rows
        cancel.setTitle("Cancel", for: .normal)
        cancel.addAction(UIAction { [weak self] _ in self?.end(nil, false) }, for: .touchUpInside)
        previewTitle.text = preview?.title
        previewTitle.font = .preferredFont(forTextStyle: .headline)
        previewPicture.image = preview?.picture
        previewPicture.contentMode = .scaleAspectFit
        for view in [table, cancel, previewTitle, previewPicture] { self.view.addSubview(view) }
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let (bounds, insets) = (view.bounds, view.safeAreaInsets)
        cancel.frame = CGRect(x: bounds.width - 96, y: insets.top + 8, width: 88, height: 44)
        let hasPicture = previewPicture.image != nil
        previewPicture.frame = CGRect(x: 16, y: cancel.frame.minY, width: hasPicture ? 44 : 0, height: 44)
        let start = hasPicture ? previewPicture.frame.maxX + 12 : 16
        previewTitle.frame = CGRect(
            x: start, y: cancel.frame.minY, width: max(0, cancel.frame.minX - start), height: 44)
        table.frame = CGRect(
            x: 0, y: cancel.frame.maxY, width: bounds.width, height: bounds.height - cancel.frame.maxY)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // It was dismissed, and nothing of it covers it.
        if presentedViewController == nil { tell(nil, false) }
    }

    /// A person has chosen what to do.
    final func choose(_ activity: UIActivity) {
        let type = activity.activityType
        let items = items.compactMap { item -> Any? in
            guard let source = item as? any UIActivityItemSource else { return item }
            return source.activityViewController(self, itemForActivityType: type)
        }
        activity.sheet = self
        let sources = self.items.compactMap { $0 as? any UIActivityItemSource }
        activity.subject =
            sources.lazy.map { $0.activityViewController(self, subjectForActivityType: type) }.first { !$0.isEmpty }
            ?? subject
        activity.onFinish = { [weak self] isDone in self?.end(type, isDone) }
        activity.prepare(withActivityItems: items)
        if let controller = activity.activityViewController {
            present(controller, animated: true)
        } else {
            activity.perform()
        }
    }

    private func end(_ type: UIActivity.ActivityType?, _ isDone: Bool) {
        guard let presenter = presentingViewController else { return tell(type, isDone) }
        // The handler is called for what was chosen, not for the sheet that goes.
        let handler = completionWithItemsHandler
        completionWithItemsHandler = nil
        presenter.dismiss(animated: true) { handler?(type, isDone, nil, nil) }
    }

    private func tell(_ type: UIActivity.ActivityType?, _ isDone: Bool) {
        let handler = completionWithItemsHandler
        completionWithItemsHandler = nil
        handler?(type, isDone, nil, nil)
    }
}

/// The rows of a sheet: its activities.
@MainActor private final class ActivityRows: NSObject, UITableViewDataSource, UITableViewDelegate {
    weak var sheet: UIActivityViewController?

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sheet?.activities.count ?? 0
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "activity", for: indexPath)
        let activity = sheet?.activities[indexPath.row]
        cell.textLabel?.text = activity?.activityTitle
        cell.imageView?.image = activity?.activityImage
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        if let sheet { sheet.choose(sheet.activities[indexPath.row]) }
    }
}
