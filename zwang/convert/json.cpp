// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "zwang/base/text.hpp"
#include "zwang/convert/table.hpp"
#include "zwang/convert/whole_file.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& x) {
  return x && std::isfinite(*x) ? Json(*x) : Json(nullptr);
}

std::string text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json meta(const StoredRun& run) {
  const RunDescription& asked = run.reader.description();
  Json out = {{"title", run.file.title},
              {"sha256", asked.model_hash()},
              {"program", asked.program},
              {"method", asked.method},
              {"status", name(run.reader.status())}};
  out["parameters"] = Json::array();
  for (const ParameterValue& one : asked.parameters)
    out["parameters"].push_back(
        {{"name", one.name}, {"value", number(one.value)}, {"text", one.text}});
  out["constraints"] = Json::array();
  for (const StoredConstraint& one : run.reader.constraints())
    out["constraints"].push_back(
        {{"name", one.name}, {"kind", one.kind}, {"shape", one.shape}, {"text", one.text}});
  return out;
}

Json events(const StoredRun& run) {
  Json out = Json::array();
  for (const StoredEvent& event : run.reader.events()) {
    Json parts = Json::array();
    for (const StoredPart& part : event.parts)
      parts.push_back({{"constraint", run.system->constraint(part.constraint).name},
                       {"role", part.role},
                       {"before", name(part.before)},
                       {"after", name(part.after)},
                       {"approach", number(part.approach)},
                       {"impulse", number(part.impulse)}});
    out.push_back({{"t", event.t},
                   {"kind", name(event.kind)},
                   {"cause", event.cause.empty() ? Json(nullptr) : Json(event.cause)},
                   {"row", event.row},
                   {"located", number(event.located)},
                   {"uncertainty", number(event.uncertainty)},
                   {"energy_before", number(event.energy_before)},
                   {"energy_after", number(event.energy_after)},
                   {"parts", parts}});
  }
  return out;
}

Json certificate(const StoredRun& run) {
  Json out = Json::array();
  for (const CertificateNumber& one : run.reader.certificates())
    out.push_back({{"number", one.number},
                   {"worst", number(one.worst)},
                   {"allowed", number(one.allowed)},
                   {"t", number(one.t)}});
  return out;
}

// Written as they come: of a large run they are too many to be kept as objects.
void write_channels(const Table& table, std::ostream& out) {
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Channel& channel = table.channel(c);
    std::string head = text({{"name", channel.name},
                             {"what", channel.what},
                             {"of", channel.of},
                             {"unit", channel.unit}});
    head.pop_back();
    out << (c == 0 ? "\n" : ",\n") << head << ",\"values\":[";
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const double x = table.value(r, c);
      out << (r == 0 ? "" : ",") << (std::isfinite(x) ? shortest(x) : "null");
    }
    out << "]}";
  }
}

}  // namespace

void write_json(const StoredRun& run, std::ostream& out) {
  const Table table(run);
  out << "{\"zwang\":1,\"generator\":\"" << own_mark << "\",\n\"model\":" << text(meta(run))
      << ",\n\"rows\":" << table.rows() << ",\n\"channels\":[";
  write_channels(table, out);
  out << "\n],\n\"events\":" << text(events(run)) << ",\n\"certificate\":" << text(certificate(run))
      << "}\n";
}

}  // namespace zwang
