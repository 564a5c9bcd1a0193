// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/workers.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <system_error>

#include "zwang/result/bytes.hpp"
#include "zwang/sweep/row_bytes.hpp"

namespace zwang {
namespace {

constexpr double ahead = 0.2;             // seconds of work that a worker has before it
constexpr std::size_t most_ahead = 1024;  // runs; their numbers fit into the socket
constexpr int most_tries = 3;
constexpr int most_stillborn = 100;
constexpr std::int64_t nowhere = -1;

// A number that a worker and its parent both see.
class Shared {
 public:
  Shared() {
    void* const page =
        ::mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) throw std::bad_alloc();
    number_ = new (page) Number(nowhere);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { ::munmap(number_, sizeof(Number)); }

  std::atomic<std::int64_t>& operator*() const { return *number_; }

 private:
  using Number = std::atomic<std::int64_t>;
  static_assert(Number::is_always_lock_free);
  Number* number_ = nullptr;
};

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// Adds what is there to `bytes`; false at the end of the stream.
bool receive(int socket, std::string& bytes) {
  std::array<char, 1U << 16> buffer;
  ssize_t n = 0;
  do n = ::recv(socket, buffer.data(), buffer.size(), 0);
  while (n < 0 && errno == EINTR);
  if (n <= 0) return false;
  bytes.append(buffer.data(), static_cast<std::size_t>(n));
  return true;
}

// The life of a worker: it ends with its socket or with the process that made it.
[[noreturn]] void work(const Sweep& sweep, int socket, pid_t parent,
                       std::atomic<std::int64_t>& at) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  // Ctrl-C is for the parent, which ends its workers
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  // files, locks and the sockets of other workers are not ours
  if (socket > 3) ::close_range(3, static_cast<unsigned>(socket) - 1, 0);
  ::close_range(static_cast<unsigned>(socket) + 1, ~0U, 0);
  try {
    std::string asked;
    while (receive(socket, asked)) {
      std::size_t used = 0;
      for (; used + 8 <= asked.size(); used += 8) {
        const auto id = static_cast<std::int64_t>(integer_at(asked, used));
        at = id;
        const std::string row = bytes_of(sweep.run(id));
        at = nowhere;
        if (!send_all(socket, row)) ::_exit(1);
      }
      asked.erase(0, used);
    }
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

// A worker process, ended when it goes.
struct Worker {
  pid_t process = -1;
  int socket = -1;
  std::deque<std::int64_t> given;  // without their rows so far
  std::string bytes;               // of a row that is not complete
  Shared at;                       // the run that it is at

  explicit Worker(const Sweep& sweep) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail();
    const pid_t parent = ::getpid();
    process = ::fork();
    if (process == 0) work(sweep, ends[1], parent, *at);
    const int why = errno;
    ::close(ends[1]);
    socket = ends[0];
    if (process > 0) return;
    ::close(socket);
    errno = why;
    fail();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    ::close(socket);
    ::kill(process, SIGKILL);
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  [[noreturn]] static void fail() {
    throw Error(Code::E610, fmt::format("could not start a worker: {}",
                                        std::error_code(errno, std::generic_category()).message()));
  }
};

class Foreman {
 public:
  Foreman(const Sweep& sweep, const std::vector<std::int64_t>& ids,
          const std::function<void(const SweepRow&)>& take, const WorkerOptions& options)
      : sweep_(sweep),
        take_(take),
        options_(options),
        jobs_(static_cast<std::size_t>(std::clamp(options.jobs, 1, 1024))),
        waiting_(ids.begin(), ids.end()) {}

  bool go() {
    while (true) {
      hire();
      for (auto& worker : workers_) feed(*worker);
      if (workers_.empty()) return true;
      if (options_.stop && options_.stop()) return false;
      listen();
    }
  }

 private:
  // As many as there is work for; those that have nothing to do go.
  void hire() {
    if (waiting_.empty())
      std::erase_if(workers_, [](const auto& worker) { return worker->given.empty(); });
    const auto busy = static_cast<std::size_t>(
        std::ranges::count_if(workers_, [](const auto& worker) { return !worker->given.empty(); }));
    while (workers_.size() < std::min(jobs_, waiting_.size() + busy)) {
      try {
        workers_.push_back(std::make_unique<Worker>(sweep_));
      } catch (const Error&) {
        if (workers_.empty()) throw;
        return;  // those who are there do the work
      }
    }
  }

  // Enough to be busy while we look after the others, and not so much that they go idle.
  void feed(Worker& worker) {
    const auto rate = static_cast<std::size_t>(seconds_ > 0.0 ? ahead * done_ / seconds_ : 1.0);
    const std::size_t fair = waiting_.size() / (2 * jobs_) + 1;
    const std::size_t wanted = std::clamp<std::size_t>(rate, 1, std::min(most_ahead, fair));
    if (worker.given.size() > wanted / 2) return;
    std::string bytes;
    while (worker.given.size() < wanted && !waiting_.empty()) {
      put_integer(bytes, waiting_.front());
      worker.given.push_back(waiting_.front());
      waiting_.pop_front();
    }
    // if it is dead we shall hear of it
    send_all(worker.socket, bytes);
  }

  void listen() {
    std::vector<pollfd> sockets;
    for (const auto& worker : workers_) sockets.push_back({worker->socket, POLLIN, 0});
    const int ready = ::poll(sockets.data(), sockets.size(), 100);
    if (ready <= 0) return;  // a signal, or nothing yet
    for (std::size_t i = sockets.size(); i-- > 0;)
      if (sockets[i].revents != 0 && !hear(*workers_[i])) {
        lost(*workers_[i]);
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      }
  }

  // False if it is lost, or says what is no row.
  bool hear(Worker& worker) {
    if (!receive(worker.socket, worker.bytes)) return false;
    std::vector<SweepRow> rows;
    const bool sound = read_rows(worker, rows);
    for (const SweepRow& row : rows) {
      stillborn_ = 0;
      done_ += 1.0;
      seconds_ += row.seconds;
      take_(row);
    }
    return sound;
  }

  // All that are complete.
  static bool read_rows(Worker& worker, std::vector<SweepRow>& rows) {
    std::size_t used = 0;
    try {
      while (auto read = row_from(std::string_view(worker.bytes).substr(used))) {
        if (worker.given.empty() || read->row.id != worker.given.front()) return false;
        worker.given.pop_front();
        used += read->size;
        rows.push_back(std::move(read->row));
      }
    } catch (const Error&) {
      return false;
    }
    worker.bytes.erase(0, used);
    return true;
  }

  // The run that it was at waits till last: what kills workers by the clock hits another then.
  void lost(Worker& worker) {
    if (worker.given.empty()) return;
    const std::int64_t first = worker.given.front();
    if (*worker.at == first) {
      stillborn_ = 0;
      worker.given.pop_front();
      if (++tries_[first] < most_tries)
        waiting_.push_back(first);
      else
        take_(failed(first));
    } else if (++stillborn_ > most_stillborn) {
      throw Error(Code::E610, "the workers die before they start");
    }
    waiting_.insert(waiting_.begin(), worker.given.begin(), worker.given.end());
  }

  SweepRow failed(std::int64_t id) const {
    SweepRow row;
    row.id = id;
    row.hash = sweep_.hash(id);
    row.status = "failed";
    row.code = Code::E610;
    row.parameters = sweep_.parameters(id);
    row.values.assign(sweep_.order().want.size(), unset);
    return row;
  }

  const Sweep& sweep_;
  const std::function<void(const SweepRow&)>& take_;
  const WorkerOptions& options_;
  std::size_t jobs_;
  std::deque<std::int64_t> waiting_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::map<std::int64_t, int> tries_;
  int stillborn_ = 0;  // lost one after the other, without having done anything
  double done_ = 0.0, seconds_ = 0.0;
};

}  // namespace

bool run_on_workers(const Sweep& sweep, const std::vector<std::int64_t>& ids,
                    const std::function<void(const SweepRow&)>& take,
                    const WorkerOptions& options) {
  return Foreman(sweep, ids, take, options).go();
}

}  // namespace zwang
