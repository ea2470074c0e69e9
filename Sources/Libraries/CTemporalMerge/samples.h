// The functions that depend on the kind of sample; included once for each, with
//   SAMPLE   the type of a sample
//   SHIFT    the number of unused low bits
//   DEPTH    the number of used bits
//   NAME(x)  the function's name

#define ROW(base, stride, row) ((const SAMPLE *)((base) + (ptrdiff_t)(row) * (stride)))
#define VALUE(sample) ((int16_t)((sample) >> SHIFT))

VECTORIZED
void NAME(merge_shrink)(const uint8_t *source, ptrdiff_t stride, int columns, uint8_t *restrict target) {
    const SAMPLE *a = ROW(source, stride, 0), *b = ROW(source, stride, 1);
    const SAMPLE *c = ROW(source, stride, 2), *d = ROW(source, stride, 3);
    for (int start = 0; start < columns; start += part / 4) {
        int count = min(part / 4, columns - start);
        uint16_t sums[part];
        for (int x = 0; x < 4 * count; x++) {
            int i = 4 * start + x;
            sums[x] = (uint16_t)(VALUE(a[i]) + VALUE(b[i]) + VALUE(c[i]) + VALUE(d[i]));
        }
        for (int x = 0; x < count; x++) {
            uint16_t sum = sums[4 * x] + sums[4 * x + 1] + sums[4 * x + 2] + sums[4 * x + 3];
            target[start + x] = (uint8_t)(sum >> (4 + DEPTH - 8));
        }
    }
}

VECTORIZED
uint64_t NAME(merge_distance)(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height, int cap
) {
    uint64_t total = 0;
    uint32_t most = (uint32_t)(cap * 16 * 8);
    for (int y = 0; y < height; y += 8) {
        for (int x = 0; x < width; x += 16) {
            uint16_t columns[16] = {0};
            for (int row = 0; row < 8; row++) {
                const SAMPLE *p = ROW(a, stride_a, y + row) + x, *q = ROW(b, stride_b, y + row) + x;
                for (int i = 0; i < 16; i++) {
                    columns[i] += (uint16_t)distance(VALUE(p[i]), VALUE(q[i]));
                }
            }
            uint32_t sum = 0;
            for (int i = 0; i < 16; i++) sum += columns[i];
            total += sum < most ? sum : most;
        }
    }
    return total;
}

VECTORIZED
uint64_t NAME(merge_square_distance)(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height
) {
    uint64_t total = 0;
    for (int y = 0; y < height; y++) {
        const SAMPLE *p = ROW(a, stride_a, y), *q = ROW(b, stride_b, y);
        uint32_t sum = 0;
        for (int x = 0; x < width; x++) {
            int32_t difference = VALUE(p[x]) - VALUE(q[x]);
            sum += (uint32_t)(difference * difference);
        }
        total += sum;
    }
    return total;
}

VECTORIZED
void NAME(merge_between)(
    const uint8_t *source, ptrdiff_t stride, int step, int x, int y, int count, uint8_t *restrict target
) {
    const SAMPLE *p = ROW(source, stride, 0), *q = ROW(source, stride, y == 0 ? 0 : 1);
    const SAMPLE *right = p + (x == 0 ? 0 : step), *below_right = q + (x == 0 ? 0 : step);
    SAMPLE *restrict result = (SAMPLE *)target;
    uint16_t pp = (uint16_t)((8 - x) * (8 - y)), pr = (uint16_t)(x * (8 - y));
    uint16_t qq = (uint16_t)((8 - x) * y), qr = (uint16_t)(x * y);
    for (int i = 0; i < count; i++) {
        uint16_t sum = (uint16_t)(
            (uint16_t)(p[i] >> SHIFT) * pp + (uint16_t)(right[i] >> SHIFT) * pr + (uint16_t)(q[i] >> SHIFT) * qq
            + (uint16_t)(below_right[i] >> SHIFT) * qr + 32);
        result[i] = (SAMPLE)((sum >> 6) << SHIFT);
    }
}

VECTORIZED
void NAME(merge_compare)(
    const uint8_t *reference, ptrdiff_t reference_stride, const uint8_t *other, ptrdiff_t other_stride, int rows,
    int count, uint16_t *restrict distances, int32_t *restrict sums
) {
    for (int start = 0; start < count; start += part / 8) {
        int blocks = min(part / 8, count - start);
        uint16_t columns[part] = {0};
        int16_t differences[part] = {0};
        for (int row = 0; row < rows; row++) {
            const SAMPLE *p = ROW(reference, reference_stride, row) + 8 * start;
            const SAMPLE *q = ROW(other, other_stride, row) + 8 * start;
            for (int x = 0; x < 8 * blocks; x++) {
                int16_t difference = (int16_t)(VALUE(q[x]) - VALUE(p[x]));
                columns[x] += (uint16_t)(difference < 0 ? -difference : difference);
                differences[x] += difference;
            }
        }
        for (int block = 0; block < blocks; block++) {
            uint32_t sum = 0;
            for (int x = 0; x < 8; x++) sum += columns[8 * block + x];
            distances[start + block] = (uint16_t)sum;
        }
        if (!sums) continue;
        for (int block = 0; block < blocks; block++) {
            int32_t sum = 0;
            for (int x = 0; x < 8; x++) sum += differences[8 * block + x];
            sums[start + block] = sum;
        }
    }
}

VECTORIZED
void NAME(merge_brightness)(const uint8_t *source, ptrdiff_t stride, int count, uint8_t *restrict bins) {
    for (int block = 0; block < count; block++) {
        uint32_t sum = 0;
        for (int row = 0; row < 8; row++) {
            const SAMPLE *p = ROW(source, stride, row) + 8 * block;
            for (int x = 0; x < 8; x++) sum += (uint32_t)VALUE(p[x]);
        }
        bins[block] = (uint8_t)(sum >> (6 + DEPTH - 4));
    }
}

// A weight has DEPTH - 8 bits less than merge_weight_sum, so that the products fit into 16 bits.
VECTORIZED
void NAME(merge_add)(
    const uint8_t *reference, const uint8_t *other, const int16_t *restrict weights, const int16_t *restrict limits,
    int count, int16_t *restrict sums
) {
    const SAMPLE *p = (const SAMPLE *)reference, *q = (const SAMPLE *)other;
    for (int x = 0; x < count; x++) {
        int16_t difference = (int16_t)(VALUE(q[x]) - VALUE(p[x]));
        int16_t size = (int16_t)(difference < 0 ? -difference : difference);
        int16_t kept = size > limits[x] ? 0 : difference;
        sums[x] = (int16_t)(sums[x] + (int16_t)(kept * (int16_t)(weights[x] >> (DEPTH - 8))));
    }
}

VECTORIZED
void NAME(merge_finish)(
    const uint8_t *reference, const int16_t *restrict sums, int count, uint8_t *restrict target
) {
    const SAMPLE *p = (const SAMPLE *)reference;
    SAMPLE *restrict result = (SAMPLE *)target;
    for (int x = 0; x < count; x++) {
        int16_t mean = (int16_t)((sums[x] >> (16 - DEPTH)) + ((sums[x] >> (15 - DEPTH)) & 1));
        int16_t value = (int16_t)(VALUE(p[x]) + mean);
        int16_t low = value < 0 ? 0 : value;
        result[x] = (SAMPLE)((low > (1 << DEPTH) - 1 ? (1 << DEPTH) - 1 : low) << SHIFT);
    }
}

#undef ROW
#undef VALUE
