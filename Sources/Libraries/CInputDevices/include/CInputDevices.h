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

// Which of some keys of an open device are held down now; none of a device that does not say. Asking discards the key events
// still queued, so it asks once for all of them.
void input_device_keys_down(int descriptor, const uint16_t *keys, bool *are_down, int count);

// The next press or release that is pending at a non-blocking descriptor. Returns 1 and sets the key and its value (1
// pressed, 0 released, 2 still held); 2 if the kernel had no room for some events (SYN_DROPPED); 0 if nothing is
// pending; -1 if the device is gone.
int input_device_next_key(int descriptor, uint16_t *key, int32_t *value);

#endif
