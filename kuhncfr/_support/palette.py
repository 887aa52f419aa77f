"""The colours of everything that is drawn, in the order in which they are used."""

# The colour-blind can tell them apart. The first four are Okabe and Ito's; their yellow, orange and sky blue are too pale on white, and
# black vanishes in dark mode: a brown and a violet take their places.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6B5900", "#5B3FA0")
