#include "CInputDevices.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { KEY_BYTES = KEY_MAX / 8 + 1 };

static bool has_bit(int descriptor, unsigned long request, uint16_t key) {
    unsigned char bits[KEY_BYTES] = {0};
    if (key > KEY_MAX || ioctl(descriptor, request, bits) < 0) return false;
    return bits[key / 8] >> key % 8 & 1;
}

bool input_device_has_key(int descriptor, uint16_t key) {
    return has_bit(descriptor, EVIOCGBIT(EV_KEY, KEY_BYTES), key);
}

bool input_device_is_down(int descriptor, uint16_t key) { return has_bit(descriptor, EVIOCGKEY(KEY_BYTES), key); }

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
