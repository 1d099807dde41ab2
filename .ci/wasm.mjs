// Runs pytest in the CPython of Pyodide: node wasm.mjs CHECKOUT PACKAGES ARGUMENTS..., where PACKAGES has pytest.
import { loadPyodide } from "pyodide";

const [checkout, packages, ...words] = process.argv.slice(2);
const python = await loadPyodide();
const write = (bytes) => { process.stdout.write(bytes); return bytes.length; };
python.setStdout({ write });
python.setStderr({ write });
for (const [place, root] of [["/checkout", checkout], ["/packages", packages]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("words", python.toPy(words));
process.exitCode = python.runPython(`
import os, sys
os.chdir("/checkout")
sys.path[:0] = ["/packages", "/checkout"]
sys.dont_write_bytecode = True
import pytest
options = ["-p", "no:cacheprovider", "-o", "addopts=-ra --import-mode=importlib", "-m", "not wide and not long"]
int(pytest.main([*options, *words]))
`);
