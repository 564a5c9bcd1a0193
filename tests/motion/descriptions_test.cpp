// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/descriptions.hpp"

#include <doctest/doctest.h>

#include "zwang/model/model.hpp"

using namespace zwang;

namespace {

// A mass that nothing constrains.
struct FreeMass {
  FreeMass() : system((model.mass("a", 1.0), model)) {}

  Model model;
  System system;
};

Event event(EventKind kind, double t) {
  Event event;
  event.kind = kind;
  event.t = t;
  event.q = event.before = event.after = Vector::Zero(3);
  return event;
}

}  // namespace

TEST_CASE("a time stays in its column, whatever its size") {
  const FreeMass free;
  const Descriptions descriptions(free.system);
  const auto line = [&](double t) { return descriptions.lines(event(EventKind::jump, t))[0]; };
  CHECK(line(0.0) == "  0         jump");
  CHECK(line(0.571137249) == "  0.571137  jump");
  CHECK(line(99.5) == "  99.500000 jump");
  CHECK(line(447.2135955) == "  447.21360 jump");
  CHECK(line(-12.3456789) == "  -12.34568 jump");
  CHECK(line(12345.678) == "  12345.678 jump");
  CHECK(line(1.5e8) == "  150000000 jump");
  CHECK(line(1.5e9) == "  1.5e+09   jump");
  CHECK(line(1.2345678e-5) == "  1.234568e-05 jump");
}

TEST_CASE("of many events the first are listed, with the number of the others") {
  const FreeMass free;
  const Descriptions descriptions(free.system);
  std::vector<Event> events;
  for (int i = 0; i < 5; ++i) events.push_back(event(EventKind::jump, i));
  events.push_back(event(EventKind::end, 5.0));
  const std::string first = "  0         jump\n  1.000000  jump\n";
  CHECK(descriptions.list(events, {.most = 4, .shown = 2}, "elsewhere") ==
        first + "  ...                           (3 more: elsewhere)\n");
  CHECK(descriptions.list(events, {.most = 5, .shown = 2}, "elsewhere") ==
        first + "  2.000000  jump\n  3.000000  jump\n  4.000000  jump\n");
  CHECK(descriptions.list(events, EventFold::none(), "elsewhere") ==
        descriptions.list(events, {}, "elsewhere"));
}
