import Foundation

/// What a list shows, by identifiers of sections and items. Source: Apple, NSDiffableDataSourceSnapshot.
///
/// Identifiers are unique in the whole snapshot.
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
    private var sections: [ItemIdentifierType: SectionIdentifierType] = [:]
    private var reloaded: Set<ItemIdentifierType> = []
    private var reconfigured: Set<ItemIdentifierType> = []
    private var reloadedSections: Set<SectionIdentifierType> = []

    public init() {}

    // MARK: What there is

    public var numberOfItems: Int { sections.count }
    public var numberOfSections: Int { sectionIdentifiers.count }
    public var itemIdentifiers: [ItemIdentifierType] { sectionIdentifiers.flatMap { items[$0] ?? [] } }
    public var reloadedSectionIdentifiers: [SectionIdentifierType] {
        sectionIdentifiers.filter { reloadedSections.contains($0) }
    }
    public var reloadedItemIdentifiers: [ItemIdentifierType] { itemIdentifiers.filter { reloaded.contains($0) } }
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] {
        itemIdentifiers.filter { reconfigured.contains($0) }
    }

    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int { known(identifier).count }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        known(identifier)
    }
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        sections[identifier]
    }
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        sections[identifier] == nil ? nil : itemIdentifiers.firstIndex(of: identifier)
    }
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sectionIdentifiers.firstIndex(of: identifier)
    }

    private func known(_ section: SectionIdentifierType) -> [ItemIdentifierType] {
        guard let items = items[section] else {
            preconditionFailure("the section \(section) is not there: NSDiffableDataSourceSnapshot")
        }
        return items
    }

    // MARK: Items

    /// - `sectionIdentifier`: without one, the last section.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        guard let section = sectionIdentifier ?? sectionIdentifiers.last else {
            preconditionFailure("there are no sections; add one first: NSDiffableDataSourceSnapshot.appendItems")
        }
        add(identifiers, to: section, at: known(section).count)
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        let place = place(of: beforeIdentifier)
        add(identifiers, to: place.section, at: place.index)
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
        let place = place(of: afterIdentifier)
        add(identifiers, to: place.section, at: place.index + 1)
    }

    private mutating func add(_ new: [ItemIdentifierType], to section: SectionIdentifierType, at index: Int) {
        for item in new {
            let old = sections.updateValue(section, forKey: item)
            precondition(old == nil, "the item \(item) is there twice: NSDiffableDataSourceSnapshot")
        }
        items[section]?.insert(contentsOf: new, at: index)
    }

    private func place(of item: ItemIdentifierType) -> (section: SectionIdentifierType, index: Int) {
        guard let section = sections[item], let index = items[section]?.firstIndex(of: item) else {
            preconditionFailure("the item \(item) is not there: NSDiffableDataSourceSnapshot")
        }
        return (section, index)
    }

    /// Those that are not there do not count.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers)
        let changed = Set(gone.compactMap { sections.removeValue(forKey: $0) })
        for section in changed { items[section]?.removeAll { gone.contains($0) } }
    }

    public mutating func deleteAllItems() { self = Self() }

    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, 0)
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        move(identifier, to: toIdentifier, 1)
    }

    private mutating func move(_ item: ItemIdentifierType, to other: ItemIdentifierType, _ distance: Int) {
        precondition(item != other, "an item cannot be moved to itself: NSDiffableDataSourceSnapshot.moveItem")
        let old = place(of: item)
        items[old.section]?.remove(at: old.index)
        let new = place(of: other)
        items[new.section]?.insert(item, at: new.index + distance)
        sections[item] = new.section
    }

    /// Their cells are made anew.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        for item in identifiers { _ = place(of: item) }
        reloaded.formUnion(identifiers)
    }

    /// Their cells are configured again.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        for item in identifiers { _ = place(of: item) }
        reconfigured.formUnion(identifiers)
    }

    // MARK: Sections

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        add(identifiers, at: sectionIdentifiers.count)
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { add(identifiers, at: index(of: toIdentifier)) }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { add(identifiers, at: index(of: toIdentifier) + 1) }

    private mutating func add(_ new: [SectionIdentifierType], at index: Int) {
        for section in new {
            let old = items.updateValue([], forKey: section)
            precondition(old == nil, "the section \(section) is there twice: NSDiffableDataSourceSnapshot")
        }
        sectionIdentifiers.insert(contentsOf: new, at: index)
    }

    private func index(of section: SectionIdentifierType) -> Int {
        guard let index = indexOfSection(section) else {
            preconditionFailure("the section \(section) is not there: NSDiffableDataSourceSnapshot")
        }
        return index
    }

    /// With their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers)
        for section in gone {
            for item in items.removeValue(forKey: section) ?? [] { sections[item] = nil }
        }
        sectionIdentifiers.removeAll { gone.contains($0) }
    }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) { move(identifier, to: toIdentifier, 0) }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) { move(identifier, to: toIdentifier, 1) }

    private mutating func move(_ section: SectionIdentifierType, to other: SectionIdentifierType, _ distance: Int) {
        precondition(section != other, "a section cannot be moved to itself: NSDiffableDataSourceSnapshot.moveSection")
        sectionIdentifiers.remove(at: index(of: section))
        sectionIdentifiers.insert(section, at: index(of: other) + distance)
    }

    /// The cells of their items are made anew.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        for section in identifiers { _ = index(of: section) }
        reloadedSections.formUnion(identifiers)
    }

    // MARK: Differences

    /// Where the items are.
    var paths: [ItemIdentifierType: IndexPath] {
        var paths: [ItemIdentifierType: IndexPath] = [:]
        for (section, identifier) in sectionIdentifiers.enumerated() {
            for (index, item) in (items[identifier] ?? []).enumerated() {
                paths[item] = IndexPath(item: index, section: section)
            }
        }
        return paths
    }

    func item(at path: IndexPath) -> ItemIdentifierType? {
        guard sectionIdentifiers.indices.contains(path.section),
            let all = items[sectionIdentifiers[path.section]], all.indices.contains(path.item)
        else { return nil }
        return all[path.item]
    }

    /// What a view that shows another snapshot has to do to show this one.
    func changes(from old: Self, animated: Bool) -> FollowedChanges {
        let new = paths
        return FollowedChanges(
            place: { path in old.item(at: path).flatMap { new[$0] } },
            section: { section in
                old.sectionIdentifiers.indices.contains(section)
                    ? indexOfSection(old.sectionIdentifiers[section]) : nil
            },
            keeps: { path in
                guard let item = old.item(at: path) else { return false }
                return !reloaded.contains(item) && !(sections[item].map { reloadedSections.contains($0) } ?? false)
            }, isAnimated: animated)
    }

    /// Without what has to be done once.
    var settled: Self {
        var copy = self
        (copy.reloaded, copy.reconfigured, copy.reloadedSections) = ([], [], [])
        return copy
    }
}
