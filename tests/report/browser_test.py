# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The reports of five examples, of one in equilibrium, of two instants with many trials and of the viewer's own test data, looked at in a headless browser.

    browser_test.py COMMAND SOURCE VIEWER TEMPLATE WORK

COMMAND is the built zwang, SOURCE the top of the sources, VIEWER the copy of web/ in which the
template was made (it has the packages), WORK a folder for the reports. Ends with 77 where the
browser or a package is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLES = ["two-balls", "pendulum", "ring", "cart", "crank"]
# In two and in three dimensions: Ostrogradsky's first counterexample, and three walls of which one is left.
INSTANTS = ["p02-passive-for-free-active-in-truth", "p38-three-walls"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


command, source, viewer, template, work = (Path(a) for a in sys.argv[1:])
node = shutil.which("node") or skip("node is not there")
os.environ["CHROMIUM"] = (os.environ.get("CHROMIUM") or shutil.which("chromium")
                          or skip("chromium is not there"))
try:
    started = subprocess.run([os.environ["CHROMIUM"], "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                              "about:blank"], capture_output=True, timeout=120, check=False)
    if started.returncode != 0:
        skip("chromium does not start")
except (OSError, subprocess.TimeoutExpired):
    skip("chromium does not start")
if not template.is_file() or template.stat().st_size == 0:
    skip("this build has no viewer")
if not (viewer / "node_modules" / "playwright-core").is_dir():
    skip("playwright-core is not there")

# The tests find the packages beside them, so they run from the copy.
shutil.copytree(source / "web" / "test", viewer / "test", dirs_exist_ok=True)
(viewer / "dist").mkdir(exist_ok=True)
shutil.copyfile(template, viewer / "dist" / "template.html")
work.mkdir(parents=True, exist_ok=True)
reports = []
for model in [f"examples/{name}" for name in EXAMPLES] + [f"cases/reference/{name}" for name in INSTANTS]:
    name = Path(model).name
    report = work / f"{name}.html"
    subprocess.run([command, "run", source / f"{model}.toml", "--force", "-q",
                    f"--output={work / name}.zw", f"--report={report}"], check=True)
    reports.append(report)
equilibrium = work / "pendulum-equilibrium.html"
subprocess.run([command, "run", source / "examples" / "pendulum.toml", "--equilibrium", "--force", "-q",
                f"--output={work / 'pendulum-equilibrium'}.zw", f"--report={equilibrium}"], check=True)

os.environ["ZWANG_EXAMPLES"] = str(source / "examples")
failed = 0
for arguments in [["--no-webgl", *reports, equilibrium], [work / "pendulum.html", equilibrium], ["--quick"]]:
    failed |= subprocess.run([node, "test/page.test.mjs", *arguments], cwd=viewer).returncode
sys.exit(1 if failed else 0)
