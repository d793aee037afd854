# Configuration of the lit tests; the paths come from lit.site.cfg.py.
import ctypes
import os
import shutil
import subprocess

import lit.formats

try:
    import psutil  # noqa: F401, lit ends the processes of a test with it
except ImportError:
    psutil = None

config.name = "CHAD"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.chad_test_exec_root

# A test that never ends fails; none takes a fifth of this on a slow machine.
if psutil:
    lit_config.maxIndividualTestTime = 1800

config.environment["PATH"] = os.pathsep.join(
    [config.chad_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
# Which slice of the matrix of operations and contexts is run.
config.environment["CHAD_MATRIX_SEED"] = os.environ.get("CHAD_MATRIX_SEED", "0")
# Which random programs are.
config.environment["CHAD_FUZZ_SEED"] = os.environ.get("CHAD_FUZZ_SEED", "0")
# Programs that tests build take what has been compiled before (tools/compiler-cache.sh).
if "ccache" in os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER", ""):
    for name, value in os.environ.items():
        if name.startswith(("CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER", "CCACHE_")):
            config.environment[name] = value
    config.environment.setdefault("CCACHE_DIR", os.path.expanduser("~/.cache/ccache"))
# Freed memory, and memory that nothing has written yet, reads as garbage (glibc).
config.environment["MALLOC_PERTURB_"] = "165"
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"

# The packages' libraries are not instrumented: what they and our code write into
# one allocator or container looks like an error to the sanitizer.
if config.chad_sanitize:
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0"
    )
    # Undefined behaviour ends a test, too.
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1"
else:
    # Nor does a sanitized plugin load into their mlir-opt. None is built with MLIR's archives.
    if config.chad_plugins:
        config.available_features.add("stock-mlir-opt")
    # Sanitized programs reserve more addresses than a process with a limit of memory gets.
    config.available_features.add("memory-limits")

# Programs can be linked to MLIR's archives, too.
if config.mlir_archives and not config.chad_sanitize:
    config.available_features.add("mlir-archives")

# Eight files, into which all processes add their counts (test/coverage.py reads them).
if config.chad_coverage:
    config.environment["LLVM_PROFILE_FILE"] = os.path.join(
        config.chad_build_dir, "coverage", "%8m.profraw"
    )

# chad-explain draws with Graphviz.
if shutil.which("dot"):
    config.available_features.add("graphviz")

# Kernels are assembled where NVIDIA's assembler is.
ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))

# Kernels for AMD's GPUs are linked by LLVM's linker.
if shutil.which("ld.lld-22"):
    config.available_features.add("lld")

# Compiled functions are run under valgrind.
if shutil.which("valgrind"):
    config.available_features.add("valgrind")

# Packages are made, and looked into.
if shutil.which("dpkg-deb"):
    config.available_features.add("dpkg")

# Completions are tried in the shells that there are, man pages are set, scripts for editors are run.
for shell in ("bash", "zsh", "fish", "groff", "node"):
    if shutil.which(shell):
        config.available_features.add(shell)

# Gradients are summed over processes. Tests may run as root, in containers, on fewer cores than processes.
if shutil.which("mpicc") and shutil.which("mpirun"):
    config.available_features.add("mpi")
    settings = ("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
                "OMPI_MCA_btl_vader_single_copy_mechanism=none")
    config.substitutions.append(("%mpirun", f"env {settings} mpirun -n"))

# The explorer is used in a browser.
if shutil.which("chromium") and shutil.which("chromedriver"):
    config.available_features.add("chromium")

# The site is built where a Python has Sphinx (docs/site/requirements.txt).
config.sphinx_python = ""
for python in (config.python_package, config.python):
    if python and not config.sphinx_python and not subprocess.call(
        [python, "-c", "import furo, myst_parser, sphinx"], stderr=subprocess.DEVNULL
    ):
        config.sphinx_python = python
        config.available_features.add("sphinx")

# The workflow is read where a Python reads YAML.
for python in (config.python_package, config.python):
    if python and "yaml" not in config.available_features and not subprocess.call(
        [python, "-c", "import yaml"], stderr=subprocess.DEVNULL
    ):
        config.available_features.add("yaml")
        config.substitutions.append(("%yaml_python", python))

# The Python package is built where there is a Python with nanobind (tools/python-env.sh).
if config.python_package:
    config.available_features.add("python-package")
    llvm_libs = os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")
    if os.path.exists(os.path.join(llvm_libs, "libMLIRIR.a")):
        config.available_features.add("mlir-archives")
    for module in ("jax", "torch", "mpi4py", "mypy", "ruff", "array_api_strict", "absl"):
        if not subprocess.call(
            [config.python_package, "-c", f"import importlib.util as u, sys; sys.exit(not u.find_spec('{module}'))"]
        ):
            config.available_features.add(f"python-{module}")
    path = os.path.join(config.chad_build_dir, "python")
    pytest = f"env PYTHONPATH={path} {config.python_package} -m pytest -q -p no:cacheprovider"
    config.substitutions.append(("%pytest", f"{pytest} {config.chad_source_dir}/python/tests"))
    config.substitutions.append(("%package_python", f"env PYTHONPATH={path} {config.python_package}"))

# The vector functions of glibc 2.35 and later.
try:
    ctypes.CDLL("libmvec.so.1")._ZGVbN2v_erf
    config.available_features.add("libmvec")
except (OSError, AttributeError):
    pass

# Every chad-opt of the suite parses what it prints, compares, and verifies.
config.substitutions.append((r"\bchad-opt\b", "chad-opt --verify-roundtrip"))
config.substitutions.append((r"\bexample-opt\b", "example-opt --verify-roundtrip"))
config.substitutions.append(("%mlir-opt", os.path.join(config.llvm_tools_dir, "mlir-opt")))
config.substitutions.append(("%chad_build", config.chad_build_dir))
config.substitutions.append(("%cmake_args", config.cmake_args))
config.substitutions.append(("%cmake", config.cmake))
config.substitutions.append(("%libdir", config.libdir))
config.substitutions.append(("%chad_run", os.path.join(config.chad_tools_dir, "chad-run")))
config.substitutions.append(("%chad_opt", os.path.join(config.chad_tools_dir, "chad-opt")))
config.substitutions.append(("%chad_plugin", config.chad_plugin))
config.substitutions.append(("%example_plugin", config.example_plugin))
config.substitutions.append(("%chad_src", config.chad_source_dir))
config.substitutions.append(("%cc", config.cc))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%sphinx_python", config.sphinx_python))
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%chad_docs", config.chad_docs_dir))
