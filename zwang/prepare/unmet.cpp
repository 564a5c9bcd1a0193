// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/unmet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/prepare/named_event.hpp"
#include "zwang/prepare/query_context.hpp"
#include "zwang/record/sample_of.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {
namespace {

class Test {
 public:
  Test(const ModelFile& file, const Expectation& expectation, const Trajectory& motion)
      : file_(file), expectation_(expectation), motion_(motion), system_(*motion.system) {}

  std::optional<std::string> run() {
    if (!expectation_.ends.empty()) return ending();
    if (!expectation_.warns.empty()) return warning();
    return expectation_.event ? event() : value();
  }

 private:
  double within(double wanted) const {
    return expectation_.within.value_or(1e-6 * std::max(1.0, std::abs(wanted)));
  }
  std::optional<std::string> near(const std::string& what, double found, double wanted) const {
    if (std::abs(found - wanted) <= within(wanted)) return std::nullopt;
    return fmt::format("{} is {:.12g}, expected {:.12g} within {:.1e}", what, found, wanted,
                       within(wanted));
  }

  std::optional<std::string> ending() const {
    const auto why = code(motion_.outcome);
    const std::string found = why ? std::string(name(*why)) : "finished";
    if (found == expectation_.ends) return std::nullopt;
    return fmt::format("it ended with {}, expected {}", found, expectation_.ends);
  }
  std::optional<std::string> warning() const {
    for (const std::string& text : motion_.warnings)
      if (text.starts_with(expectation_.warns)) return std::nullopt;
    return fmt::format("there was no warning {}", expectation_.warns);
  }

  std::optional<std::string> event() const {
    NamedEvent named{.kind = *expectation_.event};
    if (!expectation_.of.empty()) named.of = constraints_named(system_.model(), expectation_.of);
    std::vector<const Event*> found;
    for (const Event& event : motion_.events)
      if (named.is(event)) found.push_back(&event);
    const std::string what = fmt::format("{}{}{}", name(*expectation_.event),
                                         expectation_.of.empty() ? "" : " of ", expectation_.of);
    if (expectation_.count) {
      if (static_cast<int>(found.size()) == *expectation_.count) return std::nullopt;
      return fmt::format("there are {} events {}, expected {}", found.size(), what,
                         *expectation_.count);
    }
    if (static_cast<int>(found.size()) < expectation_.number)
      return fmt::format("there are {} events {}, expected at least {}", found.size(), what,
                         expectation_.number);
    const Event& event = *found[index(expectation_.number - 1)];
    if (expectation_.at)
      if (auto wrong = near(fmt::format("the time of {}", what), event.t, *expectation_.at))
        return wrong;
    for (const auto& [constraint, wanted] : expectation_.impulses) {
      const auto number = system_.model().find_constraint(constraint);
      const Part* const part = number ? event.part(*number) : nullptr;
      if (auto wrong = near(fmt::format("the impulse of {}", constraint),
                            part ? part->impulse : 0.0, wanted))
        return wrong;
    }
    std::vector<double> multipliers(index(system_.constraints()), 0.0);
    std::vector<int> states(index(system_.constraints()), 0);
    for (const Part& part : event.parts) {
      multipliers[index(part.constraint)] = part.multiplier;
      states[index(part.constraint)] = state_number(part.after);
    }
    for (const bool after : {false, true})
      for (const auto& [text, wanted] : after ? expectation_.after : expectation_.before) {
        const Query asked(system_, text);
        if (asked.has_accelerations())
          return fmt::format("{}: an event has no accelerations; give 'value' and 'at'", text);
        const double value = asked.value(
            {{event.q, after ? event.after : event.before, event.t}, multipliers, states});
        if (auto wrong =
                near(fmt::format("{} {}", text, after ? "after it" : "before it"), value, wanted))
          return wrong;
      }
    return std::nullopt;
  }

  std::optional<std::string> value() const {
    const Query asked(system_, expectation_.value, query_context(file_, system_));
    if (expectation_.at) {
      if (!(*expectation_.at <= motion_.t))
        return fmt::format("the motion ended at {:.6g}, before {:.6g}", motion_.t,
                           *expectation_.at);
      return near(fmt::format("{} at {:.6g}", expectation_.value, *expectation_.at),
                  asked.value(sample_of(motion_.evaluate(*expectation_.at))),
                  expectation_.is.value_or(0.0));
    }
    for (const Frame& frame : motion_.frames)
      if (auto wrong = near(fmt::format("{} at {:.6g}", expectation_.value, frame.t),
                            asked.value(sample_of(frame)), expectation_.always.value_or(0.0)))
        return wrong;
    return std::nullopt;
  }

  const ModelFile& file_;
  const Expectation& expectation_;
  const Trajectory& motion_;
  const System& system_;
};

}  // namespace

std::optional<std::string> unmet(const ModelFile& file, const Expectation& expectation,
                                 const Trajectory& motion) {
  try {
    return Test(file, expectation, motion).run();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace zwang
