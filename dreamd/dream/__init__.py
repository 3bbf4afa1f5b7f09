"""The room of the dream: a model looks at new sessions and proposes what the memory should learn from them."""
