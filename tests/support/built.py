"""Where the built book is: ``_build/html``, unless ``KUHNCFR_HTML`` names another folder."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HTML = Path(os.environ.get("KUHNCFR_HTML", ROOT / "_build" / "html")).resolve()
