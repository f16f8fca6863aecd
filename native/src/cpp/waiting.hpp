// Positions that wait to be looked at, by worth; of equals the last that came is the next.
#pragma once

#include <vector>

#include "bits.hpp"

namespace solitaire {

class Waiting {
  public:
    Waiting() : heads_(LISTS, NONE), words_(LISTS / 64), tops_(LISTS / 4096) {}

    void clear() {
        for (size_t top = 0; top < tops_.size(); top++)
            for (; tops_[top]; tops_[top] &= tops_[top] - 1) {
                const size_t word = top * 64 + lowest(tops_[top]);
                for (; words_[word]; words_[word] &= words_[word] - 1) heads_[word * 64 + lowest(words_[word])] = NONE;
            }
        entries_.clear();
        free_ = NONE;
    }
    bool empty() const {
        for (u64 top : tops_)
            if (top) return false;
        return true;
    }
    size_t bytes() const { return entries_.capacity() * sizeof(Entry); }
    // What it will take as soon as it grows, if that is near: old and new at once.
    size_t bytes_soon(size_t margin) const { return entries_.size() + margin > entries_.capacity() ? 3 * bytes() : bytes(); }

    void push(i32 worth, u32 node, u32 begin) {
        const size_t list = list_of(worth);
        u32 at = free_;
        if (at == NONE) {
            at = static_cast<u32>(entries_.size());
            entries_.push_back({node, begin, heads_[list]});
        } else {
            free_ = entries_[at].next;
            entries_[at] = {node, begin, heads_[list]};
        }
        heads_[list] = at;
        words_[list / 64] |= 1ull << (list % 64);
        tops_[list / 4096] |= 1ull << (list / 64 % 64);
    }

    i32 best() const {
        size_t top = 0;
        while (!tops_[top]) top++;
        const size_t word = top * 64 + lowest(tops_[top]);
        return static_cast<i32>(word * 64 + lowest(words_[word])) - ZERO;
    }

    void pop(i32 &worth, u32 &node, u32 &begin) {
        size_t top = 0;
        while (!tops_[top]) top++;
        const size_t word = top * 64 + lowest(tops_[top]);
        const size_t list = word * 64 + lowest(words_[word]);
        const u32 at = heads_[list];
        Entry &entry = entries_[at];
        node = entry.node;
        begin = entry.begin;
        worth = static_cast<i32>(list) - ZERO;
        heads_[list] = entry.next;
        entry.next = free_;
        free_ = at;
        if (heads_[list] == NONE) {
            words_[word] &= words_[word] - 1;
            if (!words_[word]) tops_[top] &= tops_[top] - 1;
        }
    }

  private:
    static constexpr int LISTS = 1 << 16, ZERO = 1 << 14;
    static constexpr u32 NONE = ~0u;

    static size_t list_of(i32 worth) {
        worth += ZERO;
        return static_cast<size_t>(worth < 0 ? 0 : worth >= LISTS ? LISTS - 1 : worth);
    }

    // All lists lie among each other in one array, so that what was pushed last is near at hand.
    struct Entry {
        u32 node, begin, next;
    };
    std::vector<Entry> entries_;
    std::vector<u32> heads_;
    std::vector<u64> words_, tops_;
    u32 free_ = NONE;  // a list of entries that are not needed now
};

}  // namespace solitaire
