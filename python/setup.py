# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The wheel: CMake builds the compiled part, or ZWANG_MODULE names one that is built already."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent.parent


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        built = os.environ.get("ZWANG_MODULE") or self.compiled()
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)

    def compiled(self) -> Path:
        folder = Path(self.build_temp).resolve()
        subprocess.run(
            [
                "cmake", "-S", SOURCE, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DZWANG_WITH_TESTS=OFF",
                f"-DPython_EXECUTABLE={sys.executable}",
            ],
            check=True,
        )
        subprocess.run(["cmake", "--build", folder, "--target", "zwang_python", "--parallel"], check=True)
        (built,) = (folder / "python" / "zwang").glob("_zwang*.so")
        return built


# Two wheels of one commit are the same bytes: their files have its time.
last = subprocess.run(["git", "-C", SOURCE, "log", "-1", "--format=%ct"], capture_output=True, text=True) if shutil.which("git") else None
if last and last.returncode == 0:
    os.environ.setdefault("SOURCE_DATE_EPOCH", last.stdout.strip())

version = re.search(r"project\(zwang VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("zwang._zwang", [])], cmdclass={"build_ext": CMakeBuild})
