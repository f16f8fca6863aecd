// The positions that were met, by their keys of 128 bits.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "bits.hpp"

namespace solitaire {

// Memory in large pages where the system has them: most of a large search is spent on looking keys up
// all over the table, and small pages would double the way to each.
template <class T> struct LargePages {
    using value_type = T;
    LargePages() = default;
    template <class O> LargePages(const LargePages<O> &) {}
    T *allocate(size_t n) {
        constexpr size_t page = 1 << 21;
        const size_t bytes = n * sizeof(T);
#ifdef __linux__
        if (bytes >= page) {
            void *at = std::aligned_alloc(page, (bytes + page - 1) & ~(page - 1));
            if (!at) throw std::bad_alloc();
            madvise(at, bytes, MADV_HUGEPAGE);
            return static_cast<T *>(at);
        }
#endif
        void *at = std::malloc(bytes);
        if (!at) throw std::bad_alloc();
        return static_cast<T *>(at);
    }
    void deallocate(T *at, size_t) { std::free(at); }
    template <class O> bool operator==(const LargePages<O> &) const { return true; }
    template <class O> bool operator!=(const LargePages<O> &) const { return false; }
};

class Seen {
  public:
    Seen() { clear(); }

    void clear() {
        if (slots_.size() != SMALLEST) Slots(SMALLEST).swap(slots_);
        else std::fill(slots_.begin(), slots_.end(), 0);
        count_ = 0;
        full_ = SMALLEST / 4 * 3;
    }

    // Whether the key is new; it is in from now on.
    bool insert(u128 key) {
        if (!key) key = 1;
        for (size_t i = home(key);; i = next(i)) {
            if (slots_[i] == key) return false;
            if (!slots_[i]) {
                slots_[i] = key;
                if (++count_ >= full_) grow();
                return true;
            }
        }
    }

    bool has(u128 key) const {
        if (!key) key = 1;
        size_t i = home(key);
        while (slots_[i] && slots_[i] != key) i = next(i);
        return slots_[i] == key;
    }

    // Keeps the table at this size from now on: whenever it is full, `on_path` stay and of the others every second one.
    template <class Keys> void thin_out(const Keys &on_path) {
        std::vector<u128> kept;
        kept.reserve(count_ / 8 * 5);
        for (size_t i = 0; i < slots_.size(); i++)
            if (slots_[i] && (static_cast<u64>(slots_[i]) >> 17 & 1) == (turn_ & 1)) kept.push_back(slots_[i]);
        turn_++;
        std::fill(slots_.begin(), slots_.end(), 0);
        count_ = 0;
        for (u128 key : kept) insert(key);
        for (u128 key : on_path) insert(key);
    }

    size_t count() const { return count_; }
    size_t bytes() const { return slots_.size() * sizeof(u128); }
    // The bytes taken while the table grows next, old and new together.
    bool grows_soon(size_t margin) const { return count_ + margin >= full_; }

    // Fetches where a key would be, for a question soon to come.
    void prefetch(u128 key) const { __builtin_prefetch(&slots_[home(key)], 1); }

  private:
    using Slots = std::vector<u128, LargePages<u128>>;
    static constexpr size_t SMALLEST = 1 << 11;

    // Where a key would lie: its upper half as a part of the whole table, which may have any size.
    size_t home(u128 key) const { return static_cast<size_t>(((key >> 64) * slots_.size()) >> 64); }
    size_t next(size_t i) const { return i + 1 < slots_.size() ? i + 1 : 0; }

    // A small table doubles; a large one grows by half, so that it never is mostly empty.
    void grow() {
        const size_t size = slots_.size();
        Slots old(size < (1u << 16) ? size * 2 : size / 2 * 3);
        old.swap(slots_);
        full_ = slots_.size() / 4 * 3;
        for (u128 key : old)
            if (key) {
                size_t i = home(key);
                while (slots_[i]) i = next(i);
                slots_[i] = key;
            }
    }

    Slots slots_;
    size_t count_ = 0, full_ = 0, turn_ = 0;
};

}  // namespace solitaire
