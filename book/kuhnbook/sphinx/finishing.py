"""What is done to the site once all its pages are written."""

from sphinx.application import Sphinx

from . import lab, licences, search, unused_files, unused_rules


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception:  # then pages are missing
        return
    search.write_index(app)
    licences.ship_texts(app)
    lab.write(app)
    unused_rules.drop_unused_rules(app)
    unused_files.drop_unused_files(app)  # among them the whole fonts, of which unused_rules.py has made smaller ones


def setup(app: Sphinx) -> None:
    app.connect("build-finished", finish, priority=900)  # after the extensions that copy files at that point
