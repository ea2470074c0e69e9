#include "CInputDevices.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct {
    unsigned char bytes[KEY_MAX / 8 + 1];
} key_bits;

static bool has_bit(const key_bits *bits, uint16_t key) {
    return key <= KEY_MAX && bits->bytes[key / 8] >> key % 8 & 1;
}

bool input_device_has_key(int descriptor, uint16_t key) {
    key_bits bits = {{0}};
    return ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof bits), &bits) >= 0 && has_bit(&bits, key);
}

void input_device_keys_down(int descriptor, const uint16_t *keys, bool *are_down, int count) {
    key_bits bits = {{0}};
    bool is_known = ioctl(descriptor, EVIOCGKEY(sizeof bits), &bits) >= 0;
    for (int i = 0; i < count; i++) are_down[i] = is_known && has_bit(&bits, keys[i]);
}

int input_device_next_key(int descriptor, uint16_t *key, int32_t *value) {
    struct input_event event;
    for (;;) {
        ssize_t count = read(descriptor, &event, sizeof event);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN ? 0 : -1;
        if (count < (ssize_t)sizeof event) return -1;
        if (event.type == EV_SYN && event.code == SYN_DROPPED) return 2;
        if (event.type != EV_KEY) continue;
        *key = event.code;
        *value = event.value;
        return 1;
    }
}
