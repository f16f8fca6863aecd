// Every way on from a position, as moves.py, removals.py and talon.py of the engine have them.
#pragma once

#include <algorithm>

#include "board.hpp"

namespace solitaire {

enum class Act : u8 { cards, deal, redeal, remove, draw, after_deals };

struct Move {
    Act act;
    u8 from, to, n;
    u16 waste_at;  // where deals wait: how many cards lie on the waste when this is done, after
    u16 redeals;   // so many redeals in all
    u64 piles;     // of a removal
};

constexpr size_t MOST_SETS = 100'000;  // of cards removed together, in one position
constexpr int CLASSES = 7;  // of moves, in the order in which they are looked at
enum Order : u8 { HOMEWARD, ONTO, FROM_ELSEWHERE, TO_GAP, TO_CELL, DEALING, BACK };

// What the tables say about who gives and who takes, sorted for the walk over a position.
struct Walk {
    struct Way {
        u8 unit, most;
        bool gap_open;
        Order onto, to_gap;  // of which class its moves are
    };
    std::vector<u8> givers;               // groups
    std::vector<u8> takers;               // units
    std::vector<std::vector<Way>> ways;   // by group
    explicit Walk(const Spec &spec);
};

template <bool U> class Moves {
  public:
    Moves(const Board<U> &board, const Walk &walk) : b(board), spec(board.spec), walk_(walk) {}

    // All ways on, by class; what the solver need not look at is left out where `alike` and `wait` allow it.
    void find(std::vector<Move> &found);
    // Whether cards of one pile may go onto another, as why_no_cards of the engine asks.
    bool may_go(int from, int to, int n) const;
    bool takes_from_waste(int to, u8 card) const;  // where deals wait: one card, by the same questions
    bool may_redeal() const;
    bool may_deal() const;
    std::vector<u8> targets_now() const;
    bool closes_up() const;
    bool completes(int to, int from) const;

    bool alike = true;
    // Leaves out what is seldom needed; a search that does can find but not prove.
    bool narrow = false;
    // Whether a card may lie on what a pile shows now, or start it.
    bool fits(int to, u8 card) const {
        const int unit = b.fact[to].unit;
        return b.len[to] ? has(b.tables->build[unit][card], b.card_at_top(to)) : has(b.tables->start[unit], card);
    }

  private:
    void open_targets();
    void card_moves();
    void waste_moves();
    void single(int group, int from, u8 lead, const Move &way, int from_len);
    void onto(const Walk::Way &to, u64 hit, int n, const Move &way, int from);
    void to_gaps(const Walk::Way &to, int n, const Move &way, int from);
    bool first_wait(const Unit &unit) const;
    bool takes(int to, int group, const u8 *cards, int n) const;
    bool placed_wrongly(int to, const u8 *cards, int n) const;
    bool tears_apart(int group, const u8 *top, int n, int size) const;
    void runs_by_hand(int from);
    void draws();
    void base_choices();
    void removals(int waste_at, int redeals);
    void pick(const Removal &removal, const std::vector<std::pair<u8, u8>> &free, size_t next, std::vector<std::pair<u8, u8>> &chosen, int sum, int waste_at, int redeals);
    bool goes_with(const Removal &removal, const std::vector<std::pair<u8, u8>> &chosen, std::pair<u8, u8> one) const;
    bool fits(const Removal &removal, const std::vector<std::pair<u8, u8>> &chosen, const std::vector<std::pair<u8, u8>> &free) const;
    bool touch(int one, int other) const;
    bool is_alike(int unit) const { return alike && (b.dealt ? spec.unit[unit].alike_dealt : spec.unit[unit].alike_dealing); }
    void add(Order order, const Move &move) { list_[order].push_back(move); }
    int carry(int group, int other_gaps) const;

    const Board<U> &b;
    const Spec &spec;
    const Walk &walk_;
    std::vector<Move> list_[CLASSES];
    u64 tops_[64], gaps_[64], takes_[64], only_[64];
    u64 anything_ = 0, wanted_ = 0;
};

template <bool U> int Moves<U>::carry(int group, int other_gaps) const {
    const Group &g = spec.group[group];
    return g.limited ? g.limit[b.empty_cells][g.counts_gaps ? other_gaps : 0] : 1 << 16;
}

template <bool U> void Moves<U>::open_targets() {
    anything_ = 0;
    for (u8 u : walk_.takers) {
        const Unit &unit = spec.unit[u];
        const Group &group = spec.group[unit.group];
        tops_[u] = gaps_[u] = takes_[u] = 0;
        only_[u] = ~0ull;
        if (group.when != When::always && !b.holds(group.when)) continue;
        if (!unit.gap_first.empty() && first_wait(unit)) {
            only_[u] = 0;
            for (u8 g : unit.gap_first) only_[u] |= 1ull << g;
        }
        const Masks &takes = b.tables->takes[u];
        u64 tops = 0, taken = 0, gaps = 0;
        for (int p = unit.first; p < unit.end; p++) {
            const int size = b.len[p];
            if (!size) gaps |= 1ull << p;
            else if (!group.maximum || size < group.maximum) {
                const u8 top = b.card_at_top(p);
                if (top < 64) tops |= 1ull << top;
                taken |= takes[top];
            }
        }
        if (gaps) {
            taken |= b.tables->start[u];
            if (is_alike(u)) gaps &= 0 - gaps;
        }
        tops_[u] = tops;
        gaps_[u] = gaps;
        takes_[u] = taken;
        anything_ |= taken;
    }
}

template <bool U> bool Moves<U>::placed_wrongly(int to, const u8 *cards, int n) const {
    const Group &group = spec.group_at(to);
    if (group.follow && to > group.first) {
        bool there = false;
        for (int j = 0; j < b.len[to - 1]; j++) there |= rank_of(b.at(to - 1, j)) == rank_of(cards[0]);
        if (!there) return true;
    }
    if (group.lock == Lock::no || !b.len[to]) return false;
    int settled = -1;
    if (group.lock == Lock::pile) settled = b.len[to] > 1 ? to : -1;
    else
        for (int p = group.first; p < group.end && settled < 0; p++)
            if (b.len[p] > 1) settled = p;
    if (settled < 0) return false;
    const int size = static_cast<int>(spec.ranks.size());
    auto place = [&](u8 card) { return static_cast<int>(spec.place_of_rank[rank_of(card)]); };
    const bool up = (place(b.at(settled, 1)) - place(b.at(settled, 0)) + size) % size == 1;
    int here = place(b.top(to));
    for (int i = 0; i < n; i++) {
        const int there = place(cards[i]);
        if ((there - here + size) % size != (up ? 1 : size - 1)) return true;
        here = there;
    }
    return false;
}

template <bool U> inline void Moves<U>::onto(const Walk::Way &to, u64 hit, int n, const Move &way, int from) {
    const Unit &unit = spec.unit[to.unit];
    const int maximum = spec.group[unit.group].maximum;
    auto look = [&](int p) {
        if (p == from || (maximum && b.len[p] + n > maximum)) return;
        if (unit.particular) {
            const u8 *cards = way.act == Act::after_deals ? &b.talon[way.waste_at - 1] : b.cards_of(from) + b.len[from] - n;
            if (placed_wrongly(p, cards, n)) return;
        }
        Move move = way;
        move.to = static_cast<u8>(p);
        move.n = static_cast<u8>(n);
        add(to.onto, move);
    };
    if (U)
        for (; hit; hit &= hit - 1) look(b.where[lowest(hit)]);
    else
        for (int p = unit.first; p < unit.end; p++)
            if (b.len[p] && has(hit, b.card_at_top(p))) look(p);
}

template <bool U> inline void Moves<U>::to_gaps(const Walk::Way &to, int n, const Move &way, int from) {
    for (u64 left = gaps_[to.unit]; left; left &= left - 1) {
        const int p = lowest(left);
        if (spec.unit[to.unit].particular) {
            const u8 *cards = way.act == Act::after_deals ? &b.talon[way.waste_at - 1] : b.cards_of(from) + b.len[from] - n;
            if (placed_wrongly(p, cards, n)) continue;
        }
        Move move = way;
        move.to = static_cast<u8>(p);
        move.n = static_cast<u8>(n);
        add(to.to_gap, move);
    }
}

// The moves of one card, from a pile or from the waste after some deals.
template <bool U> void Moves<U>::single(int group, int from, u8 lead, const Move &way, int from_len) {
    for (const Walk::Way &to : walk_.ways[group]) {
        if (!(takes_[to.unit] >> lead & 1)) continue;
        const u64 hit = b.tables->build[to.unit][lead] & tops_[to.unit];
        if (hit) onto(to, hit, 1, way, from);
        if (to.gap_open && gaps_[to.unit] && (b.tables->start[to.unit] >> lead & 1) && (only_[to.unit] >> group & 1)) {
            if (from_len == 1 && from >= 0 && is_alike(to.unit) && spec.pile[from].unit == to.unit) continue;
            to_gaps(to, 1, way, from);
        }
    }
}

template <bool U> void Moves<U>::card_moves() {
    for (u8 g : walk_.givers) {
        const Group &group = spec.group[g];
        if ((spec.waits && group.kind == Kind::waste) || (narrow && group.kind == Kind::foundation)) continue;
        const bool any = b.tables->hangs_any[g];
        const Masks &hang = b.tables->hang[g];
        const int gaps = b.empties[g];
        const int carry_on = carry(g, gaps), carry_to_gap = carry(g, gaps ? gaps - 1 : 0);
        const int heaviest = carry_on > carry_to_gap ? carry_on : carry_to_gap;
        for (int from = group.first; from < group.end; from++) {
            const int size = b.len[from];
            if (!size) continue;
            const u8 *top = b.cards_of(from) + size;
            if (top[-1] >= DOWN || (spec.has_covers && b.covered(from))) continue;
            const Move way{Act::cards, static_cast<u8>(from), 0, 1, 0, 0, 0};
            const bool torn = narrow && tears_apart(g, top, 1, size);
            if ((anything_ >> top[-1] & 1) && !torn && (group.lift != Lift::pile || size == 1)) single(g, from, top[-1], way, size);
            if (spec.has_hand_runs) runs_by_hand(from);
            if (group.lift == Lift::top || size == 1 || heaviest < 2) continue;
            if (!any && !has(hang[top[-1]], top[-2])) continue;
            int most = 1;
            const int limit = size < heaviest ? size : heaviest;
            while (most < limit && top[-most - 1] < DOWN && (any || has(hang[top[-most]], top[-most - 1]))) most++;
            const bool tail = group.lift == Lift::tail;
            if (!tail && most != size) continue;
            for (int n = tail ? 2 : size; n <= most; n++) {
                const u8 lead = top[-n];
                if (!(anything_ >> lead & 1) || (narrow && tears_apart(g, top, n, size))) continue;
                for (const Walk::Way &to : walk_.ways[g]) {
                    if (n > to.most || !(takes_[to.unit] >> lead & 1)) continue;
                    const u64 hit = b.tables->build[to.unit][lead] & tops_[to.unit];
                    if (hit && n <= carry_on) onto(to, hit, n, way, from);
                    if (!to.gap_open || !gaps_[to.unit] || !(b.tables->start[to.unit] >> lead & 1) || !(only_[to.unit] >> g & 1)) continue;
                    if (size == n && is_alike(to.unit) && spec.pile[from].unit == to.unit) continue;
                    const int into = spec.unit[to.unit].group;
                    if (n > (into == g ? carry_to_gap : carry_on)) continue;
                    if (spec.group[into].maximum && n > spec.group[into].maximum) continue;
                    to_gaps(to, n, way, from);
                }
            }
        }
    }
}

// A group that leaves part of its own run behind, though what it lays bare cannot go home.
template <bool U> bool Moves<U>::tears_apart(int g, const u8 *top, int n, int size) const {
    if (spec.group[g].kind != Kind::tableau || n >= size || top[-n - 1] >= DOWN) return false;
    const Masks &hang = b.tables->hangs_any[g] ? b.tables->build[spec.pile[spec.group[g].first].unit] : b.tables->hang[g];
    return has(hang[top[-n]], top[-n - 1]) && !has(wanted_, top[-n - 1]) && !has(wanted_, top[-n]);
}

template <bool U> void Moves<U>::find(std::vector<Move> &found) {
    for (auto &list : list_) list.clear();
    found.clear();
    if (b.base < 0 && spec.base_from) base_choices();
    else {
        open_targets();
        if (narrow) wanted_ = b.wanted_home();
        card_moves();
        if (!spec.removals.empty()) removals(-1, 0);
        if (spec.waits) waste_moves();
        else {
            if (may_deal()) add(DEALING, {Act::deal, 0, 0, 0, 0, 0, 0});
            if (may_redeal()) add(DEALING, {Act::redeal, 0, 0, 0, 0, 0, 0});
        }
        if (spec.redeal.merci) draws();
    }
    for (auto &list : list_) found.insert(found.end(), list.begin(), list.end());
}

template <bool U> void Moves<U>::waste_moves() {
    const int group = spec.group_of(spec.waste);
    bool gives = false;
    for (u8 g : walk_.givers) gives |= g == group;
    u64 seen[4] = {};
    auto is_new = [&](int at) {
        const bool was = seen[at >> 6] >> (at & 63) & 1;
        seen[at >> 6] |= 1ull << (at & 63);
        return !was;
    };
    auto look = [&](int at, int redeals) {
        const u8 lead = b.talon[at - 1];
        const Move way{Act::after_deals, static_cast<u8>(spec.waste), 0, 1, static_cast<u16>(at), static_cast<u16>(redeals), 0};
        if (gives && (anything_ >> lead & 1)) single(group, -1, lead, way, at);
        if (!spec.removals.empty()) removals(at, redeals);
    };
    int at = b.waste_at, redeals = b.redeals;
    is_new(at);
    if (at) look(at, redeals);
    while (true) {
        bool dealt = false;
        if (at < b.talon_size) {
            at += spec.deal.of(redeals, 1, b.talon_size - at)[0];
            dealt = true;
        } else if (b.talon_size && (spec.redeals < 0 || redeals < spec.redeals)) {
            at = 0;
            redeals += spec.counts_redeals;
            if (spec.passes_differ && spec.counts_redeals) std::memset(seen, 0, sizeof seen);
        } else return;
        const bool fresh = is_new(at);
        if (spec.endless && dealt && !fresh) return;
        if (fresh && at) look(at, redeals);
    }
}

}  // namespace solitaire

#include "moves_rare.hpp"
