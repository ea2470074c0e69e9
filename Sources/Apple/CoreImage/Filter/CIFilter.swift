import Foundation
import Locking
import MissingFoundation

/// What is to be done with a picture, and its inputs. Source: Apple, CIFilter.
///
/// A filter of ours is made by its name or by one of the typed functions (`CIFilter.sepiaTone()`); all inputs have their
/// defaults from the start. An app's own filter is a subclass that overrides ``outputImage``. One thread at a time.
open class CIFilter: NSObject {
    let kind: FilterKind?
    private var values: [String: Any] = [:]
    /// What was set, and the defaults of the rest.
    var inputs: [String: Any] { values }

    /// For an app's own filter.
    public override init() {
        kind = nil
        super.init()
    }

    init(_ kind: FilterKind) {
        self.kind = kind
        super.init()
        setDefaults()
    }

    /// - Returns: `nil` for a filter that is not known here; ``filterNames(inCategory:)`` lists those that are.
    public init?(name: String) {
        guard let kind = FilterKind.all[name] else { return nil }
        self.kind = kind
        super.init()
        setDefaults()
    }

    /// With inputs by their keys.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        self.init(name: name)
        for (key, value) in params ?? [:] { setValue(value, forKey: key) }
    }

    /// With inputs by their keys.
    public convenience init?(name: String, withInputParameters params: [String: Any]?) {
        self.init(name: name, parameters: params)
    }

    /// `CISepiaTone`; the class of an app's own filter.
    open var name: String { kind?.name ?? String(describing: type(of: self)) }

    /// The result; `nil` as long as an input is missing.
    open var outputImage: CIImage? {
        kind?.make(FilterValues(values: values)).map { CIImage($0) }
    }

    /// Of an app's own filter: the inputs that were set.
    open var inputKeys: [String] { kind?.inputs.map(\.key) ?? values.keys.sorted() }

    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// Names for people, and class, default and range of each input.
    open var attributes: [String: Any] {
        guard let kind else { return [kCIAttributeFilterName: name] }
        var result: [String: Any] = [
            kCIAttributeFilterName: kind.name, kCIAttributeFilterDisplayName: kind.title,
            kCIAttributeFilterCategories: kind.categories + [kCICategoryBuiltIn],
        ]
        for input in kind.inputs { result[input.key] = input.attributes }
        return result
    }

    /// Every input gets its default; pictures are removed.
    open func setDefaults() {
        for input in kind?.inputs ?? [] { values[input.key] = input.standard }
    }

    /// Sets an input.
    ///
    /// A key that the filter does not have stops the process. Linux: an app's own filter overrides this, because keys do
    /// not lead to properties without the Objective-C runtime.
    open func setValue(_ value: Any?, forKey key: String) {
        precondition(
            kind == nil || inputKeys.contains(key),
            "[<CIFilter \(name)> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
        )
        values[key] = value is NSNull ? nil : value
    }

    /// An input, or the result for ``kCIOutputImageKey``.
    ///
    /// A key that the filter does not have stops the process.
    open func value(forKey key: String) -> Any? {
        if key == kCIOutputImageKey { return outputImage }
        precondition(
            kind == nil || inputKeys.contains(key),
            "[<CIFilter \(name)> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
        )
        return values[key]
    }

    /// The filters of a category, sorted; all of them for `nil`.
    open class func filterNames(inCategory category: String?) -> [String] {
        filterNames(inCategories: category.map { [$0] })
    }

    /// The filters that are in each of some categories, sorted.
    open class func filterNames(inCategories categories: [String]?) -> [String] {
        FilterKind.all.values.filter { kind in
            (categories ?? []).allSatisfy { $0 == kCICategoryBuiltIn || kind.categories.contains($0) }
        }.map(\.name).sorted()
    }

    /// A filter's name for people, in English; `nil` for a filter that is not known here.
    open class func localizedName(forFilterName filterName: String) -> String? { FilterKind.all[filterName]?.title }

    open override var description: String { "<\(name): \(values)>" }
}
