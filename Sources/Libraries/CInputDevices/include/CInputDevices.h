// The kernel's input devices (evdev), as far as buttons need them: an ioctl's number is a macro, and the layout of an event
// depends on the size of the kernel's time.
//
// Source: Linux, Documentation/input/input.rst; <linux/input.h>.
#ifndef CINPUTDEVICES_H
#define CINPUTDEVICES_H

#include <stdbool.h>
#include <stdint.h>

// Whether an open device has a key.
bool input_device_has_key(int descriptor, uint16_t key);

// Whether a key of an open device is held down now. The kernel drops the presses and releases that wait.
bool input_device_is_down(int descriptor, uint16_t key);

// The next press or release that waits at a descriptor that does not block: returns 1 and sets the key and its value (1 pressed,
// 0 released, 2 still held), 2 if the kernel had no room for some of them (SYN_DROPPED), 0 if nothing waits, or -1 if the
// device is gone.
int input_device_next_key(int descriptor, uint16_t *key, int32_t *value);

#endif
