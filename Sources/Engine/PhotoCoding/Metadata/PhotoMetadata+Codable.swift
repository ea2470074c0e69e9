extension PhotoMetadata: Codable {
    /// One field with its tag.
    private struct Field: Codable {
        var group: String
        var tag: UInt16
        var value: TIFFValue
    }

    private enum CodingKeys: String, CodingKey {
        case fields
        case contentIdentifier
        case burstIdentifier
    }

    /// Fields that this version does not know are ignored.
    package init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        contentIdentifier = try container.decodeIfPresent(String.self, forKey: .contentIdentifier)
        burstIdentifier = try container.decodeIfPresent(String.self, forKey: .burstIdentifier)
        for field in try container.decode([Field].self, forKey: .fields) {
            guard let tag = ExifTag.all.first(where: { $0.group.key == field.group && $0.number == field.tag }) else {
                continue
            }
            fields[tag] = field.value
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(contentIdentifier, forKey: .contentIdentifier)
        try container.encodeIfPresent(burstIdentifier, forKey: .burstIdentifier)
        let list = fields.map { Field(group: $0.key.group.key, tag: $0.key.number, value: $0.value) }
        try container.encode(list.sorted { ($0.group, $0.tag) < ($1.group, $1.tag) }, forKey: .fields)
    }
}
