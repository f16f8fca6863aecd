// Small things that everything else uses: cards as numbers, masks of cards, 128-bit keys.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace solitaire {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
__extension__ typedef unsigned __int128 u128;

// A card is rank * 4 + suit, 0..51; a face-down card is 64 more, as in the engine.
constexpr u8 DOWN = 64, FACE = 63;
constexpr int CARDS = 52;
constexpr int MOST_PILES = 64;   // so that a set of piles is one word
constexpr int MOST_CARDS = 208;  // of the whole pack, however many packs it is made of

// What is wrong with tables or a position that were handed in, in one sentence.
struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline int lowest(u64 mask) { return __builtin_ctzll(mask); }
inline int count(u64 mask) { return __builtin_popcountll(mask); }
inline int rank_of(u8 card) { return (card & FACE) >> 2; }

// Face-down cards are in no mask of cards.
inline bool has(u64 mask, u8 card) { return card < 64 && (mask >> card & 1); }

// SplitMix64, for the numbers that keys are made of and for the engine's own shuffles.
inline u64 next_random(u64 &state) {
    state += 0x9E3779B97F4A7C15ull;
    u64 z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

// A number below `bound`, each equally likely; the same as Generator.next_below of the engine.
inline u64 random_below(u64 &state, u64 bound) {
    const u64 over = (0 - bound) % bound;  // 2**64 % bound
    u64 value = next_random(state);
    while (over && value >= 0 - over) value = next_random(state);
    return value % bound;
}

}  // namespace solitaire
