"""A shell starts programs in the background with ignored interrupts; tests of interrupts would wait for ever."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
