#include "solver.hpp"

namespace solitaire {
namespace {

// A solution made move by move, with the deals that lead to each and what goes home after it.
template <bool U> void make_steps(Search<U> &search, const std::vector<Move> &path, const u8 *position, size_t size, bool narrow, Answer &answer) {
    Playing<U> &play = search.play();
    Board<U> &b = play.b;
    const Spec &spec = b.spec;
    std::vector<Homeward> homeward;
    auto tell = [&]() {
        for (const Homeward &one : homeward) answer.steps.push_back({Act::cards, one.from, one.to, 1, 0});
        homeward.clear();
    };
    b.read(position, size);
    // Play goes on from where the waste really stands, and searches from where it stands for all.
    int waste_at = b.waste_at, redeals = b.redeals;
    play.told = &homeward;
    // As the search began: first what is safe, then, where it was narrow, all the rest.
    const int size_before = b.talon_size;
    play.eager = false;
    play.go_home();
    play.eager = narrow;
    if (narrow) play.go_home();
    waste_at -= size_before - b.talon_size;
    tell();
    play.stand_for_all();
    for (const Move &move : path) {
        const bool after_deals = move.act == Act::after_deals || (move.act == Act::remove && move.waste_at);
        for (int guard = 0; after_deals && (waste_at != move.waste_at || redeals != move.redeals); guard++) {
            if (guard > 4 * MOST_CARDS * (spec.redeals < 0 ? 2 : spec.redeals + 2)) throw BadInput("a card of the waste cannot be come by");
            if (waste_at < b.talon_size) {
                answer.steps.push_back({Act::deal, 0, 0, 0, 0});
                waste_at += spec.deal.of(redeals, 1, b.talon_size - waste_at)[0];
            } else {
                answer.steps.push_back({Act::redeal, 0, 0, 0, 0});
                waste_at = 0;
                redeals += spec.counts_redeals;
            }
            answer.by_hand++;
        }
        answer.by_hand++;
        answer.steps.push_back({move.act == Act::after_deals ? Act::cards : move.act, move.from, move.to, move.n, move.piles});
        const u64 away = b.away;
        const int before = b.talon_size;
        play.make(move);
        if (!spec.waits) redeals = b.redeals;
        play.go_home(move, away);
        waste_at -= before - b.talon_size;
        tell();
        play.stand_for_all();
    }
    play.told = nullptr;
    if (!b.won()) throw BadInput("the moves of a solution do not win");
}

// That a narrow search may tell what goes home after a move from a look at two piles.
template <bool U> void check_narrow(Playing<U> &play) {
    const Mark before = play.b.mark();
    std::vector<Move> moves;
    play.eager = true;
    play.go_home();
    play.stand_for_all();
    play.moves.find(moves);
    const Mark mark = play.b.mark();
    const bool was_won = play.b.won();
    Wanted wanted;
    if (U) play.b.look_for(wanted);
    for (const Move &move : moves) {
        const u128 told = play.key_after(move);
        const bool tells_worth = told && play.tells_worth(move);
        const i32 foreseen = tells_worth ? play.worth_after(move, wanted) : 0;
        play.play(move);
        const u128 key = play.b.key;
        if (tells_worth && (key != told || play.b.worth() != foreseen || (play.b.won() && !was_won))) throw BadInput("a worth was told wrongly in a narrow search");
        play.go_home();
        if (play.b.key != key) throw BadInput("a card was forgotten that could go home");
        play.b.back_to(mark);
    }
    play.eager = false;
    play.b.back_to(before);
}

template <bool U> std::vector<std::pair<Step, std::vector<u8>>> all_ways(const Spec &spec, const u8 *position, size_t size, const Options &options) {
    const Walk walk(spec);
    Playing<U> play(spec, walk);
    play.homing = options.safe_home;
    play.moves.alike = options.alike;
    play.b.read(position, size);
    std::vector<Move> moves;
    play.moves.find(moves);
    std::vector<std::pair<Step, std::vector<u8>>> found;
    check_narrow(play);
    const Mark mark = play.b.mark();
    const bool was_won = play.b.won();  // no search goes on from there
    Wanted wanted;
    if (U) play.b.look_for(wanted);
    const int waste_at = play.b.waste_at;
    play.stand_for_all();
    const bool stands = play.b.waste_at == waste_at;  // as it always does in a search
    play.b.back_to(mark);
    const std::vector<u8> before = play.b.write();
    for (const Move &move : moves) {
        const u64 away = play.b.away;
        const u128 told = play.key_after(move);
        const bool tells_worth = told && play.tells_worth(move);
        const i32 foreseen = tells_worth ? play.worth_after(move, wanted) : 0;
        play.make(move);
        const u128 made = play.b.key;
        play.stand_for_all();
        if (stands && told && told != play.b.key) throw BadInput("a key was told wrongly");
        play.b.back_to(mark);
        play.make(move);
        if (play.b.key != made) throw BadInput("a move makes something else the second time");
        play.go_home(move, away);
        found.push_back({{move.act == Act::after_deals ? Act::cards : move.act, move.from, move.to, move.n, move.piles}, play.b.write()});
        const u128 key = play.b.key;
        const i32 worth = play.b.worth();
        if (tells_worth && (worth != foreseen || key != made || (play.b.won() && !was_won))) throw BadInput("a worth was told wrongly");
        play.b.rekey();
        if (play.b.key != key) throw BadInput("a key was not kept up");
        play.b.weigh(play.b.weights);
        if (play.b.worth() != worth) throw BadInput("a worth was not kept up");
        // As searches do: from one position straight to another, and on from there.
        std::vector<u8> packed(play.b.most_packed()), first(play.b.most_packed());
        play.b.pack(packed.data());
        play.b.back_to(mark);
        play.b.pack(first.data());
        play.b.load(packed.data());
        if (play.b.key != key || play.b.worth() != worth) throw BadInput("a position was not come back to");
        play.b.load(first.data());
        play.b.forget_changes();
        if (play.b.write() != before) throw BadInput("a move was not taken back");
    }
    return found;
}

}  // namespace

std::vector<std::pair<Step, std::vector<u8>>> Solver::ways(const u8 *position, size_t size, const Options &options) const {
    return spec_.unique ? all_ways<true>(spec_, position, size, options) : all_ways<false>(spec_, position, size, options);
}

Solver::Solver(const u64 *words, size_t size) : spec_(Spec::read(words, size)) {}
Solver::~Solver() = default;

template <> std::vector<std::unique_ptr<Search<true>>> &Solver::idle<true>() { return idle_unique_; }
template <> std::vector<std::unique_ptr<Search<false>>> &Solver::idle<false>() { return idle_copies_; }

template <bool U>
Answer Solver::run(Search<U> &search, const u8 *position, size_t size, const std::vector<Attempt> &attempts, u64 positions, const Limits &limits, const Options &options) {
    Answer answer;
    search.begin(position, size, options.safe_home, options.alike);
    answer.why = Why::positions;
    for (const Attempt &attempt : attempts) {
        Attempt mine = attempt;
        if (!mine.share) mine.share = ~0ull;
        if (positions) mine.share = std::min(mine.share, positions - std::min(positions, answer.stored));
        if (!mine.share) break;
        Limits theirs = limits;
        if (limits.watch) theirs.watch = [&](u64 stored) { return limits.watch(answer.stored + stored); };
        const Found found = search.run(mine, theirs);
        answer.stored += found.stored;
        answer.made += found.made;
        answer.bytes = std::max(answer.bytes, found.bytes);
        if (found.won) {
            answer.won = true;
            answer.why = Why::nothing;
            make_steps(search, found.path, position, size, mine.narrow, answer);
            return answer;
        }
        // The next search may find in less memory, or with another order, what this one did not.
        answer.why = found.why == Why::width ? Why::positions : found.why;
        if (answer.why != Why::positions && answer.why != Why::memory) return answer;
    }
    return answer;
}

Answer Solver::solve(const u8 *position, size_t size, const std::vector<Attempt> &attempts, u64 positions, const Limits &limits, const Options &options) {
    auto with = [&](auto &&make) {
        auto &waiting = make(static_cast<Solver &>(*this));
        using Kept = typename std::decay_t<decltype(waiting)>::value_type;
        Kept search;
        {
            std::lock_guard<std::mutex> guard(lock_);
            if (!waiting.empty()) {
                search = std::move(waiting.back());
                waiting.pop_back();
            }
        }
        if (!search) search = std::make_unique<typename Kept::element_type>(spec_);
        Answer answer = run(*search, position, size, attempts, positions, limits, options);
        // What grew very large is given back.
        if (answer.bytes < (64u << 20)) {
            std::lock_guard<std::mutex> guard(lock_);
            waiting.push_back(std::move(search));
        }
        return answer;
    };
    if (spec_.unique) return with([](Solver &self) -> auto & { return self.idle<true>(); });
    return with([](Solver &self) -> auto & { return self.idle<false>(); });
}

}  // namespace solitaire
