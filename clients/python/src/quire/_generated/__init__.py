"""Types that are generated from the interface of the service."""
