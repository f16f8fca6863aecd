#include "moves.hpp"

namespace solitaire {
namespace {

// Of which class the moves from a group to a unit are.
Order order(const Spec &spec, size_t from, int to, bool gap) {
    const Group &giver = spec.group[from];
    const Unit &unit = spec.unit[to];
    if (spec.pile[unit.first].home) return HOMEWARD;
    if (giver.first < giver.end && spec.pile[giver.first].home) return BACK;
    if (spec.group[unit.group].kind == Kind::cell) return TO_CELL;
    return gap ? TO_GAP : giver.kind == Kind::tableau ? ONTO : FROM_ELSEWHERE;
}

}  // namespace

Walk::Walk(const Spec &spec) : ways(spec.group.size()) {
    u64 into = 0;
    for (const auto &row : spec.route)
        for (size_t to = 0; to < row.size(); to++)
            if (row[to].most) into |= 1ull << to;
    for (size_t g = 0; g < spec.group.size(); g++)
        if (spec.group[g].lift != Lift::none && spec.group[g].first < spec.group[g].end) givers.push_back(static_cast<u8>(g));
    for (size_t u = 0; u < spec.unit.size(); u++) {
        const int group = spec.unit[u].group;
        if ((into >> group & 1) && spec.group[group].run == Run::no && spec.unit[u].first < spec.unit[u].end) takers.push_back(static_cast<u8>(u));
    }
    for (size_t g = 0; g < spec.group.size(); g++)
        for (u8 u : takers) {
            const Route &route = spec.route[g][spec.unit[u].group];
            if (route.most) ways[g].push_back({u, route.most, route.gap_open, order(spec, g, u, false), order(spec, g, u, true)});
        }
}

}  // namespace solitaire
