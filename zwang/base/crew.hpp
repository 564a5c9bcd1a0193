// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Threads that wait for work in common. Who does which part is fixed beforehand, so results do not
// depend on who was faster.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace zwang {

// One thread makes it, gives it work and ends it.
class Crew {
 public:
  // The caller is one of them.
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // task(0) ... task(size() - 1) at once; returns when all are done. A task must not throw.
  template <class Task>
  void share(const Task& task) {
    call_ = [](const void* what, int part) { (*static_cast<const Task*>(what))(part); };
    task_ = &task;
    begin_and_wait();
  }

 private:
  void begin_and_wait();
  void work(int part);

  void (*call_)(const void*, int) = nullptr;
  const void* task_ = nullptr;
  std::atomic<unsigned> round_ = 0;
  std::atomic<int> busy_ = 0;
  bool dismissed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace zwang
