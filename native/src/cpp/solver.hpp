// One game's solver: the tables, read once, and searches over them in any number of threads.
#pragma once

#include <memory>
#include <mutex>

#include "search.hpp"

namespace solitaire {

// One move of a solution as the engine makes it: piles by index, no deal left to be guessed.
struct Step {
    Act act;  // cards, deal, redeal, remove or draw
    u8 from, to, n;
    u64 piles;
};

struct Options {
    bool safe_home = true, alike = true;
};

struct Answer {
    bool won = false;
    Why why = Why::nothing;
    u64 stored = 0, made = 0, bytes = 0;
    u32 by_hand = 0;  // of the steps, those that did not go home unasked; deals and redeals count
    std::vector<Step> steps;
};

class Solver {
  public:
    Solver(const u64 *words, size_t size);
    ~Solver();
    // Tries one search after the other until one decides or `positions` are stored (0: no limit).
    // `position`: as tables.py writes it. Safe to call from several threads at once.
    Answer solve(const u8 *position, size_t size, const std::vector<Attempt> &attempts, u64 positions, const Limits &limits, const Options &options);
    // Where every way on from a position leads, as positions, with what is safe gone home: for tests.
    std::vector<std::pair<Step, std::vector<u8>>> ways(const u8 *position, size_t size, const Options &options) const;
    const Spec &spec() const { return spec_; }

  private:
    template <bool U> Answer run(Search<U> &search, const u8 *position, size_t size, const std::vector<Attempt> &attempts, u64 positions, const Limits &limits, const Options &options);
    template <bool U> std::vector<std::unique_ptr<Search<U>>> &idle();

    Spec spec_;
    std::mutex lock_;
    // Searches keep their memory from one call to the next.
    std::vector<std::unique_ptr<Search<true>>> idle_unique_;
    std::vector<std::unique_ptr<Search<false>>> idle_copies_;
};

}  // namespace solitaire
