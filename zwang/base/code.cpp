// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/code.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace zwang {
namespace {

// clang-format off
constexpr std::array<CodeEntry, 76> entries = {{
    {Code::E100, "E100", "no `zwang = 1`, or a newer format"},
    {Code::E101, "E101", "a prime inside single quotes"},
    {Code::E102, "E102", "unknown key"},
    {Code::E103, "E103", "unknown name"},
    {Code::E104, "E104", "missing multiplication sign"},
    {Code::E105, "E105", "relation missing, strict or mixed"},
    {Code::E106, "E106", "not linear in the velocities"},
    {Code::E107, "E107", "units differ"},
    {Code::E108, "E108", "invalid TOML"},
    {Code::E109, "E109", "syntax error in a formula"},
    {Code::E110, "E110", "limit exceeded"},
    {Code::E111, "E111", "missing key"},
    {Code::E112, "E112", "duplicate or reserved name"},
    {Code::E113, "E113", "wrong type: number, text, vector"},
    {Code::E114, "E114", "a constraint without a free coordinate or velocity"},
    {Code::E115, "E115", "second derivative in a constraint"},
    {Code::E116, "E116", "a hidden second constraint (`min`, `max`, `step`, absolute value)"},
    {Code::E117, "E117", "unknown function, or wrong number of arguments"},
    {Code::E118, "E118", "restitution outside [0, 1], or not allowed here"},
    {Code::E119, "E119", "invalid generator input"},
    {Code::E120, "E120", "number out of range or not finite"},
    {Code::E121, "E121", "friction where nothing is known to rub"},
    {Code::E122, "E122", "circular parameters"},
    {Code::E123, "E123", "a coefficient of friction that is none"},
    {Code::E201, "E201", "start violates a constraint"},
    {Code::E202, "E202", "start is an impact"},
    {Code::E203, "E203", "start in a singular position"},
    {Code::E204, "E204", "start velocity violates an equation"},
    {Code::E205, "E205", "kinetic energy not quadratic in the rates"},
    {Code::E206, "E206", "no equilibrium or no curve to the end found"},
    {Code::E208, "E208", "a constraint switched on where it does not hold"},
    {Code::E301, "E301", "singular position"},
    {Code::E302, "E302", "constraints contradict each other"},
    {Code::E303, "E303", "mass matrix indefinite on the admissible directions"},
    {Code::E304, "E304", "a direction without inertia: undetermined"},
    {Code::E305, "E305", "a force on a direction without inertia"},
    {Code::E306, "E306", "undecided: a sign lies within its error bound"},
    {Code::E307, "E307", "an impact on a constraint that is not linear in the velocities"},
    {Code::E308, "E308", "friction: no accelerations obey it"},
    {Code::E309, "E309", "friction: several accelerations obey it"},
    {Code::E310, "E310", "a formula outside its domain"},
    {Code::E311, "E311", "a force or constraint is not finite"},
    {Code::E320, "E320", "step too small (stiff)"},
    {Code::E330, "E330", "impacts accumulate (`settle = \"stop\"`)"},
    {Code::E331, "E331", "graze or impact: undecided"},
    {Code::E332, "E332", "release and touch repeat without end"},
    {Code::E333, "E333", "more than `max_events`"},
    {Code::E334, "E334", "stuck on a jump in a force"},
    {Code::E340, "E340", "certificate or audit failed"},
    {Code::E341, "E341", "an impact gained energy (unequal restitution)"},
    {Code::E401, "E401", "cannot be read"},
    {Code::E410, "E410", "cannot be written"},
    {Code::E411, "E411", "path refused (outside the folder, not a plain file)"},
    {Code::E420, "E420", "result from another model or other settings"},
    {Code::E421, "E421", "no usable checkpoint"},
    {Code::E430, "E430", "damaged result"},
    {Code::E431, "E431", "result from another version"},
    {Code::E440, "E440", "would overwrite a foreign file"},
    {Code::E450, "E450", "result in use by another run"},
    {Code::E501, "E501", "out of memory"},
    {Code::E502, "E502", "out of time"},
    {Code::E610, "E610", "a process is lost"},
    {Code::E611, "E611", "a process hangs"},
    {Code::E620, "E620", "processes with different versions or models"},
    {Code::E701, "E701", "re-entrant call"},
    {Code::E702, "E702", "called after a fork"},
    {Code::E703, "E703", "a callback raised an exception"},
    {Code::E900, "E900", "an invariant broke"},
    {Code::W301, "W301", "redundant constraint"},
    {Code::W302, "W302", "nearly singular position"},
    {Code::W303, "W303", "indifferent: free and constrained motion coincide"},
    {Code::W304, "W304", "multipliers not unique here"},
    {Code::W305, "W305", "graze within the tolerance"},
    {Code::W306, "W306", "bodies that touch: the impact law decides"},
    {Code::W307, "W307", "restitution lowered so that friction gains no energy"},
    {Code::W401, "W401", "not taken over from a file of another program"},
}};
// clang-format on

const CodeEntry& entry(Code code) {
  const auto& found = entries[static_cast<std::size_t>(code)];
  assert(found.code == code && "the register stands in the order of the enumeration");
  return found;
}

}  // namespace

std::span<const CodeEntry> all_codes() { return entries; }

std::string_view name(Code code) { return entry(code).name; }

std::string_view says(Code code) { return entry(code).says; }

std::optional<Code> code_named(std::string_view name) {
  const auto found = std::ranges::find(entries, name, &CodeEntry::name);
  if (found == entries.end()) return std::nullopt;
  return found->code;
}

}  // namespace zwang
