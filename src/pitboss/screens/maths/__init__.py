"""The maths on the screens: PAR sheets, what-if questions, and what each choice is worth at a practice table.

Whatever needs numba is computed by one process of its own (`worker`), so that the house never loads it and play never
waits for it.
"""
