// Cards put down and taken up, and every change that can be undone.
#pragma once

#include "board.hpp"

namespace solitaire {

template <bool U> Board<U>::Board(const Spec &s) : spec(s), stride(s.stride), randoms_(randoms()) {
    card.resize(static_cast<size_t>(spec.piles) * stride + 8);
    low_.resize(card.size());
    score_.resize(card.size());
    if (!U) prefix_.resize(card.size());
    talon.resize(spec.pack_size + 8);
    empties.resize(spec.group.size());
    for (int p = 0; p < spec.piles; p++) {
        const Pile &pile = spec.pile[p];
        const Kind kind = spec.group[pile.group].kind;
        const u8 lies = kind == Kind::tableau ? 2 : kind == Kind::reserve ? 1 : 0;
        fact[p] = {pile.group, pile.unit, kind == Kind::cell, lies, pile.home, pile.must_be_empty, pile.sunk != Sunk::no};
    }
    weigh(Weights());
}

template <bool U> void Board<U>::weigh(const Weights &w) {
    weights = w;
    for (int p = 0; p < spec.piles; p++) {
        const Kind kind = spec.group_at(p).kind;
        const bool spare = spec.pile[p].spare;
        i32 value = spare ? 0 : 4 * w.home;
        if (kind == Kind::cell) value += 4 * w.cell;
        if (kind == Kind::stock || kind == Kind::waste) value += spare ? -4 * w.talon : 4 * w.talon;
        if (p == spec.stock && spec.stock_begins) value = -4 * (w.home * 8 / 5);
        card_value_[p] = spec.pile[p].home || kind == Kind::discard ? 0 : value;
        empty_value_[p] = kind == Kind::tableau && !spec.pile[p].home ? -4 * w.empty : 0;
    }
    talon_value_ = spec.stock >= 0 ? card_value_[spec.stock] : 0;
    if (tables) rebuild();
}

// Everything is put down anew: for another base, other weights, a position from outside.
template <bool U> void Board<U>::rebuild() {
    std::vector<std::vector<u8>> lying(spec.piles);
    for (int p = 0; p < spec.piles; p++) lying[p].assign(&card[p * stride], &card[p * stride] + len[p]);
    len.fill(0);
    where.fill(NOWHERE);
    home_count.fill(0);
    cards_home = to_empty = empty_cells = 0;
    total = 0;
    key = 0;
    away = 1ull << CARDS;  // a card locked by this one never goes home by itself
    for (int c = 0; c < CARDS; c++)
        if (spec.in_pack[c]) away |= 1ull << c;
    for (size_t g = 0; g < spec.group.size(); g++) {
        empties[g] = spec.group[g].end - spec.group[g].first;
        if (spec.group[g].kind == Kind::cell) empty_cells += empties[g];
    }
    for (int p = 0; p < spec.piles; p++) {
        total += empty_value_[p];
        for (u8 c : lying[p]) push(p, c);
    }
    total += talon_size * talon_value_;
    if (spec.waits && spec.pile[spec.stock].must_be_empty) to_empty += talon_size;
    rekey();
}

template <bool U> void Board<U>::rekey() {
    dealt = spec.stock < 0 || !len[spec.stock];
    for (int p = 0; p < spec.piles; p++) cls[p] = dealt ? spec.pile[p].class_dealt : spec.pile[p].class_dealing;
    key = randoms_.base * static_cast<u64>(base + 1) + randoms_.state_low * state + randoms_.state_high * (state >> 32);
    if (spec.keeps_redeals) key += randoms_.redeals * static_cast<u64>(redeals);
    for (int p = 0; p < spec.piles; p++) {
        if (!U) {
            key += held_[p] = pile_key(p);
            continue;
        }
        for (int j = 0; j < len[p]; j++) {
            const u8 c = at(p, j);
            if (spec.pile[p].sunk == Sunk::no) key += relation(p, c, j ? at(p, j - 1) : UNDER_NONE);
            else key += relation(p, c, UNDER_IN);
        }
        if (spec.pile[p].sunk == Sunk::below_top && len[p]) key += relation(p, top(p), UNDER_TOP);
    }
    if (spec.waits) key += (talon_held_ = talon_key()) + randoms_.waste * static_cast<u64>(waste_at);
}

template <bool U> void Board<U>::classes_follow() {
    if (dealt != (spec.stock < 0 || !len[spec.stock])) rekey();
}

template <bool U> u128 Board<U>::pile_key(int p) const {
    if (!len[p]) return 0;
    u128 sum = prefix_[p * stride + len[p] - 1];
    if (spec.pile[p].sunk == Sunk::below_top) sum += randoms_.pile_card[spec.same_as[top(p) & FACE]] * randoms_.step;
    return mixed(sum + randoms_.pile_class[cls[p]]);
}

template <bool U> u128 Board<U>::talon_key() const {
    u128 sum = 0;
    for (int i = 0; i < talon_size; i++)
        if (U) sum += randoms_.card[MOST_PILES][talon[i]] * randoms_.under[i ? talon[i - 1] : UNDER_NONE];
        else sum = sum * randoms_.step + randoms_.pile_card[spec.same_as[talon[i]]];
    return U ? sum : mixed(sum + randoms_.pile_class[MOST_PILES]);
}

template <bool U> inline i32 Board<U>::value_with(int p, int j, u8 c, u8 under, i32 below, u8 &low) const {
    const Fact &pile = fact[p];
    i32 value = below + card_value_[p];
    if (pile.home || !pile.lies) return value;
    if (c >= DOWN) value += 4 * weights.hidden;
    const u8 level = tables->level[c & FACE];
    if (j) {
        if (pile.lies == 2 && !has(tables->build[pile.unit][c], under)) value += 4 * weights.pair + weights.spread * j;
        else if (weights.loose && !tables->hangs_any[pile.group] && !has(tables->hang[pile.group][c], under)) value += 4 * weights.loose;
    }
    if (j && level > low) value += 4 * weights.above;
    else low = level;
    return value;
}

template <bool U> template <bool KEYED> inline void Board<U>::put(int p, u8 c) {
    const int j = len[p]++;
    const size_t at = static_cast<size_t>(p) * stride + j;
    const Fact &pile = fact[p];
    const u8 under = j ? card[at - 1] : UNDER_NONE;
    card[at] = c;
    if (U) {
        if (KEYED) {
            if (!pile.sinks) key += relation(p, c, under);
            else {
                key += relation(p, c, UNDER_IN);
                if (spec.pile[p].sunk == Sunk::below_top) {
                    key += relation(p, c, UNDER_TOP);
                    if (j) key -= relation(p, under, UNDER_TOP);
                }
            }
        }
        where[c & FACE] = static_cast<u8>(p);
        place[c & FACE] = static_cast<u8>(j);
    } else {
        const u128 own = randoms_.pile_card[spec.same_as[c & FACE] | (c & DOWN)];
        const u128 before = j ? prefix_[at - 1] : 0;
        prefix_[at] = pile.sinks ? before + own : before * randoms_.step + own;
    }
    if (!j) {
        empties[pile.group]--;
        empty_cells -= pile.kind_is_cell;
    }
    to_empty += pile.must_be_empty;
    if (pile.home) {
        cards_home++;
        if (++home_count[c & FACE] == spec.in_pack[c & FACE]) away &= ~(1ull << (c & FACE));
    }
    u8 low = j ? low_[at - 1] : 0;
    const i32 value = value_with(p, j, c, under, j ? score_[at - 1] : 0, low);
    low_[at] = low;
    score_[at] = value;
}

template <bool U> template <bool KEYED> inline u8 Board<U>::take(int p) {
    const int j = --len[p];
    const size_t at = static_cast<size_t>(p) * stride + j;
    const Fact &pile = fact[p];
    const u8 c = card[at];
    if (U && KEYED) {
        const u8 under = j ? card[at - 1] : UNDER_NONE;
        if (!pile.sinks) key -= relation(p, c, under);
        else {
            key -= relation(p, c, UNDER_IN);
            if (spec.pile[p].sunk == Sunk::below_top) {
                key -= relation(p, c, UNDER_TOP);
                if (j) key += relation(p, under, UNDER_TOP);
            }
        }
    }
    if (!j) {
        empties[pile.group]++;
        empty_cells += pile.kind_is_cell;
    }
    to_empty -= pile.must_be_empty;
    if (pile.home) {
        cards_home--;
        if (home_count[c & FACE]-- == spec.in_pack[c & FACE]) away |= 1ull << (c & FACE);
    }
    return c;
}

template <bool U> void Board<U>::push(int p, u8 c) {
    total -= value_of(p);
    put<true>(p, c);
    total += value_of(p);
    touch(p);
}

template <bool U> u8 Board<U>::pop(int p) {
    total -= value_of(p);
    const u8 c = take<true>(p);
    total += value_of(p);
    touch(p);
    return c;
}

template <bool U> inline u128 Board<U>::key_after(int from, int to, int n) const {
    const int at = len[from] - n;
    const u8 lead = this->at(from, at), under = at ? this->at(from, at - 1) : UNDER_NONE, onto = top(to);
    u128 after = key - relation(from, lead, under) + relation(to, lead, onto);
    if (cls[from] != cls[to])
        for (int j = at + 1; j < len[from]; j++) {
            const u8 c = this->at(from, j), below = this->at(from, j - 1);
            after += relation(to, c, below) - relation(from, c, below);
        }
    return after;
}

template <bool U> inline void Board<U>::move(int from, int to, int n) {
    changes.push_back({Done::moved, static_cast<u8>(from), static_cast<u8>(to), static_cast<u8>(n), 0});
    total -= value_of(from) + value_of(to);
    const int begin = len[from] - n;
    if (U && n > 1 && !fact[from].sinks && !fact[to].sinks) {
        key = key_after(from, to, n);
        for (int i = 0; i < n; i++) take<false>(from);
        for (int i = 0; i < n; i++) put<false>(to, card[static_cast<size_t>(from) * stride + begin + i]);
    } else {
        for (int i = 0; i < n; i++) take<true>(from);
        for (int i = 0; i < n; i++) put<true>(to, card[static_cast<size_t>(from) * stride + begin + i]);
    }
    total += value_of(from) + value_of(to);
    touch(from);
    touch(to);
}

template <bool U> void Board<U>::turn_up(int from, int to) {
    const u8 c = pop(from);
    changes.push_back({Done::turned, static_cast<u8>(from), static_cast<u8>(to), 1, c});
    push(to, c & FACE);
}

template <bool U> void Board<U>::flip(int p) {
    const u8 c = pop(p);
    changes.push_back({Done::flipped, static_cast<u8>(p), 0, 1, c});
    push(p, c & FACE);
}

template <bool U> void Board<U>::take_from_waste(int to) {
    const int i = waste_at - 1;
    const u8 c = talon[i];
    if (U) {
        const u128 gone = talon_relations(i);
        key -= gone;
        talon_held_ -= gone;
    }
    std::memmove(&talon[i], &talon[i + 1], talon_size - i - 1);
    talon_size--;
    if (!U) {
        const u128 now = talon_key();
        key += now - talon_held_;
        talon_held_ = now;
    }
    total -= talon_value_;
    to_empty -= spec.pile[spec.stock].must_be_empty;
    changes.push_back({Done::taken, 0, static_cast<u8>(to), 1, static_cast<u32>(i)});
    set_waste(i);
    push(to, c);
}

template <bool U> void Board<U>::snapshot() {
    std::vector<u8> bytes(most_packed());
    bytes.resize(pack(bytes.data()) + 8);
    kept_.push_back(std::move(bytes));
    changes.push_back({Done::changed, 0, 0, 0, 0});
}

template <bool U> void Board<U>::set_base(int rank) {
    base = rank;
    tables = &spec.at_base(rank);
}

template <bool U> void Board<U>::choose_base(int rank) {
    set_base(rank);
    rebuild();
}

template <bool U> void Board<U>::back_to(const Mark &mark) {
    const bool other_base = base != mark.base;
    if (other_base) set_base(mark.base);
    while (changes.size() > mark.changes) {
        const Change change = changes.back();
        changes.pop_back();
        switch (change.done) {
        case Done::moved: {
            const int from = change.to, to = change.from, begin = len[from] - change.n;
            for (int i = 0; i < change.n; i++) take<false>(from);
            for (int i = 0; i < change.n; i++) put<false>(to, card[static_cast<size_t>(from) * stride + begin + i]);
            if (!U) held_[from] = pile_key(from), held_[to] = pile_key(to);
            break;
        }
        case Done::turned:
            take<false>(change.to);
            put<false>(change.from, static_cast<u8>(change.arg));
            if (!U) held_[change.to] = pile_key(change.to), held_[change.from] = pile_key(change.from);
            break;
        case Done::flipped:
            take<false>(change.from);
            put<false>(change.from, static_cast<u8>(change.arg));
            if (!U) held_[change.from] = pile_key(change.from);
            break;
        case Done::taken: {
            const u8 c = take<false>(change.to);
            const int i = static_cast<int>(change.arg);
            std::memmove(&talon[i + 1], &talon[i], talon_size - i);
            talon[i] = c;
            talon_size++;
            to_empty += spec.pile[spec.stock].must_be_empty;
            if (U) where[c] = NOWHERE, talon_held_ += talon_relations(i);
            else held_[change.to] = pile_key(change.to), talon_held_ = talon_key();
            break;
        }
        case Done::changed:
            load(kept_.back().data());
            kept_.pop_back();
            break;
        }
    }
    redeals = mark.redeals;
    waste_at = mark.waste_at;
    state = mark.state;
    // What was put down under another base is worth something else now.
    if (other_base) choose_base(mark.base);
    else if (dealt != mark.dealt) rekey();
    key = mark.key;
    total = mark.total;
}

}  // namespace solitaire
