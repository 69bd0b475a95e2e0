"""How the reference is made of the docstrings: ``sphinx-build -W python/docs/reference FOLDER``."""

import paili

project = "paili"
release = version = paili.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"paili {release}"
# Signatures as they are written, and what classes and functions have in the order of the source.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
# It weighs gigabytes, with torch.
autodoc_mock_imports = ["stable_baselines3"]
napoleon_google_docstring = False
napoleon_use_rtype = False
