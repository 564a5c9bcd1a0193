// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/thread_pool.hpp"

namespace zwang {
namespace {

// Work that comes at once is met awake, for to be woken takes longer than most of it; after some
// tenth of a millisecond the thread sleeps.
template <class Number>
void await_change(const std::atomic<Number>& number, Number old) {
  constexpr int patience = 1000;
  for (int i = 0; i < patience; ++i) {
    if (number.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }
  number.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  for (int part = 1; part < threads; ++part) threads_.emplace_back([this, part] { work(part); });
}

ThreadPool::~ThreadPool() {
  dismissed_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  threads_.clear();
}

void ThreadPool::begin_and_wait() {
  busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  call_(task_, 0);
  for (int left = busy_.load(std::memory_order_acquire); left > 0;
       left = busy_.load(std::memory_order_acquire))
    await_change(busy_, left);
}

void ThreadPool::work(int part) {
  for (unsigned seen = 0;; ++seen) {
    await_change(round_, seen);
    if (dismissed_) return;
    call_(task_, part);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

}  // namespace zwang
