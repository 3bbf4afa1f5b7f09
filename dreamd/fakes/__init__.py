"""Stand-ins for what a model is reached by: for tests, and for trying dreamd out without a model."""
