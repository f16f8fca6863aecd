#include "spec.hpp"

#include <algorithm>
#include <string>

namespace solitaire {
namespace {

constexpr u64 MAGIC = 0x736f6c6974616972ull, VERSION = 1;
// As many as a variant file may say; a search walks through all passes at every position.
constexpr int MOST_REDEALS = 99;

class Reader {
  public:
    Reader(const u64 *words, size_t size) : at_(words), end_(words + size) {}

    u64 word(const char *what) {
        if (at_ == end_) throw BadInput(std::string("the tables end before ") + what);
        return *at_++;
    }
    int number(const char *what, int least, int most) {
        const u64 value = word(what);
        if (value > static_cast<u64>(most) || static_cast<int>(value) < least)
            throw BadInput(std::string("the tables have a wrong ") + what);
        return static_cast<int>(value);
    }
    bool flag(const char *what) { return number(what, 0, 1) != 0; }
    template <class E> E choice(const char *what, E last) {
        return static_cast<E>(number(what, 0, static_cast<int>(last)));
    }
    std::vector<u8> numbers(const char *what, int most_of_them, int largest) {
        std::vector<u8> found(number(what, 0, most_of_them));
        for (u8 &value : found) value = static_cast<u8>(number(what, 0, largest));
        return found;
    }
    u64 cards(const char *what) {
        const u64 mask = word(what);
        if (mask >> CARDS) throw BadInput(std::string("the tables have cards that are none in ") + what);
        return mask;
    }
    Masks masks(const char *what) {
        Masks found{};
        for (int card = 0; card < CARDS; card++) found[card] = cards(what);
        return found;
    }
    void end() const {
        if (at_ != end_) throw BadInput("the tables go on after their end");
    }

  private:
    const u64 *at_, *end_;
};

void read_piles(Reader &in, Spec &spec, int groups, int units) {
    const int piles = spec.piles;
    for (int p = 0; p < piles; p++) {
        Pile pile;
        pile.group = in.number("group of a pile", 0, groups - 1);
        pile.unit = in.number("unit of a pile", 0, units - 1);
        pile.turns_up = in.flag("turning up");
        pile.home = in.flag("home");
        pile.must_be_empty = in.flag("pile to be emptied");
        pile.spare = in.flag("spare pile");
        pile.sunk = in.choice("sunk pile", Sunk::all);
        pile.class_dealing = in.number("class of a pile", 0, piles - 1);
        pile.class_dealt = in.number("class of a pile", 0, piles - 1);
        pile.covers = in.numbers("covers of a pile", piles, piles - 1);
        if (std::count(pile.covers.begin(), pile.covers.end(), p)) throw BadInput("a pile covers itself");
        spec.has_covers |= !pile.covers.empty();
        spec.homes |= static_cast<u64>(pile.home) << p;
        spec.must_be_empty |= static_cast<u64>(pile.must_be_empty) << p;
        spec.pile.push_back(std::move(pile));
    }
}

void read_groups(Reader &in, Spec &spec, int groups) {
    int at = 0;
    for (int g = 0; g < groups; g++) {
        Group group;
        group.kind = in.choice("kind of a group", Kind::discard);
        group.lift = in.choice("lift of a group", Lift::top_or_pile);
        group.maximum = in.number("maximum of a group", 0, MOST_CARDS);
        group.run = in.choice("run of a group", Run::by_hand);
        group.when = in.choice("condition of a group", When::last_deal);
        group.counts_gaps = in.flag("counting of gaps");
        group.follow = in.flag("following");
        group.lock = in.choice("lock of a group", Lock::group);
        group.width = in.number("width of a grid", 0, spec.piles);
        group.first = at;
        at += in.number("size of a group", 0, spec.piles - at);
        group.end = at;
        const int rows = in.number("size of a limit", 0, spec.piles + 1);
        const int columns = in.number("size of a limit", rows ? 1 : 0, spec.piles + 1);
        group.limited = rows > 0;
        group.limit.assign(rows, std::vector<int>(columns));
        for (auto &row : group.limit)
            for (int &most : row) most = in.number("limit", 1, 1 << 16);
        group.fills = in.flag("filling of gaps");
        group.each = in.number("cards that fill a gap", 1, MOST_CARDS);
        group.fillers = in.numbers("piles that fill gaps", spec.piles, spec.piles - 1);
        for (u8 p : group.fillers) {
            if (group.fills && p >= group.first && p < group.end) throw BadInput("a pile fills itself");
            spec.fillers |= 1ull << p;
        }
        if (group.run != Run::no && !group.maximum) throw BadInput("a run has no length");
        spec.has_runs |= group.run == Run::by_itself;
        spec.has_hand_runs |= group.run == Run::by_hand;
        spec.has_fills |= group.fills;
        for (int p = group.first; p < group.end; p++) {
            if (spec.pile[p].group != g) throw BadInput("a pile is not where its group is");
            if (group.kind == Kind::cell) spec.cells |= 1ull << p;
            if (group.kind == Kind::tableau) spec.tableau |= 1ull << p;
            if (group.kind == Kind::foundation && spec.pile[p].home) spec.foundations |= 1ull << p;
        }
        spec.group.push_back(std::move(group));
    }
    if (at != spec.piles) throw BadInput("the groups have other piles than there are");
    // As many cells and piles as a limit asks about.
    const int cells = count(spec.cells);
    for (const Group &group : spec.group) {
        const int gaps = group.counts_gaps ? group.end - group.first : 0;
        if (group.limited && (static_cast<int>(group.limit.size()) <= cells || static_cast<int>(group.limit[0].size()) <= gaps))
            throw BadInput("a limit is too small for its piles");
    }
}

void read_units(Reader &in, Spec &spec, int units) {
    int at = 0;
    for (int u = 0; u < units; u++) {
        Unit unit;
        unit.group = in.number("group of a unit", 0, static_cast<int>(spec.group.size()) - 1);
        unit.first = at;
        at += in.number("size of a unit", 0, spec.piles - at);
        unit.end = at;
        unit.gap_first = in.numbers("groups that fill first", static_cast<int>(spec.group.size()), static_cast<int>(spec.group.size()) - 1);
        unit.alike_dealing = in.flag("alike piles");
        unit.alike_dealt = in.flag("alike piles");
        const Group &group = spec.group[unit.group];
        unit.particular = group.follow || group.lock != Lock::no;
        for (int p = unit.first; p < unit.end; p++)
            if (spec.pile[p].unit != u || spec.pile[p].group != unit.group) throw BadInput("a pile is not where its unit is");
        spec.unit.push_back(std::move(unit));
    }
    if (at != spec.piles) throw BadInput("the units have other piles than there are");
}

Tables read_tables(Reader &in, const Spec &spec) {
    Tables tables;
    tables.base = in.number("base", 0, 13) - 1;
    for (size_t u = 0; u < spec.unit.size(); u++) {
        tables.start.push_back(in.cards("start of a unit"));
        tables.build.push_back(in.masks("building of a unit"));
        Masks takes{};
        for (int card = 0; card < CARDS; card++)
            for (u64 left = tables.build.back()[card]; left; left &= left - 1) takes[lowest(left)] |= 1ull << card;
        tables.takes.push_back(takes);
    }
    for (size_t g = 0; g < spec.group.size(); g++) {
        const bool any = in.flag("hanging of a group");
        tables.hangs_any.push_back(any);
        tables.hang.push_back(any ? Masks{} : in.masks("hanging of a group"));
    }
    for (int card = 0; card < CARDS; card++) tables.level[card] = in.number("level of a card", 0, 255);
    tables.safe_home = in.flag("safe home");
    tables.soon = in.flag("going home soon");
    for (int card = 0; card < CARDS; card++) {
        tables.need[card] = in.cards("cards below at home");
        tables.over[card] = in.cards("cards above");
        tables.locks[card] = in.word("locks of a card") & ((2ull << CARDS) - 1);
    }
    return tables;
}

void read_deal(Reader &in, Spec &spec) {
    Deal &deal = spec.deal;
    deal.there = in.flag("deal");
    deal.onto = in.choice("piles dealt to", Onto::empty);
    deal.when = in.choice("condition of the deal", When::last_deal);
    deal.close_up = in.flag("closing up");
    deal.targets = in.numbers("targets of the deal", spec.piles, spec.piles - 1);
    deal.passes = in.number("passes", 0, 64);
    deal.fewest = in.number("fewest targets", 0, spec.piles);
    deal.most = in.number("most targets", 0, spec.piles);
    if (!deal.there) return;
    if (spec.stock < 0 || deal.passes < 1 || deal.most != static_cast<int>(deal.targets.size()) || deal.fewest > deal.most)
        throw BadInput("the deal does not fit its stock");
    if (deal.fewest != (deal.onto == Onto::all && !deal.close_up ? deal.most : std::min(1, deal.most))) throw BadInput("the deal has other targets than it says");
    u64 seen = 0;
    for (u8 target : deal.targets) {
        if (target == spec.stock || seen >> target & 1) throw BadInput("the deal has a target twice");
        seen |= 1ull << target;
    }
    for (int pass = 0; pass < deal.passes; pass++)
        for (int targets = deal.fewest; targets <= deal.most; targets++)
            for (int stock = 1; stock <= spec.pack_size; stock++) {
                std::vector<u8> counts(targets);
                int sum = 0;
                for (u8 &cards : counts) sum += cards = static_cast<u8>(in.number("cards dealt", 0, stock));
                if (sum > stock || (targets && !sum)) throw BadInput("a deal of more cards than there are, or of none");
                deal.counts.push_back(std::move(counts));
            }
}

void read_removals(Reader &in, Spec &spec) {
    const int removals = in.number("removals", 0, 64);
    for (int r = 0; r < removals; r++) {
        Removal removal;
        removal.least = in.number("fewest cards removed", 1, MOST_CARDS);
        removal.most = in.number("most cards removed", removal.least, MOST_CARDS);
        removal.total = in.number("sum of a removal", 0, 1 << 16);
        removal.ranks = in.numbers("ranks of a removal", MOST_CARDS, 12);
        std::sort(removal.ranks.begin(), removal.ranks.end());
        removal.same_rank = in.flag("same rank");
        removal.adjacent = in.flag("touching cards");
        removal.has_pair = in.flag("pair");
        removal.pair = removal.has_pair ? in.masks("pair") : Masks{};
        removal.has_match = in.flag("match");
        removal.match = removal.has_match ? in.masks("match") : Masks{};
        removal.has_beaten = in.flag("beaten card");
        removal.beaten = removal.has_beaten ? in.masks("beaten card") : Masks{};
        removal.sources = in.word("sources of a removal");
        if (spec.piles < 64 && removal.sources >> spec.piles) throw BadInput("a removal takes from a pile that is not there");
        if (removal.has_pair && removal.most < 2) throw BadInput("a pair has two cards");
        if (spec.discard < 0) throw BadInput("there is no pile for removed cards");
        spec.removals.push_back(std::move(removal));
    }
}

// Cards of one rank that may change places with another in every table: for play they are one and the same card.
// Where there are copies of them no table may tell a card from its own copy either: with twins that lie on twins only,
// two pairs are not two mixed couples.
void find_same_cards(Spec &spec) {
    auto swapped = [](u64 mask, int a, int b) {
        const u64 differ = (mask >> a ^ mask >> b) & 1;
        return mask ^ (differ << a | differ << b);
    };
    auto same_in = [&](const Masks &masks, int a, int b) {
        if ((spec.in_pack[a] > 1 || spec.in_pack[b] > 1) && (masks[a] != masks[b] || masks[a] != swapped(masks[a], a, b))) return false;
        for (int card = 0; card < CARDS; card++) {
            const int other = card == a ? b : card == b ? a : card;
            if (masks[other] != swapped(masks[card], a, b)) return false;
        }
        return true;
    };
    auto same = [&](int a, int b) {
        for (const Tables &tables : spec.tables) {
            for (u64 start : tables.start)
                if (start != swapped(start, a, b)) return false;
            for (const Masks &masks : tables.build)
                if (!same_in(masks, a, b)) return false;
            for (const Masks &masks : tables.hang)
                if (!same_in(masks, a, b)) return false;
        }
        for (const Removal &removal : spec.removals)
            for (const Masks *masks : {&removal.pair, &removal.match, &removal.beaten})
                if (!same_in(*masks, a, b)) return false;
        return true;
    };
    for (int card = 0; card < 64; card++) spec.same_as[card] = static_cast<u8>(card);
    for (int card = 0; card < CARDS; card++)
        for (int other = card & ~3; other < card; other++)
            if (spec.same_as[other] == other && same(other, card)) {
                spec.same_as[card] = static_cast<u8>(other);
                break;
            }
    std::array<int, 64> copies{};
    for (int card = 0; card < CARDS; card++) copies[spec.same_as[card]] += spec.in_pack[card];
    spec.unique = *std::max_element(copies.begin(), copies.end()) <= 1;
}

}  // namespace

const std::vector<u8> &Deal::of(int pass, int targets_now, int stock) const {
    const int stocks = static_cast<int>(counts.size()) / (passes * (most - fewest + 1));
    pass = std::min(pass, passes - 1);
    return counts[(pass * (most - fewest + 1) + targets_now - fewest) * stocks + stock - 1];
}

const Tables &Spec::at_base(int base) const {
    const i32 number = tables_of[base + 1];
    if (number < 0) throw BadInput("there are no tables for this base");
    return tables[number];
}

Spec Spec::read(const u64 *words, size_t size) {
    Reader in(words, size);
    Spec spec;
    if (in.word("their name") != MAGIC || in.word("their version") != VERSION)
        throw BadInput("these are no tables of this version: install solitaire-engine and solitaire-engine-native of one version");
    spec.piles = in.number("number of piles", 1, MOST_PILES);
    const int groups = in.number("number of groups", 1, 64);
    const int units = in.number("number of units", 1, 64);
    const std::vector<u8> pack = in.numbers("pack", MOST_CARDS, CARDS - 1);
    spec.pack_size = static_cast<int>(pack.size());
    for (u8 card : pack) spec.in_pack[card]++;
    // Room for one card more: a drawn card is put down before it is taken away.
    spec.stride = (spec.pack_size + 8) & ~7;
    spec.stock = in.number("stock", 0, spec.piles) - 1;
    spec.waste = in.number("waste", 0, spec.piles) - 1;
    spec.discard = in.number("discard", 0, spec.piles) - 1;
    read_piles(in, spec, groups, units);
    read_groups(in, spec, groups);
    read_units(in, spec, units);
    spec.route.assign(groups, std::vector<Route>(groups));
    for (auto &row : spec.route)
        for (Route &route : row) {
            route.most = static_cast<u8>(in.number("way", 0, 255));
            route.gap_open = in.flag("way to gaps");
        }
    spec.tables_of.fill(-1);
    const int bases = in.number("number of bases", 1, 14);
    for (int number = 0; number < bases; number++) {
        spec.tables.push_back(read_tables(in, spec));
        spec.tables_of[spec.tables.back().base + 1] = number;
    }
    read_deal(in, spec);
    spec.redeals = in.number("redeals", 0, MOST_REDEALS + 1) - 1;
    spec.counts_redeals = in.flag("counting of redeals");
    spec.keeps_redeals = in.flag("keeping of redeals");
    Redeal &redeal = spec.redeal;
    redeal.there = in.flag("redeal");
    redeal.times = in.number("redeals", 0, MOST_REDEALS + 1) - 1;
    redeal.shuffle = in.flag("shuffling");
    redeal.by_piles = in.flag("dealing by piles");
    redeal.each = in.number("cards redealt to a pile", 1, MOST_CARDS);
    redeal.merci = in.number("draws", 0, 1 << 16);
    redeal.gather = in.numbers("piles to gather", spec.piles, spec.piles - 1);
    if (redeal.there && redeal.gather.empty()) throw BadInput("a redeal gathers nothing");
    u64 gathered = 0;
    for (u8 p : redeal.gather) {
        if (gathered >> p & 1) throw BadInput("a redeal gathers a pile twice");
        gathered |= 1ull << p;
    }
    spec.goal = in.choice("goal", Goal::sorted);
    spec.left = in.number("cards that may be left", 0, MOST_CARDS);
    for (u8 p : in.numbers("piles to be sorted", spec.piles, spec.piles - 1)) spec.lying |= 1ull << p;
    spec.ranks = in.numbers("ranks", 13, 12);
    for (size_t place = 0; place < spec.ranks.size(); place++) spec.place_of_rank[spec.ranks[place]] = static_cast<u8>(place);
    read_removals(in, spec);
    for (u8 p : in.numbers("piles to choose a base from", spec.piles, spec.piles - 1)) spec.base_from |= 1ull << p;
    spec.waits = in.flag("waiting of deals");
    spec.endless = in.flag("endless deals");
    spec.passes_differ = in.flag("differing passes");
    if (spec.waits && (spec.waste < 0 || !spec.deal.there || spec.deal.targets != std::vector<u8>{static_cast<u8>(spec.waste)} || spec.redeal.there))
        throw BadInput("deals wait that cannot");
    if (spec.endless && spec.redeals >= 0) throw BadInput("deals are endless that end");
    // Or a search would deal on and on at one position.
    if (spec.waits && (spec.endless != (spec.redeals < 0) || spec.counts_redeals != (spec.redeals > 0) || (spec.endless && spec.passes_differ)))
        throw BadInput("deals wait for redeals that are not counted right");
    spec.safe_home = in.flag("safe home");
    spec.needs_empty_stock = in.flag("safe home without a stock");
    for (u8 p : in.numbers("piles to go home from", spec.piles, spec.piles - 1)) spec.home_sources |= 1ull << p;
    spec.stock_begins = in.flag("stock that begins");
    in.end();
    spec.must_settle = spec.has_runs || spec.has_fills || spec.has_covers;
    for (const Unit &unit : spec.unit) {
        const Group &group = spec.group[unit.group];
        const bool plain = group.when == When::always && group.run == Run::no && !unit.particular && unit.gap_first.empty();
        for (int p = unit.first; p < unit.end; p++) spec.plain_homes &= plain || !spec.pile[p].home;
    }
    find_same_cards(spec);
    return spec;
}

}  // namespace solitaire
