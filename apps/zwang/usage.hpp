// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What --help prints, one text per verb; tests/apps/help.md holds all of it.
#pragma once

namespace zwang::apps {

inline constexpr const char* usage =
    R"(zwang {} - motion of systems under equations and inequalities

usage: zwang <verb> [files] [options]

  new         write a first model to change
  run         compute the motion and write a result file
  check       read a model, report mistakes, test the start and the expectations
  explain     explain a model, an instant or an error code in words
  report      make one HTML file with 3-D playback, plots, events, certificate
  plot        draw quantities of a result in the terminal or as SVG
  sweep       run a model over many values of its parameters
  convert     write a result in another format, or a mesh or robot as a model
  audit       check a result from its stored rows and its model alone
  minimum     solve a minimum problem: a certified quadratic program
  bench       measure this machine on fixed problems
  completion  shell completion for bash, zsh or fish

start here:   zwang new first.toml
              zwang run first.toml --report
              zwang explain first.toml
all options:  zwang <verb> --help      one topic: zwang explain units
)";

inline constexpr const char* run_usage = R"(usage: zwang run MODEL... [options]

  -u, --until TIME       end of the motion (instead of [run] until)
  -s, --set NAME=VALUE   set a parameter; may be repeated
  -m, --method NAME      event-driven | time-stepping     [event-driven]
      --step TIME        length of time steps             [from --tolerance]
      --tolerance X      requested relative accuracy                [1e-9]
  -e, --every TIME       store rows at this spacing (events always) [each step]
  -o, --output FILE      the result, an SQLite database             [MODEL.zw]
  -r, --report[=FILE]    also make the HTML report                  [MODEL.html]
      --problem NAME     straightest | geodesic | mixed      [straightest]
      --rho NAME=VALUE   a constraint's extra constant in a geodesic [0]
      --to NAME=VALUE,.. where a geodesic ends; its velocities follow
      --project-start    move the start to the nearest allowed one
      --branch WHICH     at a singular start: minimum 2, or towards p.x=1,p.y=0
      --branches         all minima there, into MODEL-1.zw, MODEL-2.zw, ...
      --equilibrium      begin in equilibrium, reached from the given start
      --resume FILE      continue a result from its last state (no MODEL needed)
      --uncertainty      estimate the error of event times by a finer run
      --compare          also run the other method, and report the difference
      --threads N        for very many constraints; never changes a result [1]
      --events WHICH     fold | all                                 [fold]
      --stop-on EVENT    a kind of event, or a constraint's name
)";

inline constexpr const char* check_usage = R"(usage: zwang check MODEL... [options]

      --run              also run and test [[expect]]
  -s, --set NAME=VALUE   set a parameter; may be repeated
      --warnings-as-errors
      --format F         full | short | json | github               [full]
)";

inline constexpr const char* explain_usage =
    R"(usage: zwang explain MODEL|RESULT|CODE|TOPIC... [options]

  A model: its constraints and what they really are, which act at the start,
  degrees of freedom, equations. A result: its events, or one instant of it.
  A code: E103. A word of the glossary: friction, Zeno, "rigid body".

  topics: constraints, bodies, expressions, units, events, impacts,
  certificate, results, methods

      --at TIME          of a result: what happens then, what acts and why
      --equilibrium      the equilibrium, what carries it, whether it is stable,
                         and its small oscillations
      --geometry         curvatures and directions of the planes of constraints,
                         of paths; conjugate velocities, divergence: at the
                         start, --at TIME of a result or --at "x=1, y=2"
      --trials           how the active constraints are found: Mayer's trials at
                         the start of a model or --at TIME of a result, and
                         what other principles would allow
  -s, --set NAME=VALUE   set a parameter; may be repeated
)";

inline constexpr const char* report_usage = R"(usage: zwang report RESULT [RESULT2] [options]

  A second result is shown as a ghost.

  -o, --output FILE      the report, instead of RESULT.html
      --title TEXT       title, instead of the model's
      --frames N         frames of the picture, at most             [3000]
      --full             keep every row
  -f, --force            overwrite files that zwang did not write
)";

inline constexpr const char* sweep_usage =
    R"(usage: zwang sweep MODEL --over NAME=RANGE... [options]

  One run for each combination of the values, one row for each run: its
  parameters, wanted values, status, code. A run that fails is a row, too.

  Wanted values are quantities as for plot: max(bob.z), min, mean over the run,
  bob.z at the end, at(0.5 s, bob.z), count(impact), time(slack string, 2),
  max(string.impulse) and sum(string.impulse) over all impacts.

      --over NAME=RANGE  FROM:TO:N or a,b,c; may be repeated
      --sample N         N random points from the ranges FROM:TO
      --seed S           seed of the sample                         [0]
      --want EXPR        a value to store for each run; may be repeated
  -s, --set NAME=VALUE   set a parameter for all runs; may be repeated
  -u, --until TIME       end of the motion (instead of [run] until)
  -m, --method NAME      event-driven | time-stepping     [event-driven]
      --step TIME        length of time steps             [from --tolerance]
      --tolerance X      requested relative accuracy                [1e-9]
  -o, --output FILE      FILE.zw, a database, or FILE.csv   [MODEL.sweep.zw]
      --jobs N           runs at the same time; never changes a row [all cores]
      --resume           only the runs that the output does not have yet
      --part K/N         the K-th of N parts of the runs
      --keep WHICH       none | failed (whole results next to it)   [none]
      --dask ADDRESS     send the runs to a Dask scheduler (through Python)
      --sync TIME        longest time between two commits           [1 s]
      --progress WHEN    auto | always | never | json               [auto]
  -f, --force            overwrite files that zwang did not write
)";

inline constexpr const char* plot_usage = R"(usage: zwang plot RESULT [QUANTITY...] [options]

  Quantities are names or formulas: bob.z, "bob.x' - 0.5*bob.z", energy,
  kinetic, potential; of constraints .gap, .rate, .multiplier, .tension, .state;
  of masses .curvature, .torsion of the path.
  Without one, the names are listed.

  -o, --output FILE      write FILE.svg instead of drawing here
      --from TIME        begin here                                 [the start]
      --to TIME          end here                                   [the end]
      --against NAME     a quantity instead of time on the horizontal axis
      --log-scale        log10 of the absolute value; zeros are left out
  -f, --force            overwrite files that zwang did not write
)";

inline constexpr const char* convert_usage = R"(usage: zwang convert RESULT -o FILE [options]
       zwang convert MESH|TABLE|ROBOT -o MODEL.toml [options]
       zwang convert OLD.toml -o NEW.toml

  The extension of FILE selects the format:

  .csv   a sheet, one line for each row     .gltf  animation; .glb is its
  .json  everything, column by column              binary form
  .h5    HDF5, a dataset for each channel   .pvd   series for VTK, ParaView
  .tex   constraints, parameters, events    .xdmf  the same, with HDF5

  A mesh (.ply, .obj, .vtk) becomes a net of strings; a table of positions over
  time (.csv: t, NAME.x, NAME.y, NAME.z) becomes points that follow it. A robot
  in URDF (.urdf) or MJCF (.xml) becomes bodies and joints; what is not taken
  over is named with its line. A model file (.toml) with former words is
  rewritten in today's.

  -o, --output FILE      the file to write
      --quantity Q       a column more in a .csv: "bob.z''", energy; repeatable
      --frames N         frames of a picture, at most               [500]
      --fix-root         the root of a URDF robot is part of the world
      --strict           write no robot of which something is not taken over
  -f, --force            overwrite files that zwang did not write
)";

inline constexpr const char* audit_usage = R"(usage: zwang audit RESULT... [options]

  What must hold, recomputed from the stored rows and the model in the file:
  the worst value of each number, its limit, its time and its constraint.

      --hash             print the hash of the content instead
)";

inline constexpr const char* new_usage = R"(usage: zwang new MODEL.toml [options]

  A model to begin with: a mass on a string that goes slack and snaps taut.
  Change it, or replace its tables by yours.

  -f, --force            overwrite the file
)";

inline constexpr const char* minimum_usage = R"(usage: zwang minimum PROBLEM... [options]

  The point nearest to a centre, in the metric of a matrix or of masses, among
  those that satisfy linear equations and inequalities, from a TOML file with
  [minimum] and [rows] (docs/minimum.md): the point, the multiplier or slack of
  each row, an error bound and a certificate, or a proof that there is no point.

  -s, --set NAME=VALUE   set a parameter; may be repeated
)";

inline constexpr const char* bench_usage = R"(usage: zwang bench [options]

  Fixed problems, each with its time and, where there is one, its ratio to the
  bare work of the library beneath it in the same run.

      --quick            one repetition of each instead of the best of five
)";

inline constexpr const char* completion_usage = R"(usage: zwang completion bash|zsh|fish

  A script that completes verbs, options, their values and files:
  source <(zwang completion bash), or zwang completion fish | source.
)";

inline constexpr const char* run_limits = R"(
      --max-time TIME    stop after running this long (E502)        [none]
      --max-memory SIZE  stop at this size, 512M, 2 GB (E501)       [half of it]
      --sync TIME        longest time between two commits           [1 s]
      --progress WHEN    auto | always | never | json               [auto]
      --log FILE         log what happens, with times
  -v                     also print what was decided; twice: every event
  -f, --force            overwrite files that zwang did not write)";

inline constexpr const char* common_usage = R"(
      --json             one object; errors too
  -q                     errors only; twice: nothing
      --color WHEN       auto | always | never                      [auto]
  -h, --help             this text
)";

}  // namespace zwang::apps
