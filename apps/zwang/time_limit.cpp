// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/time_limit.hpp"

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>

#include "apps/zwang/print.hpp"

namespace zwang::apps {
namespace {

// What the handler says: it may not allocate.
std::array<char, 1024> last_words{};
volatile std::sig_atomic_t last_size = 0;

extern "C" void on_alarm(int) {
  [[maybe_unused]] const auto written =
      write(STDERR_FILENO, last_words.data(), static_cast<std::size_t>(last_size));
  _exit(exit_code(Code::E502));
}

void set_timer(double seconds) {
  itimerval value{};
  value.it_value.tv_sec = static_cast<time_t>(seconds);
  value.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_REAL, &value, nullptr);
}

}  // namespace

TimeLimit::TimeLimit(double seconds, const Common& common) : seconds_(seconds), common_(common) {
  if (!std::isfinite(seconds_)) return;
  std::signal(SIGALRM, on_alarm);
  arm(0.0, "the limit of --max-time was reached before the motion began");
}

TimeLimit::~TimeLimit() {
  if (std::isfinite(seconds_)) set_timer(0.0);
}

double TimeLimit::left() const {
  return seconds_ - std::chrono::duration<double>(Clock::now() - start_).count();
}

void TimeLimit::stepping(const std::string& result) {
  arm(std::max(1.0, 0.1 * seconds_),
      fmt::format("the limit of --max-time was reached within a step; to continue from what is "
                  "stored: zwang run --resume {}",
                  result));
}

void TimeLimit::finishing(const std::string& result) {
  arm(std::max(1.0, 0.5 * seconds_),
      fmt::format("the limit of --max-time was reached before everything was written; to continue "
                  "from what is stored: zwang run --resume {}",
                  result));
}

void TimeLimit::arm(double more, const std::string& message) const {
  if (!std::isfinite(seconds_)) return;
  set_timer(0.0);
  const std::string said = error_text(Code::E502, message, common_);
  const std::size_t size = std::min(said.size(), last_words.size());
  std::copy_n(said.begin(), size, last_words.begin());
  last_size = static_cast<std::sig_atomic_t>(size);
  // a timer of 0 would never ring
  set_timer(std::clamp(left() + more, 1e-3, 1e8));
}

}  // namespace zwang::apps
