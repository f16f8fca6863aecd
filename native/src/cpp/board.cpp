#include "board.hpp"

namespace solitaire {

Randoms::Randoms() {
    u64 state = 0x70617469656e6365ull;
    auto wide = [&]() {
        const u64 high = next_random(state);
        return static_cast<u128>(high) << 64 | next_random(state);
    };
    for (auto &row : card)
        for (u128 &value : row) value = wide();
    // Odd, so that none of a card's own bits are lost.
    for (u64 &value : under) value = next_random(state) | 1;
    for (u128 &value : pile_card) value = wide();
    for (u128 &value : pile_class) value = wide();
    waste = wide();
    redeals = wide();
    base = wide();
    state_low = wide();
    state_high = wide();
    step = next_random(state) | 1;
}

const Randoms &randoms() {
    static const Randoms made;
    return made;
}

}  // namespace solitaire
