"""Links to the repository, and a button that runs a chapter: only when KUHNCFR_REPOSITORY_URL says where the repository is."""

import os

from sphinx.application import Sphinx
from sphinx.config import Config


def link_repository(app: Sphinx, config: Config) -> None:
    """Set the theme's repository options, or take away Jupyter Book's default, which is Jupyter Book's own repository."""
    options = config.html_theme_options
    url = os.environ.get("KUHNCFR_REPOSITORY_URL", "").rstrip("/")
    if not url:
        for name in ("repository_url", "repository_branch", "launch_buttons"):
            options.pop(name, None)
        return
    options.update(
        repository_url=url,
        repository_branch="main",
        use_repository_button=True,
        use_issues_button=True,
        launch_buttons={"notebook_interface": "jupyterlab", "binderhub_url": "https://mybinder.org"},
    )


def setup(app: Sphinx) -> None:
    app.connect("config-inited", link_repository)
