# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What the script can be asked: arguments, tables, closing lines."""
import argparse
import collections
import functools
import os
import statistics
import sys

from independent import closed_forms, compare, grazes, instants, judge, kinds, reduction, stepping, times
from independent.command import DEFAULT
from independent.growth import CHAOTIC
from independent.scene import TOLERANCES
from independent.tally import Tally
from independent.workers import answers, own_zwang

NAMED_ENDS = ("E331", "E332", "E333", "out of time")


def arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=sorted(VERBS))
    parser.add_argument("--seed", type=int, default=1, help="of the first system; the others follow")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--kind", choices=sorted(kinds.KINDS), help="systems of this kind alone")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--command", default=DEFAULT, help="the command zwang")
    parser.add_argument("--out", help="folder for models that fail, each made smaller first")
    parser.add_argument("--seconds", type=int, default=3, help="of a processor for each call of zwang")
    parser.add_argument("--own-seconds", type=float, default=20, help="the same for the second simulator")
    parser.add_argument("--most-ends", type=int, default=None,
                        help="fail if more systems end with E331, E332, E333 or out of time than this")
    return parser.parse_args()


def main(description):
    asked = arguments(description)
    if asked.verb != "self-test" and not os.access(asked.command, os.X_OK):
        sys.exit(f"no command at {asked.command}; name it with --command")
    if asked.out:
        os.makedirs(asked.out, exist_ok=True)
    return VERBS[asked.verb](asked)


def all_answers(asked, function):
    seeds = range(asked.seed, asked.seed + asked.count)
    return answers(function, seeds, asked.command, asked.seconds, asked.jobs)


def closing(passed, failed, also=0):
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or also else 0


def kept(asked, seed, text):
    """Writes a failing model into the folder for them; where."""
    if not asked.out:
        return ""
    path = os.path.join(asked.out, f"{seed}.toml")
    with open(path, "w") as file:
        file.write(text)
    return f" -> {path}"


def too_many_ends(asked, count):
    if asked.most_ends is None or count <= asked.most_ends:
        return 0
    print(f"{count} systems end with one of {', '.join(NAMED_ENDS)}, {asked.most_ends} allowed")
    return 1


# --- self-test


def self_test(_asked):
    failed = 0
    for known in closed_forms.KNOWN:
        found = list(closed_forms.faults(known))
        failed += bool(found)
        for line in found:
            print(line)
    return closing(len(closed_forms.KNOWN) - failed, failed)


# --- compare


def compared_seed(seed, kind, own_seconds, reduce):
    scene = kinds.scene(seed, kind)
    verdict = compare.compared(scene, own_zwang(), own_seconds)
    if verdict.verdict == "wrong" and reduce:
        scene = reduction.reduced(
            scene, lambda other: compare.compared(other, own_zwang(), own_seconds).verdict == "wrong")
    return verdict, scene.toml()


def compare_verb(asked):
    function = functools.partial(compared_seed, kind=asked.kind, own_seconds=asked.own_seconds, reduce=bool(asked.out))
    table, ends, worst = Tally(), collections.Counter(), collections.Counter()
    named, events, limits, limit = 0, 0, 0, 0.0
    for verdict, text in all_answers(asked, function):
        table.add(verdict.kind, verdict.verdict)
        events += verdict.compared
        if verdict.verdict in compare.FAILED or verdict.verdict in ("ends", "not certified", "gave up"):
            place = kept(asked, verdict.seed, text) if verdict.verdict != "gave up" else ""
            print(f"{verdict.verdict}: seed {verdict.seed} {verdict.kind}, {verdict.detail}{place}", flush=True)
        if verdict.verdict == "ends":
            ends[verdict.detail.split(": ", 1)[1].split(" at ")[0]] += 1
            named += any(word in verdict.detail for word in NAMED_ENDS)
        if verdict.verdict == "equal":
            limits, limit = limits + verdict.settled, max(limit, verdict.settle)
            for name, size in verdict.worst.items():
                worst[name] = max(worst[name], size)
    print("\n".join(table.lines(compare.VERDICTS)))
    if ends:
        print("ends although the second simulator goes on: " + ", ".join(f"{code} {n}" for code, n in ends.most_common()))
    print(f"{events} hard impacts compared at tolerances {', '.join(f'{t:g}' for t in TOLERANCES)}; worst differences of "
          f"equal systems at the last: " + ", ".join(f"{name} {size:.1e}" for name, size in worst.items()))
    print(f"{limits} limits of accumulations compared in equal systems; worst difference {limit:.2g} times the allowed one")
    failed = sum(table.total(word) for word in compare.FAILED)
    passed = sum(table.total(word) for word in ("equal", "chaotic", "both end"))
    return closing(passed, failed, too_many_ends(asked, named))


# --- judge


def judged_seed(seed, kind, reduce):
    scene = kinds.scene(seed, kind)
    opinion = judge.judged(scene, own_zwang())
    failed = {judgement.name for judgement in opinion.failed()}
    if failed and reduce:
        scene = reduction.reduced(scene, lambda other: failed <= {
            judgement.name for judgement in judge.judged(other, own_zwang()).failed()})
    return opinion, scene.toml()


def judge_verb(asked):
    function = functools.partial(judged_seed, kind=asked.kind, reduce=bool(asked.out))
    table, endings, passed, failed, named, chaotic, raw = Tally(), Tally(), 0, 0, 0, 0, 0
    for opinion, text in all_answers(asked, function):
        for judgement in opinion.judgements:
            table.add(opinion.kind, judgement.name if judgement.passed else f"{judgement.name} FAILED")
        wrong = opinion.failed()
        passed, failed = passed + len(opinion.judgements) - len(wrong), failed + len(wrong)
        if wrong:
            place = kept(asked, opinion.seed, text)
            for judgement in wrong:
                print(f"{judgement.name}: seed {opinion.seed} {opinion.kind}, {judgement.detail}{place}", flush=True)
        for ending in set(opinion.endings) - {"finished"}:
            endings.add(opinion.kind, ending)
            print(f"ends: seed {opinion.seed} {opinion.kind}, {ending}", flush=True)
        named += any(ending in NAMED_ENDS for ending in opinion.endings)
        chaotic += opinion.growth > CHAOTIC
        raw += len(set(opinion.counts)) > 1
    print("\n".join(table.lines(())))
    print("endings other than finished:")
    print("\n".join(endings.lines(())))
    print(f"{chaotic} systems were found chaotic; {raw} have other numbers of soft impacts at other tolerances")
    return closing(passed, failed, too_many_ends(asked, named))


# --- instants, times, grazes, steps


def answered_seed(seed):
    return instants.answered(seed, own_zwang())


def instants_verb(asked):
    table = Tally()
    for answer in all_answers(asked, answered_seed):
        table.add(answer.kind, answer.verdict)
        if answer.verdict != "right":
            place = kept(asked, answer.seed, answer.text)
            print(f"{answer.verdict}: seed {answer.seed} {answer.kind}, {answer.detail}{place}", flush=True)
    print("\n".join(table.lines(("right", "wrong"))))
    return closing(table.total("right"), table.total("wrong"))


def stated_seed(seed, kind):
    return times.stated(kinds.scene(seed, kind), own_zwang())


def times_verb(asked):
    table, ratios = Tally(), []
    for answer in all_answers(asked, functools.partial(stated_seed, kind=asked.kind)):
        table.add(answer.kind, answer.skipped or "measured")
        ratios += answer.ratios
        for ratio, tolerance, time, error, bound in answer.ratios:
            if ratio > times.EVER:
                print(f"seed {answer.seed} {answer.kind}, at {tolerance:g}: {time:.9g} wrong by {error:.2g}, stated {bound:.2g}")
    print("\n".join(table.lines(("measured",))))
    if not ratios:
        return closing(0, 0)
    values = [ratio for ratio, *_ in ratios]
    usual = sum(ratio <= times.USUAL for ratio in values)
    failed = sum(ratio > times.EVER for ratio in values)
    print(f"{len(values)} times: true error at most {times.USUAL} times the stated one in "
          f"{100 * usual / len(values):.2f} %, median ratio {statistics.median(values):.2g}, largest {max(values):.2g}")
    return closing(len(values) - failed, failed, usual < 0.99 * len(values))


def grazed(task):
    return grazes.graze(own_zwang(), *task)


def grazes_verb(asked):
    tasks = [(depth, tolerance) for tolerance in TOLERANCES for depth in grazes.DEPTHS]
    failed = 0
    for (depth, tolerance), fault in zip(tasks, answers(grazed, tasks, asked.command, asked.seconds, asked.jobs)):
        failed += bool(fault)
        if fault:
            print(f"lid {depth:g} below the highest point, tolerance {tolerance:g}: {fault}")
    return closing(len(tasks) - failed, failed)


def ordered_seed(seed, kind):
    return stepping.orders(kinds.scene(seed, kind), own_zwang())


def steps_verb(asked):
    measured = 0
    for answer in all_answers(asked, functools.partial(ordered_seed, kind=asked.kind)):
        measured += not answer.skipped
        errors = answer.skipped or " ".join("-" if error is None else f"{error:.1e}" for error in answer.errors)
        found = " ".join("-" if order is None else f"{order:.1f}" for order in answer.orders())
        print(f"seed {answer.seed} {answer.kind}, {answer.impacts} impacts: errors {errors}, orders {found}", flush=True)
    print(f"steps of {', '.join(f'{step:g}' for step in stepping.STEPS)} s")
    return closing(measured, 0)


VERBS = {"self-test": self_test, "compare": compare_verb, "judge": judge_verb, "instants": instants_verb,
         "times": times_verb, "grazes": grazes_verb, "steps": steps_verb}
