"""The end of scripts/test: what failed, what was skipped for something missing, and one closing line.

python scripts/summary.py FOLDER_OF_LOGS FAILED_STEP...
"""

import os
import re
import sys
from pathlib import Path

RUNS = ("tests", "browser", "plain", "bounds")  # steps that are pytest
CLOSING = re.compile(r"=+ (.*\d+ \w+.*) in [\d.]+s.* =+$")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
SKIPPED = re.compile(r"SKIPPED \[(\d+)\] (\S+): (.*)")
EXPECTED = re.compile(r"XFAIL (\S+)")  # to fail
UNTRIED = re.compile(r"Tests .*?(\d+) (skipped|todo)")  # of the client
COLOUR = re.compile(r"\x1b\[[\d;]*m")
RERUN = re.compile(r"RERUN (.*)")
BY_DESIGN = "by design:"  # begins the reason of a skip that no installation could cure


def main(folder: Path, failed: list[str]) -> int:
    """Print the summary; returns the exit code."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    missing: list[str] = []
    again: list[str] = []
    for run in RUNS:
        log = (folder / run).read_text("utf-8", "replace") if (folder / run).is_file() else ""
        closing = [match[1] for line in log.splitlines() if (match := CLOSING.match(line))]
        if not closing and run not in failed:
            failed.append(f"{run} (it did not finish)")
        for count, what in COUNT.findall(closing[-1] if closing else ""):
            counts["failed" if what.startswith("error") else what] += int(count)
        missing += [f"{n} x {where}: {why}" for n, where, why in SKIPPED.findall(log) if not why.startswith(BY_DESIGN)]
        missing += [f"1 x {where}: is expected to fail" for where in EXPECTED.findall(log)]
        again += RERUN.findall(log)
    log = (folder / "client").read_text("utf-8", "replace") if (folder / "client").is_file() else ""
    missing += [f"{n} x client: {what}" for n, what in UNTRIED.findall(COLOUR.sub("", log))]
    print("\n==== summary")
    if again:
        print("!!!! Failed once; what is not counted as failed passed the second time:")
        print("".join(f"!!!!   {line}\n" for line in again), end="")
    if missing:
        print("!!!! NOT EVERYTHING WAS TESTED. Skipped for something missing on this machine:")
        print("".join(f"!!!!   {line}\n" for line in sorted(set(missing))), end="")
        if os.environ.get("CI") == "true":
            failed.append("skipped tests, and in CI nothing may be missing")
    for step in failed:
        print(f"FAILED: {step}")
    if failed and not counts["failed"]:
        counts["failed"] = len(failed)  # a step that is not pytest
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
