// The rarer moves: deals, redeals, draws, the choice of a base, runs taken off by hand, removals.
#pragma once

#include <algorithm>

#include "moves.hpp"

namespace solitaire {

template <bool U> bool Moves<U>::may_redeal() const {
    if (!spec.redeals && !spec.redeal.there) return false;
    if (spec.redeal.there) {
        if (spec.redeal.times >= 0 && b.redeals >= spec.redeal.times) return false;
        for (u8 p : spec.redeal.gather)
            if (b.len[p]) return true;
        return false;
    }
    if (spec.stock < 0 || spec.waste < 0 || b.len[spec.stock] || !b.len[spec.waste]) return false;
    return spec.redeals < 0 || b.redeals < spec.redeals;
}

template <bool U> bool Moves<U>::closes_up() const {
    bool gap = false;
    for (u8 p : spec.deal.targets) {
        if (gap && b.len[p]) return true;
        gap |= !b.len[p];
    }
    return false;
}

template <bool U> std::vector<u8> Moves<U>::targets_now() const {
    const Deal &deal = spec.deal;
    if (deal.onto == Onto::all) return deal.targets;
    std::vector<u8> found;
    int filled = 0;
    for (u8 p : deal.targets) filled += b.len[p] > 0;
    if (deal.close_up) found.assign(deal.targets.begin() + filled, deal.targets.end());
    else
        for (u8 p : deal.targets)
            if ((b.len[p] > 0) == (deal.onto == Onto::filled)) found.push_back(p);
    return found;
}

template <bool U> bool Moves<U>::may_deal() const {
    const Deal &deal = spec.deal;
    if (spec.stock < 0 || !deal.there) return false;
    if (deal.close_up && closes_up()) return true;
    if (!b.len[spec.stock]) return false;
    if (deal.onto != Onto::all && targets_now().empty()) return false;
    if (deal.when == When::no_gaps)
        for (u8 p : deal.targets)
            if (!b.len[p]) return false;
    return true;
}

// The top cards of `from` as a run of the foundation `to`.
template <bool U> bool Moves<U>::completes(int to, int from) const {
    const int length = spec.group_at(to).maximum, unit = spec.pile[to].unit;
    if (b.len[from] < length) return false;
    const u8 *top = b.cards_of(from) + b.len[from];
    if (!has(b.tables->start[unit], top[-1])) return false;
    const Masks &build = b.tables->build[unit];
    for (int k = 1; k < length; k++)
        if (!has(build[top[-k - 1] & 127], top[-k])) return false;
    return true;
}

// Whether some group that fills the gaps of a unit before others has cards.
template <bool U> bool Moves<U>::first_wait(const Unit &unit) const {
    for (u8 first : unit.gap_first)
        for (int p = spec.group[first].first; p < spec.group[first].end; p++)
            if (b.len[p]) return true;
    return false;
}

// Whether a pile takes cards of a group, the lead card first, as far as it is the pile that says so.
template <bool U> bool Moves<U>::takes(int to, int g, const u8 *cards, int n) const {
    const Group &taker = spec.group_at(to);
    const Unit &unit = spec.unit[spec.pile[to].unit];
    const Route &route = spec.route[g][spec.group_of(to)];
    if (n > route.most || taker.run != Run::no || !b.holds(taker.when)) return false;
    if (taker.maximum && b.len[to] + n > taker.maximum) return false;
    if (!fits(to, cards[0])) return false;
    if (!b.len[to]) {
        if (!route.gap_open) return false;
        if (!std::count(unit.gap_first.begin(), unit.gap_first.end(), g) && first_wait(unit)) return false;
    }
    return !(unit.particular && placed_wrongly(to, cards, n));
}

template <bool U> bool Moves<U>::may_go(int from, int to, int n) const {
    const Group &giver = spec.group_at(from), &taker = spec.group_at(to);
    const int g = spec.group_of(from), size = b.len[from];
    if (from == to || !size || n > size || giver.lift == Lift::none) return false;
    const u8 *top = b.cards_of(from) + size;
    for (int k = 1; k <= n; k++)
        if (top[-k] >= DOWN) return false;
    if (spec.has_covers && b.covered(from)) return false;
    const bool part = n < size;
    if ((giver.lift == Lift::top && n > 1) || (giver.lift == Lift::pile && part) || (giver.lift == Lift::top_or_pile && n > 1 && part)) return false;
    if (!b.tables->hangs_any[g])
        for (int k = 2; k <= n; k++)
            if (!has(b.tables->hang[g][top[-k + 1]], top[-k])) return false;
    if (taker.run != Run::no) {
        const Route &route = spec.route[g][spec.group_of(to)];
        if (n > route.most || !b.holds(taker.when) || b.len[to] || n != taker.maximum || !completes(to, from)) return false;
    } else if (!takes(to, g, top - n, n)) return false;
    if (n == 1 || !giver.limited) return true;
    const bool own_gap = giver.counts_gaps && spec.group_of(to) == g && !b.len[to];
    return n <= carry(g, b.empties[g] - own_gap);
}

template <bool U> bool Moves<U>::takes_from_waste(int to, u8 card) const {
    const int g = spec.group_of(spec.waste);
    if (spec.group[g].lift == Lift::none || (spec.group[g].lift == Lift::pile && b.waste_at > 1)) return false;
    return takes(to, g, &card, 1);
}

template <bool U> void Moves<U>::runs_by_hand(int from) {
    for (int to = 0; to < spec.piles; to++)
        if (spec.group_at(to).run == Run::by_hand && may_go(from, to, spec.group_at(to).maximum))
            add(HOMEWARD, {Act::cards, static_cast<u8>(from), static_cast<u8>(to), static_cast<u8>(spec.group_at(to).maximum), 0, 0, 0});
}

template <bool U> void Moves<U>::base_choices() {
    for (u64 from = spec.base_from; from; from &= from - 1)
        for (u64 to = spec.homes; to; to &= to - 1)
            if (may_go(lowest(from), lowest(to), 1))
                add(HOMEWARD, {Act::cards, static_cast<u8>(lowest(from)), static_cast<u8>(lowest(to)), 1, 0, 0, 0});
}

// A buried card is judged as if it lay alone on its pile.
template <bool U> void Moves<U>::draws() {
    const Redeal &redeal = spec.redeal;
    if (b.redeals < redeal.times || b.redeals >= redeal.times + redeal.merci) return;
    for (u8 from : redeal.gather)
        for (int n = 2; n <= b.len[from]; n++) {
            const u8 card = *(b.cards_of(from) + b.len[from] - n);
            if (card >= DOWN || spec.group_at(from).lift == Lift::none || (spec.has_covers && b.covered(from))) continue;
            for (int to = 0; to < spec.piles; to++) {
                if (to == from || !takes(to, spec.group_of(from), &card, 1)) continue;
                if (spec.group_at(from).lift == Lift::pile && b.len[from] > 1) continue;
                add(TO_GAP, {Act::draw, from, static_cast<u8>(to), static_cast<u8>(n), 0, 0, 0});
            }
        }
}

// Removals. `waste_at` is -1 for what is possible without a deal that waits; else the top of the
// waste after those deals is one of the cards.
template <bool U> void Moves<U>::removals(int waste_at, int redeals) {
    for (const Removal &removal : spec.removals) {
        std::vector<std::pair<u8, u8>> free, chosen;
        for (int p = 0; p < spec.piles; p++) {
            const Group &group = spec.group_at(p);
            if (!(removal.sources >> p & 1) || group.lift == Lift::none || group.kind == Kind::foundation || group.kind == Kind::discard) continue;
            if (spec.waits && p == spec.waste) {
                if (waste_at > 0) free.push_back({static_cast<u8>(p), b.talon[waste_at - 1]});
                continue;
            }
            if (!b.len[p] || b.top(p) >= DOWN || b.covered(p)) continue;
            free.push_back({static_cast<u8>(p), b.top(p)});
        }
        if (waste_at > 0) {
            // The card of the waste comes first, and every set has it.
            auto mine = std::find_if(free.begin(), free.end(), [&](auto &one) { return one.first == spec.waste; });
            if (mine == free.end()) continue;
            const auto one = *mine;
            if (removal.total && rank_of(one.second) + 1 > removal.total) continue;
            if (!goes_with(removal, chosen, one)) continue;
            free.erase(mine);
            free.insert(free.begin(), one);
            chosen.push_back(one);
            pick(removal, free, 1, chosen, rank_of(one.second) + 1, waste_at, redeals);
        } else pick(removal, free, 0, chosen, 0, waste_at, redeals);
    }
}

template <bool U>
void Moves<U>::pick(const Removal &removal, const std::vector<std::pair<u8, u8>> &free, size_t next, std::vector<std::pair<u8, u8>> &chosen, int sum, int waste_at, int redeals) {
    if (static_cast<int>(chosen.size()) >= removal.least && fits(removal, chosen, free)) {
        if (list_[ONTO].size() > MOST_SETS) throw BadInput("there are too many sets of cards to be removed");
        u64 piles = 0;
        for (auto &one : chosen) piles |= 1ull << one.first;
        add(ONTO, {Act::remove, 0, 0, static_cast<u8>(chosen.size()), static_cast<u16>(waste_at > 0 ? waste_at : 0), static_cast<u16>(redeals), piles});
    }
    if (static_cast<int>(chosen.size()) == removal.most) return;
    for (size_t i = next; i < free.size(); i++) {
        const int more = sum + rank_of(free[i].second) + 1;
        if ((removal.total && more > removal.total) || !goes_with(removal, chosen, free[i])) continue;
        chosen.push_back(free[i]);
        pick(removal, free, i + 1, chosen, more, waste_at, redeals);
        chosen.pop_back();
    }
}

// Whether a set may become one that fits when this card joins it.
template <bool U>
bool Moves<U>::goes_with(const Removal &removal, const std::vector<std::pair<u8, u8>> &chosen, std::pair<u8, u8> one) const {
    if (!removal.ranks.empty() && !std::count(removal.ranks.begin(), removal.ranks.end(), rank_of(one.second))) return false;
    for (auto &other : chosen) {
        if (removal.same_rank && rank_of(other.second) != rank_of(one.second)) return false;
        const bool in_order = other.first < one.first;  // words are asked in the order of the piles
        if (removal.has_match && !has(removal.match[(in_order ? other : one).second], (in_order ? one : other).second)) return false;
        if (removal.adjacent && !touch(other.first, one.first)) return false;
    }
    return true;
}

template <bool U>
bool Moves<U>::fits(const Removal &removal, const std::vector<std::pair<u8, u8>> &chosen, const std::vector<std::pair<u8, u8>> &free) const {
    if (removal.total) {
        int sum = 0;
        for (auto &one : chosen) sum += rank_of(one.second) + 1;
        if (sum != removal.total) return false;
    }
    if (!removal.ranks.empty()) {
        std::vector<u8> ranks;
        for (auto &one : chosen) ranks.push_back(static_cast<u8>(rank_of(one.second)));
        std::sort(ranks.begin(), ranks.end());
        if (ranks != removal.ranks) return false;
    }
    if (removal.has_pair && (chosen.size() < 2 || !has(removal.pair[chosen[0].second], chosen[1].second))) return false;
    if (removal.has_beaten) {
        // The ace is highest.
        auto height = [](u8 card) { return (rank_of(card) + 12) % 13; };
        const auto one = chosen[0];
        return std::any_of(free.begin(), free.end(), [&](auto &other) {
            return other.first != one.first && height(other.second) > height(one.second) && has(removal.beaten[one.second], other.second);
        });
    }
    return true;
}

// Whether two piles of a grid are neighbours, also at a corner.
template <bool U> bool Moves<U>::touch(int one, int other) const {
    const Group &group = spec.group_at(one);
    if (spec.group_of(one) != spec.group_of(other) || !group.width || one == other) return false;
    const int a = one - group.first, c = other - group.first;
    const int rows = a / group.width - c / group.width, columns = a % group.width - c % group.width;
    return rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1;
}

}  // namespace solitaire
