// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Threads that wait for shared work. Who does which part is fixed in advance, so results do not
// depend on timing.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace zwang {

// Thread safety: one thread creates it, gives it work and destroys it.
class ThreadPool {
 public:
  // The caller counts as one of `threads`.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }

  // Runs task(0) ... task(size() - 1) concurrently; returns when all are done. A task must not
  // throw.
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
