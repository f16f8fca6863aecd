// What a move does, and all that follows of itself: as apply.py of the engine has it, and homing.py.
#pragma once

#include <algorithm>

#include "moves.hpp"

namespace solitaire {

constexpr int MOST_ROUNDS = 1000;

// A card that went home by itself after a move, for the solution.
struct Homeward {
    u8 from, to;
};

template <bool U> class Playing {
  public:
    Playing(const Spec &spec, const Walk &walk) : b(spec), moves(b, walk), spec(spec) {}

    void make(const Move &move);             // with its consequences; nothing goes home yet
    void go_home(const Move &move, u64 away_before);  // what is safe after a move; `away_before` it
    void go_home();                          // all that is safe
    void play(const Move &move) {            // all of it, as searches go on from there
        const u64 away = b.away;
        make(move);
        go_home(move, away);
        stand_for_all();
    }
    void stand_for_all();                    // where deals come round for ever: the one of all positions dealt from here
    // The key after a move, before anything goes home, where that can be told without making it; else 0.
    u128 key_after(const Move &move);
    // Whether the worth after a move with a key that was told can be told, too; nothing goes home after it then.
    bool tells_worth(const Move &move) const;
    i32 worth_after(const Move &move, const Wanted &wanted) const;  // what it is

    Board<U> b;
    Moves<U> moves;
    std::vector<Homeward> *told = nullptr;  // where cards that go home by themselves are written down
    bool homing = true;
    // Everything goes home that can, whether it is safe or not; a search that does this can find but not prove.
    bool eager = false;

  private:
    const Spec &spec;
    std::array<std::array<u64, 4>, MOST_CARDS + 1> cycles_{};
    std::array<bool, MOST_CARDS + 1> cycle_known_{};

    int standing(int size, int at);
    void settle();
    bool take_runs();
    bool fill_gaps();
    void deal();
    void turn_waste_over();
    void redeal_tableau();
    void draw(const Move &move);
    void deal_from_waste(const Move &move);
    bool is_closed() const;
    bool is_safe(u8 card) const;
    bool stays(const Move &move, u8 bare, u8 moved) const;
    bool home(int from);
    bool home_from_waste();
    void go_home_eagerly();
};

template <bool U> void Playing<U>::make(const Move &move) {
    switch (move.act) {
    case Act::cards: {
        const int rank = rank_of(b.at(move.from, b.len[move.from] - move.n));
        const bool chooses = b.base < 0 && spec.pile[move.to].home && !b.len[move.to];
        b.move(move.from, move.to, move.n);
        if (chooses) b.choose_base(rank);
        if (b.len[move.from] && b.card_at_top(move.from) >= DOWN && spec.pile[move.from].turns_up) b.flip(move.from);
        if (spec.must_settle) settle();
        break;
    }
    case Act::after_deals:
        b.set_redeals(move.redeals);
        b.set_waste(move.waste_at);
        if (b.base < 0 && spec.pile[move.to].home && !b.len[move.to]) {
            const int rank = rank_of(b.talon[move.waste_at - 1]);
            b.take_from_waste(move.to);
            b.choose_base(rank);
        } else b.take_from_waste(move.to);
        if (spec.must_settle) settle();
        break;
    case Act::deal:
        deal();
        settle();
        break;
    case Act::redeal:
        if (spec.redeal.there) redeal_tableau();
        else turn_waste_over();
        settle();
        break;
    case Act::remove:
        if (move.waste_at) {
            b.set_redeals(move.redeals);
            b.set_waste(move.waste_at);
        }
        for (u64 left = move.piles; left; left &= left - 1) {
            if (spec.waits && lowest(left) == spec.waste) b.take_from_waste(spec.discard);
            else b.move(lowest(left), spec.discard, 1);
        }
        settle();
        break;
    case Act::draw:
        draw(move);
        settle();
        break;
    }
    b.classes_follow();
}

template <bool U> void Playing<U>::settle() {
    for (int round = 0;; round++) {
        if (round > MOST_ROUNDS) throw BadInput("what follows of a move never comes to an end");
        for (int p = 0; p < spec.piles; p++)
            if (b.len[p] && b.card_at_top(p) >= DOWN && spec.pile[p].turns_up && !b.covered(p)) b.flip(p);
        const bool taken = take_runs();
        if (!taken && !fill_gaps()) return;
    }
}

template <bool U> bool Playing<U>::take_runs() {
    bool taken = false;
    if (!spec.has_runs) return false;
    for (const Group &group : spec.group) {
        if (group.run != Run::by_itself) continue;
        for (int from = 0; from < spec.piles; from++) {
            if (b.len[from] < group.maximum || spec.group_at(from).kind != Kind::tableau) continue;
            int to = group.first;
            while (to < group.end && b.len[to]) to++;
            if (to < group.end && moves.completes(to, from)) {
                b.move(from, to, group.maximum);
                taken = true;
            }
        }
    }
    return taken;
}

template <bool U> bool Playing<U>::fill_gaps() {
    bool filled = false;
    if (!spec.has_fills) return false;
    for (const Group &group : spec.group) {
        if (!group.fills) continue;
        for (int to = group.first; to < group.end; to++) {
            if (b.len[to]) continue;
            for (int i = 0; i < group.each; i++)
                for (u8 from : group.fillers)
                    if (b.len[from]) {
                        b.turn_up(from, to);
                        filled = true;
                        break;
                    }
        }
    }
    return filled;
}

template <bool U> void Playing<U>::deal() {
    std::vector<u8> targets = moves.targets_now();
    if (spec.deal.close_up) {
        b.snapshot();
        std::vector<std::vector<u8>> filled;
        for (u8 p : spec.deal.targets)
            if (b.len[p]) filled.emplace_back(b.cards_of(p), b.cards_of(p) + b.len[p]);
        for (u8 p : spec.deal.targets)
            while (b.len[p]) b.pop(p);
        for (size_t i = 0; i < filled.size(); i++)
            for (u8 card : filled[i]) b.push(spec.deal.targets[i], card);
    }
    if (!b.len[spec.stock] || targets.empty()) return;
    std::vector<u8> counts = spec.deal.of(b.redeals, static_cast<int>(targets.size()), b.len[spec.stock]);
    for (bool any = true; any;) {
        any = false;
        for (size_t i = 0; i < targets.size(); i++)
            if (counts[i]) {
                counts[i]--;
                b.turn_up(spec.stock, targets[i]);
                any = true;
            }
    }
}

template <bool U> void Playing<U>::turn_waste_over() {
    b.snapshot();
    std::vector<u8> cards;
    while (b.len[spec.waste]) cards.push_back(b.pop(spec.waste));
    for (u8 card : cards) b.push(spec.stock, card | DOWN);
    if (spec.counts_redeals) b.count_redeal();
}

template <bool U> void Playing<U>::redeal_tableau() {
    const Redeal &redeal = spec.redeal;
    b.snapshot();
    std::vector<u8> cards;
    for (u8 p : redeal.gather)
        for (int j = 0; j < b.len[p]; j++) cards.push_back(b.at(p, j) & FACE);
    for (u8 p : redeal.gather)
        while (b.len[p]) b.pop(p);
    u64 state = b.state;
    if (redeal.shuffle)
        for (size_t last = cards.size(); last-- > 1;) std::swap(cards[last], cards[random_below(state, last + 1)]);
    const size_t piles = redeal.gather.size();
    for (size_t i = 0; i < cards.size(); i++)
        b.push(redeal.gather[redeal.by_piles ? std::min(i / redeal.each, piles - 1) : i % piles], cards[i]);
    if (spec.counts_redeals) b.count_redeal();
    if (redeal.shuffle) b.set_state(state);
}

template <bool U> void Playing<U>::draw(const Move &move) {
    b.snapshot();
    std::vector<u8> above;
    for (int i = 1; i < move.n; i++) above.push_back(b.pop(move.from));
    const u8 card = b.pop(move.from);
    while (!above.empty()) {
        b.push(move.from, above.back());
        above.pop_back();
    }
    const bool chooses = b.base < 0 && spec.pile[move.to].home && !b.len[move.to];
    b.push(move.to, card & FACE);
    if (chooses) b.choose_base(rank_of(card));
    b.count_redeal();
}

// Where the waste stands for all positions that are dealt from each other, of a talon of that size.
template <bool U> int Playing<U>::standing(int size, int at) {
    if (!spec.endless || !at) return at;
    if (!cycle_known_[size]) {
        auto &cycle = cycles_[size];
        cycle[0] = 1;
        for (int left = size; left > 0;) {
            left -= spec.deal.of(0, 1, left)[0];
            cycle[(size - left) >> 6] |= 1ull << ((size - left) & 63);
        }
        cycle_known_[size] = true;
    }
    return at == size || (cycles_[size][at >> 6] >> (at & 63) & 1) ? 0 : at;
}

template <bool U> void Playing<U>::stand_for_all() {
    if (spec.endless && b.waste_at) b.set_waste(standing(b.talon_size, b.waste_at));
}

template <bool U> inline u128 Playing<U>::key_after(const Move &move) {
    if (!U || spec.must_settle || b.base < 0 || b.fact[move.to].sinks) return 0;
    if (move.act == Act::cards) {
        if (move.from == spec.stock || b.fact[move.from].sinks) return 0;
        const int left = b.len[move.from] - move.n;
        // A card that is turned up is another thing to know.
        if (left && b.at(move.from, left - 1) >= DOWN) return 0;
        return b.key_after(move.from, move.to, move.n);
    }
    if (move.act == Act::after_deals) return b.key_after_deals(move.to, move.waste_at - 1, standing(b.talon_size - 1, move.waste_at - 1), move.redeals);
    return 0;
}

template <bool U> inline bool Playing<U>::tells_worth(const Move &move) const {
    const bool deals = move.act == Act::after_deals;
    if ((!deals && (move.act != Act::cards || b.fact[move.from].home)) || b.fact[move.to].home) return false;
    // What may win is to be made.
    if (spec.goal == Goal::sorted || b.fact[deals ? spec.stock : move.from].must_be_empty != b.fact[move.to].must_be_empty) return false;
    if (!deals) return stays(move, b.len[move.from] > move.n ? b.at(move.from, b.len[move.from] - move.n - 1) : UNDER_NONE, b.top(move.from));
    if (!eager && (!homing || !spec.safe_home)) return true;
    // It is now that the card may go home, and what it laid bare on the waste.
    const u8 card = b.talon[move.waste_at - 1];
    if (eager) return spec.plain_homes && !has(b.wanted_home(), card);
    return !spec.needs_empty_stock && !is_safe(card) && (move.waste_at < 2 || !is_safe(b.talon[move.waste_at - 2]));
}

template <bool U> inline i32 Playing<U>::worth_after(const Move &move, const Wanted &wanted) const {
    return move.act == Act::cards ? b.worth_after(move.from, move.to, move.n, wanted) : b.worth_after_deals(move.to, move.waste_at - 1, wanted);
}

template <bool U> bool Playing<U>::is_closed() const {
    if (spec.needs_empty_stock && b.len[spec.stock]) return true;
    for (u64 left = spec.fillers; left; left &= left - 1)
        if (b.len[lowest(left)]) return true;
    return false;
}

template <bool U> inline bool Playing<U>::is_safe(u8 card) const {
    if (card >= DOWN) return false;
    const Tables &t = *b.tables;
    u64 rest = t.locks[card] & b.away;
    if (!rest) return true;
    // What waits to lie on it is no hindrance if it could go home itself.
    if (!t.soon || (rest & t.need[card])) return false;
    for (; rest; rest &= rest - 1) {
        const int waiting = lowest(rest);
        if (waiting >= CARDS || ((t.need[waiting] | t.over[waiting]) & b.away)) return false;
    }
    return true;
}

template <bool U> inline bool Playing<U>::home(int from) {
    for (u64 left = spec.homes; left; left &= left - 1) {
        const int to = lowest(left);
        // The cheap question first.
        if (!moves.fits(to, b.card_at_top(from))) continue;
        if (!moves.may_go(from, to, 1)) continue;
        if (told) told->push_back({static_cast<u8>(from), static_cast<u8>(to)});
        make({Act::cards, static_cast<u8>(from), static_cast<u8>(to), 1, 0, 0, 0});
        return true;
    }
    return false;
}

template <bool U> bool Playing<U>::home_from_waste() {
    const u8 card = b.talon[b.waste_at - 1];
    for (u64 left = spec.homes; left; left &= left - 1) {
        const int to = lowest(left);
        if (!moves.takes_from_waste(to, card)) continue;
        if (told) told->push_back({static_cast<u8>(spec.waste), static_cast<u8>(to)});
        make({Act::after_deals, static_cast<u8>(spec.waste), static_cast<u8>(to), 1, static_cast<u16>(b.waste_at), static_cast<u16>(b.redeals), 0});
        return true;
    }
    return false;
}

template <bool U> void Playing<U>::go_home() {
    if (b.base < 0) return;
    if (eager) return go_home_eagerly();
    if (!homing || !spec.safe_home || is_closed() || !b.tables->safe_home) return;
    // Never so many: only tables that are wrong bring a card back that went home.
    int rounds = MOST_ROUNDS;
    auto went = [&](bool home) {
        if (home && !rounds--) throw BadInput("cards go home without end");
        return home;
    };
    u64 wanted = b.wanted_home();
    auto goes = [&](u8 card) { return has(wanted, card) && is_safe(card); };
    for (bool again = true; again;) {
        again = false;
        for (u64 left = spec.home_sources; left; left &= left - 1) {
            const int from = lowest(left);
            if (spec.waits && from == spec.waste) {
                while (b.waste_at && goes(b.talon[b.waste_at - 1]) && went(home_from_waste())) again = true, wanted = b.wanted_home();
                continue;
            }
            while (b.len[from] && goes(b.card_at_top(from)) && went(home(from))) again = true, wanted = b.wanted_home();
        }
    }
}

template <bool U> void Playing<U>::go_home_eagerly() {
    // What fills gaps from the foundations would bring the cards back for ever.
    if (spec.fillers & spec.homes) return;
    int left = MOST_ROUNDS;
    for (bool again = true; again && left > 0;) {
        again = false;
        for (int from = 0; from < spec.piles; from++) {
            if (b.fact[from].home || (!b.fact[from].lies && !b.fact[from].kind_is_cell)) continue;
            while (b.len[from] && has(b.wanted_home(), b.card_at_top(from)) && left-- > 0 && home(from)) again = true;
        }
    }
}

// Where nothing could or should go home before a move, and it brought no card home or back: whether nothing will
// after it. Only what it laid bare or moved can.
template <bool U> inline bool Playing<U>::stays(const Move &move, u8 bare, u8 moved) const {
    if (!eager && (!homing || !spec.safe_home)) return true;
    if (move.act != Act::cards || spec.must_settle || move.from == spec.stock) return false;
    if (!eager) return bare == UNDER_NONE || !is_safe(bare);
    if (!spec.plain_homes) return false;
    const u64 wanted = b.wanted_home();
    return !has(wanted, bare) && !has(wanted, moved);
}

template <bool U> inline void Playing<U>::go_home(const Move &move, u64 away_before) {
    if (b.base < 0) return;
    if (b.away == away_before && !b.fact[move.from].home && !b.fact[move.to].home && stays(move, b.top(move.from), b.top(move.to))) return;
    go_home();
}

}  // namespace solitaire
