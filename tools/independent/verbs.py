# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What the script can be asked: arguments, tables, closing lines."""
import argparse

from independent import closed_forms


def main(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["self-test"])
    parser.parse_args()
    failed = 0
    for known in closed_forms.KNOWN:
        found = list(closed_forms.faults(known))
        failed += bool(found)
        for line in found:
            print(line)
    print(f"{len(closed_forms.KNOWN) - failed} passed, {failed} failed")
    return 1 if failed else 0
