"""Imports all that openapi-generator wrote into the folder."""

import importlib
import pkgutil
import sys
import warnings

sys.path.insert(0, ".")
# A property that has the name of a method of pydantic's is still a property.
warnings.filterwarnings("ignore", message='Field name ".*" .* shadows an attribute')

import openapi_client

modules = [module.name for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client.")]
for module in modules:
    importlib.import_module(module)
assert len(modules) > 10, modules
