"""A module whose import takes long."""

import time

time.sleep(600)
