"""Where bots think, and whether their kernels are ready."""
