// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>

#include "zwang/base/error.hpp"
#include "zwang/io/stored_audit.hpp"
#include "zwang/motion/words.hpp"
#include "zwang/page/buffer.hpp"
#include "zwang/page/drawing.hpp"
#include "zwang/page/events.hpp"
#include "zwang/page/families.hpp"
#include "zwang/page/modes.hpp"
#include "zwang/page/samples.hpp"
#include "zwang/page/series.hpp"
#include "zwang/page/template.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t buckets = 2048;
// A run whose description is longer lies among the numbers, where it is deflated too.
constexpr std::size_t long_text = 60'000;

std::size_t index(int i) { return static_cast<std::size_t>(i); }
Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

class RunPage {
 public:
  RunPage(const StoredRun& run, const PageOptions& options, PageBuffer& buffer)
      : run_(run),
        system_(*run.system),
        model_(*run.file.model),
        options_(options),
        buffer_(buffer),
        words_(system_) {
    samples_ = refined(run, std::min<std::size_t>(options.frames, 1500));
    families_ = families_of(system_);
    for (const Family& family : families_)
      if (family.crowded()) crowd_.insert(family.members.begin(), family.members.end());
  }

  Json json() {
    Json out;
    out["file"] = std::filesystem::path(run_.path).filename().string();
    out["model"] = Json::array();
    const auto& sources = run_.reader.description().sources;
    for (const Source& source : sources)
      out["model"].push_back(
          {{"path", shown_path(source.path, sources.front().path)}, {"text", source.text}});
    out["sha256"] = run_.reader.description().model_hash();
    out["status"] = name(run_.reader.status());
    const auto code = run_.reader.meta().find("code");
    const auto* const said =
        code == run_.reader.meta().end() ? nullptr : std::get_if<std::string>(&code->second);
    out["code"] = said ? Json(*said) : Json(nullptr);
    out["message"] = nullptr;
    out["t0"] = samples_.empty() ? 0.0 : samples_.front().t;
    out["t1"] = samples_.empty() ? 0.0 : samples_.back().t;
    out["problem"] = name(run_.file.problem.kind);
    describe(out);
    conditions(out);
    out["events"] = page_events(run_);
    certificate(out, said != nullptr);
    equations(out);
    out["modes"] = page_modes(run_);
    frames(out);
    plots(out);
    return out;
  }

 private:
  // As seen from the folder of the model: where that folder lies is nobody's business.
  static std::string shown_path(const std::string& path, const std::string& model) {
    namespace fs = std::filesystem;
    const fs::path seen = fs::path(path).lexically_relative(fs::path(model).parent_path());
    return seen.empty() || seen.begin()->string() == ".." ? fs::path(path).filename().string()
                                                          : seen.generic_string();
  }

  void describe(Json& out) const {
    const RunDescription& asked = run_.reader.description();
    out["settings"] = Json::array();
    for (const Setting& one : asked.settings)
      out["settings"].push_back({{"name", one.name},
                                 {"given", one.given ? Json(*one.given) : Json(nullptr)},
                                 {"used", one.used},
                                 {"unit", one.unit}});
    out["parameters"] = Json::array();
    for (const ParameterValue& one : asked.parameters)
      out["parameters"].push_back({{"name", one.name}, {"value", one.value}, {"text", one.text}});
    out["masses"] = Json::array();
    for (const Point& point : model_.points()) {
      Json at = Json::array();
      bool moves = false;
      for (std::size_t k = 0; k < 3; ++k) {
        if (point.coordinates[k] >= 0 || !constant(point, k)) {
          at.push_back(channel_name(point, k));
          moves = true;
        } else {
          at.push_back(given(point, k, 0.0));
        }
      }
      out["masses"].push_back({{"name", point.name},
                               {"kind", point.free() ? "free"
                                        : moves      ? "follows"
                                                     : "fixed"},
                               {"mass", point.free() ? Json(point.mass) : Json(nullptr)},
                               {"at", at}});
    }
  }

  static bool constant(const Point& point, std::size_t axis) {
    return !point.given[axis] || point.given[axis]->inputs().empty();
  }
  static double given(const Point& point, std::size_t axis, double t) {
    if (!point.given[axis]) return 0.0;
    return point.given[axis]->value(std::vector<double>(point.given[axis]->inputs().size(), t));
  }
  static std::string channel_name(const Point& point, std::size_t axis) {
    return fmt::format("{}.{}", point.name, "xyz"[axis]);
  }

  void conditions(Json& out) const {
    out["conditions"] = Json::array();
    const auto& stored = run_.reader.conditions();
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      Json words = Json::array();
      for (const Standing s : {Standing::open, Standing::closed, Standing::acting, Standing::held})
        words.push_back(words_.state(i, s));
      out["conditions"].push_back(
          {{"name", condition.name},
           {"kind", fmt::format("{} {}", condition.of_velocities ? "non-holonomic" : "holonomic",
                                condition.equation ? "equation" : "inequality")},
           // of a crowd the name is enough: a thousand texts would be most of the page
           {"text", crowd_.contains(i) ? "" : stored[index(i)].text},
           {"latex", crowd_.contains(i) ? "" : stored[index(i)].latex},
           {"shape", stored[index(i)].shape},
           {"equation", condition.equation},
           {"words", words},
           {"unit", multiplier_unit(run_, i)}});
    }
    out["groups"] = Json::array();
    for (const Family& family : families_)
      out["groups"].push_back({{"name", family.name}, {"members", family.members}});
  }

  // Badge and rows from one judgement, made of the stored rows.
  void certificate(Json& out, bool stopped) const {
    bool all = !stopped && run_.reader.status() == RunStatus::finished;
    Json rows = Json::array();
    for (const AuditNumber& one : audit(run_)) {
      all = all && one.holds();
      rows.push_back({{"number", one.number},
                      {"words", one.words},
                      {"worst", number_or_null(one.worst)},
                      {"allowed", one.allowed},
                      {"holds", one.holds()},
                      {"main", one.number != "rate" && one.number != "equation"},
                      {"t", one.t ? Json(*one.t) : Json(nullptr)},
                      {"condition", one.condition ? Json(system_.condition(*one.condition).name)
                                                  : Json(nullptr)}});
    }
    for (const CertificateNumber& one : run_.reader.certificates()) {
      const bool holds = one.worst <= one.allowed;
      all = all && holds;
      rows.push_back({{"number", fmt::format("{} (run)", one.number)},
                      {"words", "as the run itself found it"},
                      {"worst", number_or_null(one.worst)},
                      {"allowed", one.allowed},
                      {"holds", holds},
                      {"main", false},
                      {"t", nullptr},
                      {"condition", nullptr}});
    }
    out["certified"] = all;
    out["certificate"] = rows;
  }

  void equations(Json& out) const {
    constexpr int most = 12;
    Json conditions = Json::array();
    for (int i = 0; i < std::min(most, system_.conditions()); ++i)
      conditions.push_back(run_.reader.conditions()[index(i)].latex);
    if (system_.conditions() > most)
      conditions.push_back(
          fmt::format("\\dots\\ \\text{{({} more)}}", system_.conditions() - most));
    out["equations"] = run_.file.problem.is_mechanical() ? of_the_principle(conditions)
                                                         : of_the_problem(conditions);
  }

  static Json of_the_principle(const Json& conditions) {
    return Json::array({{{"title", "The principle"},
                         {"latex",
                          {"Z = \\left(\\ddot q - M^{-1}Q\\right)^{\\!\\top} M \\left(\\ddot q - "
                           "M^{-1}Q\\right) \\to \\min"}}},
                        {{"title", "Conditions"}, {"latex", conditions}},
                        {{"title", "Motion"},
                         {"latex",
                          {"M\\,\\ddot q = Q - \\sum_i \\lambda_i \\nabla f_i",
                           "\\lambda_i \\ge 0,\\quad f_i \\le 0,\\quad \\lambda_i f_i = 0 "
                           "\\quad\\text{(inequalities)}"}}},
                        {{"title", "A shock"},
                         {"latex",
                          {"\\left(\\dot q^+ - \\dot q^-\\right)^{\\!\\top} M \\left(\\dot q^+ - "
                           "\\dot q^-\\right) \\to \\min",
                           "\\nabla f_i \\cdot \\dot q^+ \\le 0 \\quad\\text{where } f_i = 0"}}}});
  }

  // Maurer's problems A and C.
  Json of_the_problem(const Json& conditions) const {
    const bool mixed = run_.file.problem.kind == VariationalProblem::Kind::mixed;
    Json variations = Json::array({"\\delta\\int (T + U)\\,dt = 0"});
    variations.push_back(mixed ? "\\delta\\Phi_i = 0\\ (\\text{geodesic}),\\quad "
                                 "\\tfrac{\\partial\\Phi_j}{\\partial\\dot q}\\,\\delta q = 0\\ "
                                 "(\\text{straightest})"
                               : "\\delta\\Phi_i = 0");
    return Json::array(
        {{{"title", "The problem"}, {"latex", variations}},
         {{"title", "Conditions"}, {"latex", conditions}},
         {{"title", "Curve"},
          {"latex",
           {fmt::format("M\\,\\ddot q = Q - \\sum_i \\left[\\dot\\rho_i\\,"
                        "\\tfrac{{\\partial\\Phi_i}}{{\\partial\\dot q}} + \\rho_i\\left("
                        "\\tfrac{{d}}{{dt}}\\tfrac{{\\partial\\Phi_i}}{{\\partial\\dot q}} - "
                        "\\tfrac{{\\partial\\Phi_i}}{{\\partial q}}\\right)\\right]{}",
                        mixed ? " - \\sum_j \\sigma_j\\,\\tfrac{\\partial\\Phi_j}{\\partial\\dot q}"
                              : "")}}}});
  }

  template <class Value>
  std::vector<double> column(const std::vector<std::size_t>& numbers, Value&& value) const {
    std::vector<double> out;
    out.reserve(numbers.size());
    for (const std::size_t n : numbers) out.push_back(value(samples_[n]));
    return out;
  }

  void frames(Json& out) {
    const std::vector<std::size_t> numbers =
        frames_of(samples_, options_.full ? samples_.size() : options_.frames);
    if (numbers.size() < samples_.size())
      out["thinned"] = fmt::format("{} of {} rows; all are in {}", numbers.size(), samples_.size(),
                                   std::filesystem::path(run_.path).filename().string());
    else
      out["thinned"] = nullptr;
    Json channels = Json::array();
    const std::vector<double> times = column(numbers, [](const StoredRow& r) { return r.t; });
    channels.push_back(buffer_.exact({"t", "time", "", "s"}, times));
    channels.push_back(buffer_.single(
        {"side", "side", "", ""},
        column(numbers, [](const StoredRow& r) { return static_cast<double>(r.side); })));
    std::array<double, 3> low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};
    for (const Point& point : model_.points())
      for (std::size_t k = 0; k < 3; ++k) {
        const int i = point.coordinates[k];
        const bool moves = i >= 0 || !constant(point, k);
        std::vector<double> values = column(
            numbers, [&](const StoredRow& r) { return i >= 0 ? r.q[i] : given(point, k, r.t); });
        for (const double x : values) {
          low[k] = std::min(low[k], x);
          high[k] = std::max(high[k], x);
        }
        if (moves)
          channels.push_back(
              buffer_.steps({channel_name(point, k), "position", point.name, "m"}, values));
      }
    for (int c = 0; c < system_.conditions(); ++c) {
      std::vector<std::uint8_t> states;
      for (const std::size_t n : numbers) states.push_back(samples_[n].states[index(c)]);
      const std::string& name = system_.condition(c).name;
      channels.push_back(buffer_.small({name + ".state", "state", name, ""}, states));
    }
    draw(out, low, high, times, channels);
    out["frames"] = channels;
  }

  // The place of a shape: numbers, or channels where it moves.
  Json place(const Drawing& one, Json& channels) {
    if (one.track.empty()) return one.place;
    const std::string& name = system_.condition(one.condition).name;
    Json out = Json::array();
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> values;
      for (const auto& spot : one.track) values.push_back(spot[k]);
      const auto [least, most] = std::ranges::minmax(values);
      if (most - least <= 1e-12 * (1.0 + std::abs(most))) {
        out.push_back(values.front());
        continue;
      }
      const std::string channel = fmt::format("{}.place.{}", name, "xyz"[k]);
      channels.push_back(buffer_.steps({channel, "position", name, "m"}, values));
      out.push_back(channel);
    }
    return out;
  }

  // The shapes of the picture; geometry goes into the buffer.
  void draw(Json& out, std::array<double, 3> low, std::array<double, 3> high,
            const std::vector<double>& times, Json& channels) {
    double size = 0.0;
    for (std::size_t k = 0; k < 3; ++k) size = std::max(size, high[k] - low[k]);
    if (!(size > 0.0)) size = 1.0;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] -= 0.3 * size;
      high[k] += 0.3 * size;
    }
    Json shapes = Json::array();
    for (std::size_t i = 0; i < model_.points().size(); ++i)
      shapes.push_back({{"kind", "mass"}, {"mass", i}});
    if (model_.points().empty()) {
      out["draw"] = shapes;
      return;
    }
    const auto end = [](int point) { return point < 0 ? Json({0.0, 0.0, 0.0}) : Json(point); };
    for (const Drawing& one : drawings(system_, low, high, times)) {
      Json shape = {{"kind", kind(one.kind)}, {"condition", one.condition}};
      switch (one.kind) {
        case Drawing::Kind::string:
        case Drawing::Kind::rod:
        case Drawing::Kind::contact:
          shape["from"] = end(one.from);
          shape["to"] = one.track.empty() ? end(one.to) : place(one, channels);
          shape["length"] = one.length;
          break;
        case Drawing::Kind::plane:
          shape["mass"] = one.from;
          shape["point"] = place(one, channels);
          shape["normal"] = one.normal;
          break;
        case Drawing::Kind::sphere:
          shape["mass"] = one.from;
          shape["center"] = place(one, channels);
          shape["radius"] = one.length;
          shape["inside"] = one.inside;
          break;
        case Drawing::Kind::cylinder:
          shape["mass"] = one.from;
          shape["point"] = place(one, channels);
          shape["axis"] = one.normal;
          shape["radius"] = one.length;
          shape["inside"] = one.inside;
          break;
        case Drawing::Kind::mesh: {
          const std::string& name = system_.condition(one.condition).name;
          shape["mass"] = one.from;
          shape["vertices"] = name + ".vertices";
          shape["triangles"] = name + ".triangles";
          channels.push_back(
              buffer_.single({name + ".vertices", "geometry", name, "m"}, one.vertices));
          channels.push_back(
              buffer_.whole({name + ".triangles", "geometry", name, ""}, one.triangles));
          break;
        }
      }
      shapes.push_back(shape);
    }
    out["draw"] = shapes;
  }

  static const char* kind(Drawing::Kind kind) {
    switch (kind) {
      case Drawing::Kind::string: return "string";
      case Drawing::Kind::rod: return "rod";
      case Drawing::Kind::contact: return "contact";
      case Drawing::Kind::plane: return "plane";
      case Drawing::Kind::sphere: return "sphere";
      case Drawing::Kind::cylinder: return "cylinder";
      case Drawing::Kind::mesh: return "mesh";
    }
    return "";
  }

  void plots(Json& out) {
    std::vector<std::size_t> all(samples_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<PageSeries> series = series_of(run_, samples_, families_);
    const std::vector<double> times = column(all, [](const StoredRow& r) { return r.t; });
    std::vector<const std::vector<double>*> columns;
    for (const PageSeries& one : series) columns.push_back(&one.values);
    std::vector<double> events;
    for (const StoredEvent& event : run_.reader.events()) events.push_back(event.t);
    const std::vector<std::size_t> chosen =
        options_.full ? all : plot_points(times, columns, events, buckets);
    const auto thinned = [&](const std::vector<double>& values) {
      std::vector<double> out_values;
      for (const std::size_t i : chosen) out_values.push_back(values[i]);
      return out_values;
    };
    Json channels = Json::array();
    channels.push_back(buffer_.exact({"t", "time", "", "s"}, thinned(times)));
    channels.push_back(buffer_.single(
        {"side", "side", "", ""},
        column(chosen, [](const StoredRow& r) { return static_cast<double>(r.side); })));
    for (const PageSeries& one : series)
      channels.push_back(buffer_.single(one.name, thinned(one.values)));
    std::vector<StoredRow> shown;
    for (const std::size_t i : chosen) shown.push_back(samples_[i]);
    for (const PageSeries& one : reasons_of(run_, shown, families_))
      channels.push_back(buffer_.single(one.name, one.values));
    out["plots"] = channels;
  }

  const StoredRun& run_;
  const System& system_;
  const Model& model_;
  const PageOptions& options_;
  PageBuffer& buffer_;
  Words words_;
  std::vector<StoredRow> samples_;
  std::vector<Family> families_;
  std::set<int> crowd_;
};

std::string sentence(const StoredRun& run) {
  const auto plural = [](auto count, const std::string& word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  const auto shocks = std::ranges::count(run.reader.events(), EventKind::shock, &StoredEvent::kind);
  const double time = run.rows.empty() ? 0.0 : run.rows.back().t - run.rows.front().t;
  const std::string size = fmt::format("{}, {}", plural(run.system->coordinates(), "coordinate"),
                                       plural(run.system->conditions(), "condition"));
  if (!run.file.problem.is_mechanical())
    return fmt::format("{}; {:.6g} s along a curve of the {} problem", size, time,
                       name(run.file.problem.kind));
  return fmt::format("{}; {:.6g} s of motion with {}", size, time, plural(shocks, "shock"));
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Nothing in it can end the element that holds it.
std::string for_script(const Json& json) {
  std::string out;
  for (const char c : dumped(json)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

// Behind the beginning of an empty element.
void put(std::string& page, std::string_view marker, const std::string& text) {
  const auto at = page.find(marker);
  if (at == std::string::npos)
    throw Error(Code::E900, "the template of the page has no place for data");
  page.insert(at + marker.size(), text);
}

}  // namespace

bool has_page() { return !page_template().empty(); }

void demand_page() {
  if (has_page()) return;
  throw Error(Code::E410,
              "this program has no page: Node.js, npm or a network was missing when it was built");
}

std::string page(const std::vector<std::string>& results, const PageOptions& options) {
  demand_page();
  std::string out(page_template());
  PageBuffer buffer;
  Json meta = {{"zwang", 1}, {"program", ZWANG_VERSION}};
  Json runs = Json::array();
  for (const std::string& path : results) {
    const StoredRun run = open_run(path);
    if (runs.empty()) {
      const std::string& title = run.file.title;
      meta["title"] = !options.title.empty() ? options.title
                      : !title.empty()
                          ? title
                          : std::filesystem::path(run.file.sources[0].path).filename().string();
      meta["sentence"] = sentence(run);
    }
    const Json json = RunPage(run, options, buffer).json();
    const std::string text = dumped(json);
    runs.push_back(text.size() <= long_text ? json : Json{{"text", buffer.text(text)}});
  }
  meta["runs"] = runs;
  put(out, "<script type=\"text/plain\" id=\"zw-data\">", buffer.base64());
  put(out, "<script type=\"application/json\" id=\"zw-meta\">", for_script(meta));
  return out;
}

}  // namespace zwang
