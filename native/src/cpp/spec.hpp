// The compiled tables of one variant, as Python wrote them down: all that the search knows of a game.
//
// The words are read in one fixed order (`Spec::read`; tables.py writes the same) and every one
// of them is checked, so that no table, however wrong, makes anything here read beyond its arrays.
#pragma once

#include <array>
#include <vector>

#include "bits.hpp"

namespace solitaire {

enum class Kind : u8 { tableau, foundation, cell, reserve, stock, waste, discard };
enum class Lift : u8 { none, top, tail, pile, top_or_pile };
enum class Run : u8 { no, by_itself, by_hand };
enum class When : u8 { always, no_gaps, stock_empty, first_deal, last_deal };
enum class Lock : u8 { no, pile, group };
enum class Onto : u8 { all, filled, empty };
enum class Sunk : u8 { no, below_top, all };  // of which cards the order no longer matters
enum class Goal : u8 { emptied, few_left, sorted };

using Masks = std::array<u64, 128>;  // by card; face-down cards find zeros

struct Route {
    u8 most = 0;  // 0: closed
    bool gap_open = false;
};

struct Pile {
    u8 group, unit;
    bool turns_up, home, must_be_empty, spare;
    Sunk sunk;
    u8 class_dealing, class_dealt;  // piles of one class are alike: while the stock has cards, and after
    std::vector<u8> covers;         // the piles that lie on this one
};

struct Group {
    Kind kind;
    Lift lift;
    int maximum;
    Run run;
    When when;
    bool counts_gaps, follow;
    Lock lock;
    u8 width;  // of the grid it lies in; 0 where it lies in none
    u8 first, end;
    bool limited;
    std::vector<std::vector<int>> limit;  // by empty cells, by empty piles
    bool fills;
    int each;
    std::vector<u8> fillers;
};

struct Unit {
    u8 group, first, end;
    std::vector<u8> gap_first;  // groups that fill its gaps before all others
    bool particular;
    bool alike_dealing, alike_dealt;
};

// Everything that depends on the base rank of the foundations.
struct Tables {
    int base;
    std::vector<Masks> build, takes;  // by unit
    std::vector<u64> start;           // by unit
    std::vector<Masks> hang;          // by group
    std::vector<bool> hangs_any;      // by group: whatever lies on each other hangs together
    std::array<u8, 64> level{};       // how many cards are home before this one on its shortest way
    bool safe_home;                   // whether the three below are good for anything
    bool soon;
    std::array<u64, 64> need{}, over{}, locks{};
};

struct Removal {
    int least, most, total;   // total 0: none asked
    std::vector<u8> ranks;    // sorted
    bool same_rank, adjacent;
    bool has_pair, has_match, has_beaten;
    Masks pair, match, beaten;
    u64 sources;  // piles
};

struct Deal {
    bool there = false;
    Onto onto = Onto::all;
    When when = When::always;
    bool close_up = false;
    std::vector<u8> targets;
    int passes = 0, fewest = 0, most = 0;  // of targets
    std::vector<std::vector<u8>> counts;   // by pass, targets, stock
    const std::vector<u8> &of(int pass, int targets_now, int stock) const;
};

struct Redeal {  // of the tableau
    bool there = false;
    int times = 0;  // -1: without end
    bool shuffle = false, by_piles = false;
    int each = 1, merci = 0;
    std::vector<u8> gather;
};

struct Spec {
    int piles = 0, stride = 0, pack_size = 0;
    std::array<u8, 64> in_pack{};  // how many copies of each card
    std::vector<Pile> pile;
    std::vector<Group> group;
    std::vector<Unit> unit;
    std::vector<std::vector<Route>> route;
    std::vector<Tables> tables;         // those that may be needed
    std::array<i32, 14> tables_of{};    // by base + 1; -1 where there are none
    int stock = -1, waste = -1, discard = -1;
    Deal deal;
    int redeals = 0;  // -1: without end
    bool counts_redeals = false, keeps_redeals = false;
    Redeal redeal;
    Goal goal = Goal::emptied;
    int left = 0;
    u64 lying = 0;  // piles that are to be sorted
    std::vector<u8> ranks;
    std::array<u8, 16> place_of_rank{};
    std::vector<Removal> removals;
    u64 base_from = 0;
    bool waits = false, endless = false, passes_differ = false;
    bool safe_home = false, needs_empty_stock = false;
    u64 home_sources = 0;
    bool stock_begins = false;
    u64 homes = 0, foundations = 0, cells = 0, tableau = 0, must_be_empty = 0, fillers = 0;
    // Whether foundations ask for nothing but what lies on them, so that only a card just laid bare or moved can newly go there.
    bool plain_homes = true;
    bool has_covers = false, must_settle = false, has_runs = false, has_fills = false, has_hand_runs = false;
    // Which cards are one and the same for all rules, and whether no two cards of the pack are.
    std::array<u8, 64> same_as{};
    bool unique = true;

    // Reads what tables.py wrote. BadInput names the first word that cannot be.
    static Spec read(const u64 *words, size_t size);
    const Tables &at_base(int base) const;
    int group_of(int p) const { return pile[p].group; }
    const Group &group_at(int p) const { return group[pile[p].group]; }
};

}  // namespace solitaire
