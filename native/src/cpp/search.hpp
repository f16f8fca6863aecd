// What the searches share: best-first and beams, which find; depth-first, which looks at everything in little
// memory and so can prove that a position is lost.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "playing.hpp"
#include "seen.hpp"
#include "waiting.hpp"

namespace solitaire {

enum class How : u8 { best, depth, beam };
enum class Why : u8 { nothing, positions, seconds, memory, stopped, width };  // a search came to no end

struct Attempt {
    How how = How::best;
    Weights weights;
    u64 share = 0;  // the most positions it may store
    // Of a beam. Best-first: how much worse than all that waits the best way on from a position may be, and the search
    // still goes on with it; with 0 it never looks whence a position came.
    int width = 0;
    bool narrow = false;  // leaves out what is seldom needed: finds more quickly, and proves nothing
};

struct Limits {
    u64 memory = 0;  // bytes; 0: no limit
    // Asked every few hundred positions with those stored, whether to give up, and why.
    std::function<Why(u64)> watch;
};

struct Found {
    bool won = false;
    Why why = Why::nothing;  // neither won nor anything: there is no win
    u64 stored = 0, made = 0;
    u64 bytes = 0;           // the most that tables and lists took
    std::vector<Move> path;  // the moves that win, without those home that follow of themselves
};

// Bytes that grow without being written first.
template <class T> struct Unwritten : std::allocator<T> {
    template <class O> struct rebind {
        using other = Unwritten<O>;
    };
    template <class O> void construct(O *at) { ::new (static_cast<void *>(at)) O; }
    template <class O, class... Given> void construct(O *at, Given &&...given) { ::new (static_cast<void *>(at)) O(std::forward<Given>(given)...); }
};
using Room = std::vector<u8, Unwritten<u8>>;

constexpr u32 CHECK_EVERY = 1024;
constexpr int MOST_FORGOTTEN = 100;  // times that a search may forget half of what it met; then it gives up

template <bool U> class Search {
  public:
    explicit Search(const Spec &spec) : walk_(spec), play_(spec, walk_), b(play_.b), spec(spec) {}

    // From a position of `Board::read`; every search begins with what is safe gone home.
    void begin(const u8 *position, size_t size, bool homing, bool alike);
    Found run(const Attempt &attempt, const Limits &limits);
    Playing<U> &play() { return play_; }

  private:
    struct Node {
        u32 parent, depth;
        u64 packed;  // where its position stands, NONE before it was looked at
        Move move;
    };
    static constexpr u64 NONE = ~0ull;
    static constexpr u32 NO_NODE = ~0u;

    Found best(const Attempt &attempt, const Limits &limits);
    Found depth(const Attempt &attempt, const Limits &limits);
    Found beam(const Attempt &attempt, const Limits &limits);
    // Makes a move with all that follows; false, and nothing done, if it leads to a position that was met.
    // `lean`: what a move leads to before cards go home is not kept, which takes less memory and more time.
    bool go(u32 number, u128 plain, const Mark &mark, bool lean = false);
    // Whether a move's position is new and its worth can be told without making it; `known`: it is not new.
    bool foresee(u32 number, u128 plain, i32 &worth, bool &known);
    void find();
    // The key after a way on, or 0 where that cannot be told; the board stands where it was found.
    u128 key_of(u32 number) { return far_ ? keys_[number] : play_.key_after(list_[number]); }
    void load(u32 node);
    u64 keep();
    std::vector<Move> path_to(u32 node) const;
    // What a list takes, and will take as soon as it grows if that is near: old and new at once.
    template <class List> static u64 soon(const List &list, size_t margin) {
        const u64 now = list.capacity() * sizeof(list[0]);
        return list.size() + margin > list.capacity() ? 3 * now : now;
    }
    u64 soon() const {
        return soon(arena_, CHECK_EVERY * (b.most_packed() + 8u)) + soon(nodes_, 2 * CHECK_EVERY) + waiting_.bytes_soon(2 * CHECK_EVERY) + (seen_.grows_soon(2 * CHECK_EVERY) ? 3 : 1) * seen_.bytes();
    }
    // Whether a search has to end now that it stored so many and takes, or soon will, so many bytes.
    static Why must_end(const Limits &limits, u64 stored, u64 bytes) {
        if (limits.memory && bytes > limits.memory) return Why::memory;
        return limits.watch ? limits.watch(stored) : Why::nothing;
    }
    u64 bytes() const { return arena_.capacity() + nodes_.capacity() * sizeof(Node) + waiting_.bytes() + seen_.bytes(); }

    Walk walk_;
    Playing<U> play_;
    Board<U> &b;
    const Spec &spec;
    Seen seen_;
    Waiting waiting_;
    std::vector<Node> nodes_;
    Room arena_, start_;
    std::vector<Move> list_;
    std::vector<u128> keys_;  // of the ways on, where they were told beforehand
    bool far_ = false;
    Wanted wanted_;  // what the worth of the ways on depends on
    u64 made_ = 0;
    u32 stands_at_ = 0;  // the node whose position lies on the board
};

template <bool U> void Search<U>::begin(const u8 *position, size_t size, bool homing, bool alike) {
    play_.homing = homing;
    play_.eager = play_.moves.narrow = false;
    play_.moves.alike = alike;
    b.read(position, size);
    play_.go_home();
    play_.stand_for_all();
    start_.resize(b.most_packed());
    start_.resize(b.pack(start_.data()) + 8);
}

template <bool U> Found Search<U>::run(const Attempt &attempt, const Limits &limits) {
    play_.moves.narrow = play_.eager = attempt.narrow;
    b.weigh(attempt.weights);
    b.load(start_.data());
    if (attempt.narrow) play_.go_home();
    b.forget_changes();
    seen_.clear();
    made_ = 0;
    seen_.insert(b.key);
    Found found;
    if (b.won()) {
        found.won = true;
        found.stored = 1;
        return found;
    }
    found.stored = 1;
    found.why = Why::positions;
    if (attempt.share > 1) switch (attempt.how) {
    case How::best: found = best(attempt, limits); break;
    case How::depth: found = depth(attempt, limits); break;
    case How::beam: found = beam(attempt, limits); break;
    }
    found.made = made_;
    if (attempt.narrow && !found.won && found.why == Why::nothing) found.why = Why::width;
    return found;
}

// All ways on; in a large table also where their keys would be, fetched while the first ones are made.
template <bool U> void Search<U>::find() {
    play_.moves.find(list_);
    if (U) b.look_for(wanted_);
    far_ = seen_.bytes() > (1u << 19);
    if (!far_) return;
    keys_.resize(list_.size());
    for (size_t i = 0; i < list_.size(); i++) {
        keys_[i] = play_.key_after(list_[i]);
        if (keys_[i]) seen_.prefetch(keys_[i]);
    }
}

template <bool U> inline bool Search<U>::go(u32 number, u128 plain, const Mark &mark, bool lean) {
    const Move &move = list_[number];
    // Most of what is made is known already; here it is told without being made.
    if (plain && !(lean ? !seen_.has(plain) : seen_.insert(plain))) return false;
    made_++;
    play_.play(move);
    if ((lean || b.key != plain) && !seen_.insert(b.key)) {
        b.back_to(mark);
        return false;
    }
    return true;
}

template <bool U> inline bool Search<U>::foresee(u32 number, u128 plain, i32 &worth, bool &known) {
    const Move &move = list_[number];
    known = false;
    if (!plain || !play_.tells_worth(move)) return false;
    known = !seen_.insert(plain);
    if (known) return false;
    made_++;
    worth = play_.worth_after(move, wanted_);
    return true;
}

template <bool U> u64 Search<U>::keep() {
    const u64 at = arena_.size();
    arena_.resize(at + b.most_packed());
    arena_.resize(at + b.pack(&arena_[at]) + 8);  // positions are compared eight bytes at a time
    return at;
}

template <bool U> void Search<U>::load(u32 number) {
    Node &node = nodes_[number];
    if (number == stands_at_) return;
    if (node.packed != NONE) {
        b.load(&arena_[node.packed]);
        b.forget_changes();
        return;
    }
    if (node.parent != stands_at_) b.load(&arena_[nodes_[node.parent].packed]);
    b.forget_changes();
    play_.play(node.move);
    b.forget_changes();
    node.packed = keep();
}

template <bool U> std::vector<Move> Search<U>::path_to(u32 node) const {
    std::vector<Move> path;
    for (; node; node = nodes_[node].parent) path.push_back(nodes_[node].move);
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace solitaire

#include "searches.hpp"
