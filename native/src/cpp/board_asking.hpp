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

template <bool U> i32 Board<U>::cards_over() const {
    u64 wanted = 0;
    for (u64 left = spec.homes; left; left &= left - 1) {
        const int p = lowest(left);
        const Pile &pile = spec.pile[p];
        if (spec.group[pile.group].kind != Kind::foundation) continue;
        wanted |= len[p] ? tables->takes[pile.unit][top(p)] : tables->start[pile.unit];
    }
    i32 over = 0;
    for (u64 left = wanted & away; left; left &= left - 1) {
        const u8 c = static_cast<u8>(lowest(left));
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

}  // namespace solitaire
