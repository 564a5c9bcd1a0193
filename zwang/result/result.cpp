// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/result.hpp"

#include <algorithm>

#include "zwang/audit/verdict.hpp"
#include "zwang/result/content.hpp"
#include "zwang/result/hash.hpp"

namespace zwang {

std::string_view name(RunStatus status) {
  switch (status) {
    case RunStatus::running: return "running";
    case RunStatus::finished: return "finished";
    case RunStatus::stopped: return "stopped";
    case RunStatus::interrupted: return "interrupted";
  }
  return "";
}

const Setting* RunDescription::setting(std::string_view name) const {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &*found;
}

std::string RunDescription::model_hash() const {
  std::string bytes;
  for (const Source& source : sources) put_cell(bytes, source.text);
  return sha256(bytes);
}

std::string RunDescription::settings_hash() const {
  std::vector<Setting> by_name = settings;
  std::ranges::sort(by_name, {}, &Setting::name);
  std::vector<ParameterValue> values = parameters;
  std::ranges::sort(values, {}, &ParameterValue::name);
  std::string bytes;
  for (const Setting& setting : by_name) {
    if (setting.name == "until") continue;
    put_cell(bytes, setting.name);
    put_cell(bytes, setting.used);
    put_cell(bytes, setting.unit);
  }
  for (const ParameterValue& parameter : values) {
    put_cell(bytes, parameter.name);
    put_cell(bytes, parameter.value);
  }
  return sha256(bytes);
}

std::string RunSummary::words() const {
  Verdict verdict;
  verdict.judged = !numbers.empty();
  verdict.finished = status == RunStatus::finished;
  verdict.until = t_end;
  for (const CertificateNumber& one : numbers)
    verdict.numbers.push_back({one.number, "", one.worst, one.allowed});
  return verdict.words();
}

}  // namespace zwang
