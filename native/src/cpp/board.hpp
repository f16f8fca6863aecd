// A position to work on: cards are moved and taken back in place, and the key and the worth of the
// position are kept up on the way.
//
// The key is blind to what makes no difference. Where every card is the only one of its kind, a
// position is the set of all pairs "this card lies on that one in a pile of this class"; the key
// is the sum of a random number for each of them, so piles of one class may change places and a
// move of any number of cards changes one pair. With copies of a card, the key is a sum over the
// piles of what each holds. Keys have 128 bits; their random numbers are drawn once.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "spec.hpp"

namespace solitaire {

// How much each feature of a position counts; as in evaluation.py, where the words are told.
struct Weights {
    int home = 8, pair = 5, spread = 2, loose = 0, cell = 9, empty = 8, over = 2, above = 1, hidden = 3, talon = 1, depth = 17;
};

constexpr u8 NOWHERE = 255;
constexpr int UNDER_NONE = 63, UNDER_IN = 62, UNDER_TOP = 61;

// The random numbers of the keys; the same in every run.
struct Randoms {
    u128 card[MOST_PILES + 1][128];  // by class, the talon's last
    u64 under[64];
    u128 pile_card[128], pile_class[MOST_PILES + 1];
    u128 waste, redeals, base, state_low, state_high;
    u64 step;
    Randoms();
};
const Randoms &randoms();

// A negative number of times takes away.
inline u128 times(u128 value, i64 number) { return value * static_cast<u128>(number); }

inline u128 mixed(u128 x) {
    auto mix = [](u64 z) {
        z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93ull;
        z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93ull;
        return z ^ (z >> 32);
    };
    u64 low = static_cast<u64>(x), high = static_cast<u64>(x >> 64);
    high ^= mix(low);
    low ^= mix(high + 0x9E3779B97F4A7C15ull);
    high ^= mix(low + 0xBF58476D1CE4E5B9ull);
    return static_cast<u128>(high) << 64 | low;
}

enum class Done : u8 { moved, turned, flipped, taken, changed };
struct Change {  // one step that can be taken back
    Done done;
    u8 from, to, n;
    u32 arg;
};

struct Mark {  // what a position was before a move, beside its cards
    u128 key;
    u64 state;
    i32 total;
    u32 changes;
    u16 redeals;
    u8 waste_at;
    int8_t base;
    bool dealt;
};

// The cards that the foundations wait for, how many each pile has of them, and how many cards lie over them in all.
struct Wanted {
    u64 cards = 0;
    i32 over = 0;
    std::array<u8, MOST_PILES> in{};
};

// UNIQUE: no two cards of the pack are the same for the rules.
template <bool UNIQUE> class Board {
  public:
    explicit Board(const Spec &spec);
    Board(const Board &) = delete;

    void weigh(const Weights &weights);
    void read(const u8 *bytes, size_t size);  // a position from outside; BadInput if it is none
    std::vector<u8> write() const;            // as `read` takes it
    int pack(u8 *to) const;                   // gives the number of bytes; `most_packed` at most
    void load(const u8 *packed);              // of this variant; cards that lie as they should stay
    int most_packed() const { return 32 + spec.piles + spec.pack_size; }

    bool won() const;
    i32 worth() const { return total + (weights.over ? 4 * weights.over * cards_over(wanted_next()) : 0); }
    // The worth after n cards went from one pile to another, neither a foundation, and nothing else followed.
    i32 worth_after(int from, int to, int n, const Wanted &wanted) const;
    // The same where the card at a place of the talon went to a pile.
    i32 worth_after_deals(int to, int place, const Wanted &wanted) const;
    void look_for(Wanted &wanted) const;  // where UNIQUE
    u64 wanted_next() const { return wanted_by(spec.foundations) & away; }  // the cards over which others lie too many
    u8 top(int p) const { return len[p] ? card[static_cast<size_t>(p) * stride + len[p] - 1] : UNDER_NONE; }
    u8 card_at_top(int p) const { return card[static_cast<size_t>(p) * stride + len[p] - 1]; }  // of a pile that has one
    const u8 *cards_of(int p) const { return &card[static_cast<size_t>(p) * stride]; }
    u8 at(int p, int place) const { return card[p * stride + place]; }
    bool covered(int p) const;
    Mark mark() const { return {key, state, total, static_cast<u32>(changes.size()), static_cast<u16>(redeals), static_cast<u8>(waste_at), static_cast<int8_t>(base), dealt}; }
    void back_to(const Mark &mark);  // undoes all changes since
    bool holds(When when) const;
    u64 wanted_home() const { return wanted_by(spec.homes); }  // cards that some foundation takes as it stands now

    // Changes that can be undone
    void move(int from, int to, int n);
    void turn_up(int from, int to);  // the top card, face up where it comes to lie
    void flip(int p);                // the top card, face up
    void take_from_waste(int to);    // where deals wait
    void snapshot();                 // before any change of another kind
    void choose_base(int rank);
    void set_waste(int at) { key += times(randoms_.waste, at - waste_at); waste_at = at; }
    void set_redeals(int now) {
        if (spec.keeps_redeals) key += times(randoms_.redeals, now - redeals);
        redeals = now;
    }
    void count_redeal() { set_redeals(redeals + 1); }
    void forget_changes() { changes.clear(); kept_.clear(); }
    void push(int p, u8 c);
    u8 pop(int p);
    void set_state(u64 now) { state = now; rekey(); }
    void rekey();
    void classes_follow();  // after the last card of the stock went, or came back

    const Spec &spec;
    const int stride;
    const Tables *tables = nullptr;
    Weights weights;
    u128 key = 0;
    i32 total = 0;
    int redeals = 0, base = 0, waste_at = 0, talon_size = 0, cards_home = 0, to_empty = 0, empty_cells = 0;
    bool dealt = false;
    u64 state = 0, away = 0;
    std::array<u8, MOST_PILES> len{}, cls{};
    std::vector<u8> talon;          // where deals wait: waste from the bottom up, then the stock from the top down
    std::vector<int> empties;       // empty piles by group
    std::array<u8, 64> home_count{};
    std::array<u8, 64> where{}, place{};  // of each card, where UNIQUE
    std::vector<Change> changes;

    // The sum of a relation, where UNIQUE.
    u128 relation(int p, u8 c, u8 under) const { return randoms_.card[cls[p]][c] * randoms_.under[under & FACE]; }
    // The key after n cards went from one pile to another and nothing else followed.
    u128 key_after(int from, int to, int n) const;
    // The same where the card at a place of the talon went, the waste then stands there, and so many redeals are used.
    u128 key_after_deals(int to, int place, int stands, int redeals_now) const {
        u128 after = key - talon_relations(place) + relation(to, talon[place], top(to)) + times(randoms_.waste, stands - waste_at);
        if (spec.keeps_redeals) after += times(randoms_.redeals, redeals_now - redeals);
        return after;
    }

    // What is asked of a pile at every step, in one place.
    struct Fact {
        u8 group, unit, kind_is_cell, lies;  // lies: 2 on a tableau, 1 on a reserve, 0 elsewhere
        bool home, must_be_empty, sinks;
    };
    std::array<Fact, MOST_PILES> fact{};

  private:
    void set_base(int rank);
    u64 wanted_by(u64 piles) const;
    i32 cards_over(u64 wanted) const;
    // What a card is worth at a place of a pile, with all below it; `below` of that pile, `low` the lowest level so far.
    i32 value_with(int p, int place, u8 c, u8 under, i32 below, u8 &low) const;
    i32 value_of(int p) const { return len[p] ? score_[p * stride + len[p] - 1] : empty_value_[p]; }
    template <bool KEYED> void put(int p, u8 c);
    template <bool KEYED> u8 take(int p);
    u128 pile_key(int p) const;
    void touch(int p) {
        if (!UNIQUE) {
            const u128 now = pile_key(p);
            key += now - held_[p];
            held_[p] = now;
        }
    }
    void set_talon(const u8 *cards, int size);
    u128 talon_key() const;
    // What the card at a place of the talon adds to the key by being there, where UNIQUE.
    u128 talon_relations(int i) const {
        const u8 c = talon[i];
        const u64 under = randoms_.under[i ? talon[i - 1] : UNDER_NONE];
        u128 sum = randoms_.card[MOST_PILES][c] * under;
        if (i + 1 < talon_size) sum += randoms_.card[MOST_PILES][talon[i + 1]] * randoms_.under[c] - randoms_.card[MOST_PILES][talon[i + 1]] * under;
        return sum;
    }
    void rebuild();
    bool is_sorted() const;

    const Randoms &randoms_;
    std::vector<u8> card, low_;
    std::vector<i32> score_;
    std::vector<u128> prefix_;
    std::array<u128, MOST_PILES> held_{};
    u128 talon_held_ = 0;
    std::array<i32, MOST_PILES> card_value_{}, empty_value_{};
    i32 talon_value_ = 0;
    std::vector<std::vector<u8>> kept_;  // positions before changes of another kind
};

}  // namespace solitaire

#include "board_asking.hpp"
#include "board_changes.hpp"
#include "board_packing.hpp"
