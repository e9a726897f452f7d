"""Settings of all tests."""

from hypothesis import settings

# The same examples in every run, and no complaint when a shared machine is slow.
settings.register_profile("teocalli", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("teocalli")
