// What is asked of a position as a whole: conditions, whether it is won, what lies over what is wanted next.
#pragma once

#include "board.hpp"

namespace solitaire {

template <bool U> bool Board<U>::covered(int p) const {
    for (u8 cover : spec.pile[p].covers)
        if (len[cover]) return true;
    return false;
}

template <bool U> bool Board<U>::holds(When when) const {
    switch (when) {
    case When::always: return true;
    case When::no_gaps:
        for (u64 left = spec.tableau; left; left &= left - 1)
            if (!len[lowest(left)]) return false;
        return true;
    case When::stock_empty: return spec.stock < 0 || !len[spec.stock];
    case When::first_deal: return !redeals;
    case When::last_deal: return redeals >= (spec.redeal.there ? spec.redeal.times : spec.redeals);
    }
    return true;
}

template <bool U> bool Board<U>::won() const {
    switch (spec.goal) {
    case Goal::emptied: return !to_empty;
    case Goal::few_left:
        return (spec.stock < 0 || !len[spec.stock]) && spec.pack_size - cards_home <= spec.left;
    case Goal::sorted: return is_sorted();
    }
    return false;
}

template <bool U> bool Board<U>::is_sorted() const {
    if (spec.waits && talon_size) return false;
    for (int p = 0; p < spec.piles; p++) {
        if (!len[p] || (spec.pile[p].home && !(spec.lying >> p & 1))) continue;
        if (!(spec.lying >> p & 1) || len[p] != static_cast<int>(spec.ranks.size())) return false;
        const Masks &build = tables->build[spec.pile[p].unit];
        for (int j = 1; j < len[p]; j++)
            if (!has(build[at(p, j) & 127], at(p, j - 1))) return false;
    }
    return true;
}

template <bool U> u64 Board<U>::wanted_by(u64 piles) const {
    u64 wanted = 0;
    for (; piles; piles &= piles - 1) {
        const int p = lowest(piles);
        wanted |= len[p] ? tables->takes[fact[p].unit][card_at_top(p)] : tables->start[fact[p].unit];
    }
    return wanted;
}

template <bool U> i32 Board<U>::cards_over(u64 wanted) const {
    i32 over = 0;
    for (; wanted; wanted &= wanted - 1) {
        const u8 c = static_cast<u8>(lowest(wanted));
        if (U) {
            if (where[c] == NOWHERE) continue;
            if (fact[where[c]].lies) over += len[where[c]] - 1 - place[c];
            continue;
        }
        for (int p = 0; p < spec.piles; p++) {
            const Kind kind = spec.group_at(p).kind;
            if ((kind != Kind::tableau && kind != Kind::reserve) || !len[p]) continue;
            const u8 *own = &card[static_cast<size_t>(p) * stride];
            const void *found = std::memchr(own, c, len[p]);
            if (!found) found = std::memchr(own, c | DOWN, len[p]);
            if (found) {
                over += len[p] - 1 - static_cast<int>(static_cast<const u8 *>(found) - own);
                break;
            }
        }
    }
    return over;
}

template <bool U> void Board<U>::look_for(Wanted &wanted) const {
    wanted.over = 0;
    wanted.in.fill(0);
    if (!weights.over) return;
    wanted.cards = wanted_next();
    for (u64 left = wanted.cards; left; left &= left - 1) {
        const int c = lowest(left), p = where[c];
        if (p == NOWHERE || !fact[p].lies) continue;
        wanted.over += len[p] - 1 - place[c];
        wanted.in[p]++;
    }
}

template <bool U> inline i32 Board<U>::worth_after(int from, int to, int n, const Wanted &wanted) const {
    const int left = len[from] - n, on = len[to];
    const u8 *moved = cards_of(from) + left;
    const size_t bare = static_cast<size_t>(from) * stride + left, onto = static_cast<size_t>(to) * stride + on;
    i32 value = on ? score_[onto - 1] : 0;
    u8 low = on ? low_[onto - 1] : 0, under = top(to);
    for (int i = 0; i < n; i++) {
        value = value_with(to, on + i, moved[i], under, value, low);
        under = moved[i];
    }
    const i32 worth = total - value_of(from) - value_of(to) + (left ? score_[bare - 1] : empty_value_[from]) + value;
    if (!weights.over) return worth;
    // Cards come to lie over those in one pile and no longer over those in the other.
    i32 over = wanted.over + n * wanted.in[to];
    const bool lay = fact[from].lies, lies = fact[to].lies;
    int below = wanted.in[from];
    for (int i = 0; i < n; i++)
        if (wanted.cards >> (moved[i] & FACE) & 1) {
            below -= lay;
            over += (lies - lay) * (n - 1 - i);
        }
    return worth + 4 * weights.over * (over - n * below);
}

template <bool U> inline i32 Board<U>::worth_after_deals(int to, int place_of, const Wanted &wanted) const {
    const int on = len[to];
    const size_t onto = static_cast<size_t>(to) * stride + on;
    u8 low = on ? low_[onto - 1] : 0;
    const i32 value = value_with(to, on, talon[place_of], top(to), on ? score_[onto - 1] : 0, low);
    return total - talon_value_ - value_of(to) + value + 4 * weights.over * (wanted.over + wanted.in[to]);
}

}  // namespace solitaire
