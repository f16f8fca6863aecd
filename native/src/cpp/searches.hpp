// The three searches themselves.
#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "search.hpp"

namespace solitaire {

// Looks at what looks best next, and follows an improvement at once; a way on that is little worse, with some width.
template <bool U> Found Search<U>::best(const Attempt &attempt, const Limits &limits) {
    Found found;
    nodes_.clear();
    arena_.clear();
    waiting_.clear();
    nodes_.push_back({0, 0, NONE, {}});
    nodes_[0].packed = keep();
    stands_at_ = 0;
    const int by_depth = attempt.weights.depth;
    i32 worth = b.worth();
    u32 index = 0, begin = 0, next_check = CHECK_EVERY;
    auto end = [&](Why why) {
        found.why = why;
        found.stored = nodes_.size();
        found.bytes = bytes();
        return found;
    };
    while (true) {
        const u32 depth = nodes_[index].depth + 1;
        const Mark mark = b.mark();
        bool better = false;
        // The best new way on that is no improvement.
        u32 near = NO_NODE;
        i32 nearest = 0;
        find();
        for (u32 number = begin; number < list_.size(); number++) {
            i32 value;
            bool known;
            const u128 plain = key_of(number);
            const bool foreseen = foresee(number, plain, value, known);
            if (known || (!foreseen && !go(number, plain, mark))) continue;
            nodes_.push_back({index, depth, NONE, list_[number]});
            u32 child = static_cast<u32>(nodes_.size() - 1);
            if (!foreseen) {
                if (b.won()) {
                    found.won = true;
                    found.path = path_to(child);
                    return end(Why::nothing);
                }
                value = b.worth();
            }
            value += by_depth * static_cast<i32>(depth);
            if (value < worth) {
                if (foreseen) play_.play(list_[number]);
                if (number + 1 < list_.size()) waiting_.push(worth, index, number + 1);
                worth = value;
                index = stands_at_ = child;
                begin = 0;
                b.forget_changes();
                nodes_[index].packed = keep();
                better = true;
                break;
            }
            if (attempt.width && (near == NO_NODE || value < nearest)) {
                std::swap(child, near);
                std::swap(value, nearest);
            }
            if (child != NO_NODE) waiting_.push(value, child, 0);
            if (!foreseen) b.back_to(mark);
            if (nodes_.size() >= attempt.share) return end(Why::positions);
        }
        if (nodes_.size() >= attempt.share) return end(Why::positions);
        if (nodes_.size() >= next_check) {
            next_check = static_cast<u32>(nodes_.size()) + CHECK_EVERY;
            const Why why = must_end(limits, nodes_.size(), soon());
            if (why != Why::nothing) return end(why);
        }
        const bool goes_on = !better && near != NO_NODE && (waiting_.empty() || i64{nearest} - waiting_.best() <= attempt.width);
        if (near != NO_NODE && !goes_on) waiting_.push(nearest, near, 0);
        if (better) continue;
        if (goes_on) {
            worth = nearest;
            index = near;
            begin = 0;
        } else if (!waiting_.empty()) waiting_.pop(worth, index, begin);
        else return end(Why::nothing);
        load(index);
        stands_at_ = index;
    }
}

// Looks at everything, at each position at what looks best first. Where memory ends, what was met is
// forgotten in part, but never the way to where the search stands: so it comes to an end all the same.
template <bool U> Found Search<U>::depth(const Attempt &attempt, const Limits &limits) {
    struct Frame {
        Mark mark;
        u32 begin, at;
    };
    // What an earlier search grew is not needed here, and would count.
    if (limits.memory) {
        std::vector<Node>().swap(nodes_);
        Room().swap(arena_);
        waiting_ = Waiting();
#ifdef __GLIBC__
        malloc_trim(0);  // or the system would not see that it is free
#endif
    }
    Found found;
    std::vector<Frame> frames;
    std::vector<Move> moves;
    std::vector<std::pair<i32, u32>> order;
    u64 stored = 1, next_check = CHECK_EVERY;
    int forgotten = 0;
    auto taken = [&]() { return moves.capacity() * sizeof(Move) + frames.capacity() * sizeof(Frame) + b.changes.capacity() * sizeof(Change) + seen_.bytes(); };
    auto end = [&](Why why) {
        found.why = why;
        found.stored = stored;
        found.bytes = std::max<u64>(found.bytes, taken());
        return found;
    };
    while (true) {
        const Mark mark = b.mark();
        const u32 begin = static_cast<u32>(moves.size());
        find();
        order.clear();
        for (u32 number = 0; number < list_.size(); number++) {
            i32 value;
            bool known;
            const u128 plain = key_of(number);
            const bool foreseen = foresee(number, plain, value, known);
            if (known || (!foreseen && !go(number, plain, mark, true))) continue;
            stored++;
            if (!foreseen) {
                if (b.won()) {
                    found.won = true;
                    for (const Frame &frame : frames) found.path.push_back(moves[frame.at]);
                    found.path.push_back(list_[number]);
                    return end(Why::nothing);
                }
                value = b.worth();
                b.back_to(mark);
            }
            order.push_back({-value, number});
            if (stored >= attempt.share) return end(Why::positions);
        }
        // The best is taken from the end.
        std::sort(order.begin(), order.end(), [](auto &one, auto &other) { return one.first != other.first ? one.first < other.first : one.second > other.second; });
        for (auto &next : order) moves.push_back(list_[next.second]);
        frames.push_back({mark, begin, 0});
        if (stored >= next_check) {
            next_check = stored + CHECK_EVERY;
            found.bytes = std::max<u64>(found.bytes, taken());
            const u64 lists = soon(moves, 64 * CHECK_EVERY) + soon(frames, CHECK_EVERY) + soon(b.changes, 64 * CHECK_EVERY);
            if (limits.memory && lists + (seen_.grows_soon(2 * CHECK_EVERY) ? 3 : 1) * seen_.bytes() > limits.memory) {
                if (!seen_.grows_soon(2 * CHECK_EVERY)) return end(Why::memory);
                std::vector<u128> path;
                path.reserve(frames.size() + 1);
                path.push_back(b.key);
                for (const Frame &frame : frames) path.push_back(frame.mark.key);
                if (path.size() * 2 > seen_.count() || ++forgotten > MOST_FORGOTTEN) return end(Why::memory);
                seen_.thin_out(path);
            }
            const Why why = must_end(limits, stored, 0);
            if (why != Why::nothing) return end(why);
        }
        while (!frames.empty() && moves.size() == frames.back().begin) {
            frames.pop_back();
            if (frames.empty()) return end(Why::nothing);
            b.back_to(frames.back().mark);
            moves.resize(frames.back().at);
        }
        Frame &frame = frames.back();
        frame.at = static_cast<u32>(moves.size() - 1);
        play_.play(moves[frame.at]);
    }
}

// Level by level, the best `width` of each. It proves nothing.
template <bool U> Found Search<U>::beam(const Attempt &attempt, const Limits &limits) {
    struct Next {
        i32 worth;
        u32 parent;
        u64 packed;
        Move move;
    };
    Found found;
    nodes_.clear();
    arena_.clear();
    nodes_.push_back({0, 0, NONE, {}});
    Room level(b.most_packed()), children;
    level.resize(b.pack(level.data()) + 8);
    std::vector<std::pair<u32, u64>> current{{0, 0}};
    std::vector<Next> next;
    u64 stored = 1, next_check = CHECK_EVERY;
    auto taken = [&]() { return bytes() + level.capacity() + children.capacity() + next.capacity() * sizeof(Next); };
    auto end = [&](Why why) {
        found.why = why;
        found.stored = stored;
        found.bytes = std::max<u64>(found.bytes, taken());
        return found;
    };
    while (!current.empty()) {
        next.clear();
        children.clear();
        for (auto &[number, packed] : current) {
            b.load(&level[packed]);
            b.forget_changes();
            const Mark mark = b.mark();
            find();
            for (u32 i = 0; i < list_.size(); i++) {
                if (!go(i, key_of(i), mark)) continue;
                const Move &move = list_[i];
                stored++;
                if (b.won()) {
                    found.won = true;
                    found.path = path_to(number);
                    found.path.push_back(move);
                    return end(Why::nothing);
                }
                const u64 at = children.size();
                children.resize(at + b.most_packed());
                children.resize(at + b.pack(&children[at]) + 8);
                next.push_back({b.worth(), number, at, move});
                b.back_to(mark);
                if (stored >= attempt.share) return end(Why::positions);
            }
            if (stored >= next_check) {
                next_check = stored + CHECK_EVERY;
                found.bytes = std::max<u64>(found.bytes, taken());
                const Why why = must_end(limits, stored, soon() + soon(level, 0) + soon(children, CHECK_EVERY * (b.most_packed() + 8u)) + soon(next, CHECK_EVERY));
                if (why != Why::nothing) return end(why);
            }
        }
        const size_t width = static_cast<size_t>(attempt.width);
        if (next.size() > width) {
            auto better = [](const Next &one, const Next &other) { return one.worth != other.worth ? one.worth < other.worth : one.packed < other.packed; };
            std::nth_element(next.begin(), next.begin() + width, next.end(), better);
            next.resize(width);
            found.why = Why::width;
        }
        current.clear();
        for (const Next &one : next) {
            nodes_.push_back({one.parent, 0, NONE, one.move});
            current.push_back({static_cast<u32>(nodes_.size() - 1), one.packed});
        }
        level.swap(children);
    }
    // Where no level was too wide, everything was looked at.
    return end(found.why);
}

}  // namespace solitaire
