"""The colours of all charts, in the order of their use."""

# Colour-blind readers can distinguish them. The first four are Okabe and Ito's; their yellow, orange and sky blue are too pale on white,
# and their black is invisible in dark mode: a brown and a violet replace them.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6B5900", "#5B3FA0")
