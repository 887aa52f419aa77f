"""How well colours stand out from each other, as WCAG 2.1 defines it; the parts of a colour are numbers from 0 to 1."""

import numpy as np

TEXT, GRAPHICS = 4.5, 3  # what criteria 1.4.3 and 1.4.11 ask for


def linear(colour):
    colour = np.asarray(colour)
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    dark, light = sorted(float(np.dot([0.2126, 0.7152, 0.0722], linear(colour))) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)
