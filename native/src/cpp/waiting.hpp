// Positions that wait to be looked at, by worth; of equals the last that came is the next.
#pragma once

#include <vector>

#include "bits.hpp"

namespace solitaire {

class Waiting {
  public:
    Waiting() : lists_(LISTS), words_(LISTS / 64), tops_(LISTS / 4096) {}

    void clear() {
        for (size_t top = 0; top < tops_.size(); top++)
            for (; tops_[top]; tops_[top] &= tops_[top] - 1) {
                const size_t word = top * 64 + lowest(tops_[top]);
                for (; words_[word]; words_[word] &= words_[word] - 1) lists_[word * 64 + lowest(words_[word])].clear();
            }
        size_ = 0;
    }
    bool empty() const { return !size_; }
    size_t bytes() const { return most_ * sizeof(u64); }

    void push(i32 worth, u32 node, u32 begin) {
        const size_t list = list_of(worth);
        lists_[list].push_back(static_cast<u64>(node) << 32 | begin);
        words_[list / 64] |= 1ull << (list % 64);
        tops_[list / 4096] |= 1ull << (list / 64 % 64);
        if (++size_ > most_) most_ = size_;
    }

    void pop(i32 &worth, u32 &node, u32 &begin) {
        size_t top = 0;
        while (!tops_[top]) top++;
        const size_t word = top * 64 + lowest(tops_[top]);
        const size_t list = word * 64 + lowest(words_[word]);
        const u64 entry = lists_[list].back();
        lists_[list].pop_back();
        if (lists_[list].empty()) {
            words_[word] &= words_[word] - 1;
            if (!words_[word]) tops_[top] &= tops_[top] - 1;
        }
        size_--;
        worth = static_cast<i32>(list) - ZERO;
        node = static_cast<u32>(entry >> 32);
        begin = static_cast<u32>(entry);
    }

  private:
    static constexpr int LISTS = 1 << 16, ZERO = 1 << 14;

    static size_t list_of(i32 worth) {
        worth += ZERO;
        return static_cast<size_t>(worth < 0 ? 0 : worth >= LISTS ? LISTS - 1 : worth);
    }

    std::vector<std::vector<u64>> lists_;
    std::vector<u64> words_, tops_;
    size_t size_ = 0, most_ = 0;
};

}  // namespace solitaire
