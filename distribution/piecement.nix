# Builds the program from this checkout: nix-build -E 'with import <nixpkgs> {}; callPackage ./distribution/piecement.nix {}'
{ lib, python3Packages }:

python3Packages.buildPythonApplication {
  pname = "piecement";
  version = builtins.head (builtins.match ".*__version__ = \"([^\"]+)\".*" (builtins.readFile ../engine/piecement_engine/version.py));
  pyproject = true;
  src = lib.cleanSource ../.;

  build-system = [ python3Packages.hatchling ];
  dependencies = with python3Packages; [
    annotated-types
    filelock
    platformdirs
    pydantic
    rich
    textual
    tomli-w
  ];

  pythonImportsCheck = [ "piecement" "piecement_engine" ];

  meta = {
    description = "Falling-piece game for modern terminals, on a rules engine that anyone can import";
    license = lib.licenses.mit;
    mainProgram = "piecement";
  };
}
