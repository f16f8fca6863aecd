// Positions as bytes: packed for the searches, and as they come from outside.
#pragma once

#include "board.hpp"

namespace solitaire {

// Eight bytes at a time, which is quicker for so few; up to seven more are read and written.
inline void copy(u8 *to, const u8 *from, int size) {
    for (int j = 0; j < size; j += 8) std::memcpy(to + j, from + j, 8);
}

template <bool U> int Board<U>::pack(u8 *to) const {
    u8 *at = to;
    *at++ = static_cast<u8>(base + 1);
    *at++ = static_cast<u8>(redeals);
    *at++ = static_cast<u8>(redeals >> 8);
    if (spec.redeal.shuffle) {
        std::memcpy(at, &state, 8);
        at += 8;
    }
    if (spec.waits) {
        *at++ = static_cast<u8>(talon_size);
        *at++ = static_cast<u8>(waste_at);
        copy(at, talon.data(), talon_size);
        at += talon_size;
    }
    copy(at, len.data(), spec.piles);
    at += spec.piles;
    for (int p = 0; p < spec.piles; p++) {
        copy(at, &card[static_cast<size_t>(p) * stride], len[p]);
        at += len[p];
    }
    return static_cast<int>(at - to);
}

template <bool U> void Board<U>::set_talon(const u8 *cards, int size) {
    const int now = talon_size;
    if (size == now && !std::memcmp(talon.data(), cards, size)) return;
    key -= talon_held_;
    total += (size - now) * talon_value_;
    if (spec.pile[spec.stock].must_be_empty) to_empty += size - now;
    std::memcpy(talon.data(), cards, size);
    talon_size = size;
    key += talon_held_ = talon_key();
}

// How many cards of two piles are the same from the bottom up, of at most `most`; both may be read some way on.
inline int agreeing(const u8 *one, const u8 *other, int most) {
    for (int j = 0; j < most; j += 8) {
        u64 a, b;
        std::memcpy(&a, one + j, 8);
        std::memcpy(&b, other + j, 8);
        // The lowest byte that differs comes first: both are read the same way round.
        if (a != b) {
            const int differs = j + (lowest(a ^ b) >> 3);
            return differs < most ? differs : most;
        }
    }
    return most;
}

template <bool U> void Board<U>::load(const u8 *packed) {
    const int new_base = packed[0] - 1, new_redeals = packed[1] | packed[2] << 8;
    packed += 3;
    u64 new_state = 0;
    if (spec.redeal.shuffle) {
        std::memcpy(&new_state, packed, 8);
        packed += 8;
    }
    if (new_base != base || new_state != state) {
        state = new_state;
        if (new_base != base) choose_base(new_base);
        else rekey();
    }
    set_redeals(new_redeals);
    if (spec.waits) {
        const int size = packed[0], at = packed[1];
        set_talon(packed + 2, size);
        set_waste(at);
        packed += 2 + size;
    }
    const u8 *lens = packed;
    packed += spec.piles;
    // First what is over goes, then what is missing comes: no card is in two places at once.
    std::array<u8, MOST_PILES> same;
    const u8 *cards = packed;
    for (int p = 0; p < spec.piles; p++) {
        const u8 *own = &card[static_cast<size_t>(p) * stride];
        const int both = lens[p] < len[p] ? lens[p] : len[p];
        const int j = agreeing(own, cards, both);
        same[p] = static_cast<u8>(j);
        if (j < len[p]) {
            total -= value_of(p);
            while (len[p] > j) take<true>(p);
            total += value_of(p);
        }
        cards += lens[p];
    }
    cards = packed;
    for (int p = 0; p < spec.piles; p++) {
        if (same[p] < lens[p]) {
            total -= value_of(p);
            for (int j = same[p]; j < lens[p]; j++) put<true>(p, cards[j]);
            total += value_of(p);
        }
        touch(p);
        cards += lens[p];
    }
    if (U && spec.waits)
        for (int i = 0; i < talon_size; i++) where[talon[i]] = NOWHERE;
    classes_follow();
}

template <bool U> void Board<U>::read(const u8 *bytes, size_t size) {
    const u8 *end = bytes + size;
    auto byte = [&]() {
        if (bytes == end) throw BadInput("the position ends too early");
        return *bytes++;
    };
    const int new_base = byte() - 1, low = byte(), high = byte();
    if (new_base > 12) throw BadInput("the position has a base that is no rank");
    state = 0;
    for (int i = 0; i < 8; i++) state |= static_cast<u64>(byte()) << 8 * i;
    redeals = low | high << 8;
    forget_changes();
    set_base(new_base);
    std::array<int, 64> seen{};
    int cards = 0;
    std::vector<u8> stock, waste;
    len.fill(0);
    for (int p = 0; p < spec.piles; p++) {
        const int here = byte();
        for (int j = 0; j < here; j++) {
            const u8 c = byte();
            if (c >= 128 || (c & FACE) >= CARDS || ++seen[c & FACE] > spec.in_pack[c & FACE] || ++cards > spec.pack_size)
                throw BadInput("the position has a card that is not in the pack, or has it too often");
            if (spec.waits && (p == spec.stock || p == spec.waste)) (p == spec.stock ? stock : waste).push_back(c & FACE);
            else card[static_cast<size_t>(p) * stride + len[p]++] = c;
        }
    }
    if (bytes != end) throw BadInput("the position goes on after its end");
    talon_size = waste_at = 0;
    for (u8 c : waste) talon[talon_size++] = c;
    waste_at = talon_size;
    for (size_t i = stock.size(); i-- > 0;) talon[talon_size++] = stock[i];
    rebuild();
}

template <bool U> std::vector<u8> Board<U>::write() const {
    std::vector<u8> bytes{static_cast<u8>(base + 1), static_cast<u8>(redeals), static_cast<u8>(redeals >> 8)};
    for (int i = 0; i < 8; i++) bytes.push_back(static_cast<u8>(state >> 8 * i));
    for (int p = 0; p < spec.piles; p++) {
        if (spec.waits && p == spec.stock) {
            bytes.push_back(static_cast<u8>(talon_size - waste_at));
            for (int i = talon_size; i-- > waste_at;) bytes.push_back(talon[i] | DOWN);
        } else if (spec.waits && p == spec.waste) {
            bytes.push_back(static_cast<u8>(waste_at));
            bytes.insert(bytes.end(), talon.begin(), talon.begin() + waste_at);
        } else {
            bytes.push_back(len[p]);
            bytes.insert(bytes.end(), cards_of(p), cards_of(p) + len[p]);
        }
    }
    return bytes;
}

}  // namespace solitaire
