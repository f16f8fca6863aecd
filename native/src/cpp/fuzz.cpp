// Feeds malformed tables, positions and plans to the solver: an error is an answer, a crash or a report is not.
//
// A file is one input: the number of words of the tables (4 bytes, little-endian), the words, one byte that
// picks shortcuts and searches, and a position. With libFuzzer (-DLIBFUZZER, -fsanitize=fuzzer) only the
// target below is used; by itself this is a program:
//
//   fuzz FILE...                                        tries the files as they are
//   fuzz --times N [--seed S] [--seconds T] FILE...     N random changes of them, for T seconds at most
//   fuzz --only I [--seed S] FILE...                    the change number I once more
//
// It ends with 0 where everything was answered. What is asked is bounded by positions; an input that
// takes longer than `MOST_SECONDS` all the same ends the program as a hang.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/time.h>
#include <vector>

#include "solver.hpp"

using namespace solitaire;

namespace {

constexpr u64 POSITIONS = 300;
constexpr size_t MOST_WORDS = 1 << 20;

struct Counts {
    u64 refused_tables = 0, refused_positions = 0, answered = 0;
} counts;

void search(Solver &solver, const u8 *position, size_t size, u8 choice) {
    const Options options{(choice & 1) != 0, (choice & 2) != 0};
    std::vector<Attempt> attempts(3);
    for (size_t i = 0; i < attempts.size(); i++) {
        attempts[i].how = static_cast<How>((i + (choice >> 2)) % 3);
        attempts[i].narrow = (choice >> 4) % 3 == i;
        attempts[i].share = POSITIONS;
        attempts[i].width = 1 + (choice >> 6) * 20;
    }
    Limits limits;
    limits.memory = choice & 32 ? 1 : 64u << 20;
    solver.solve(position, size, attempts, 3 * POSITIONS, limits, options);
    solver.ways(position, size, options);
}

void try_input(const u8 *data, size_t size) {
    u32 count = 0;
    if (size < sizeof count + 1) return;
    std::memcpy(&count, data, sizeof count);
    data += sizeof count;
    size -= sizeof count;
    if (count > MOST_WORDS || count * sizeof(u64) >= size) return;
    std::vector<u64> words(count);
    if (count) std::memcpy(words.data(), data, count * sizeof(u64));
    data += count * sizeof(u64);
    size -= count * sizeof(u64);
    bool read = false;
    try {
        Solver solver(words.data(), words.size());
        read = true;
        // A copy of its own size, so that a byte read past its end is seen.
        const std::vector<u8> position(data + 1, data + size);
        search(solver, position.data(), position.size(), data[0]);
        counts.answered++;
    } catch (const BadInput &) {
        (read ? counts.refused_positions : counts.refused_tables)++;
    }
}

}  // namespace

#ifdef LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    try_input(data, size);
    return 0;
}

#else

namespace {

using Bytes = std::vector<u8>;

constexpr unsigned MOST_SECONDS = 20;
constexpr size_t HEAD = sizeof(u32);
unsigned long long number = 0, seed = 1;

class Chance {
  public:
    explicit Chance(u64 state) : state_(state) {}
    u64 below(u64 bound) { return random_below(state_, bound); }
    bool often(int percent) { return below(100) < static_cast<u64>(percent); }

  private:
    u64 state_;
};

size_t words_of(const Bytes &input) {
    u32 count;
    std::memcpy(&count, input.data(), sizeof count);
    return count;
}

u64 word_at(const Bytes &input, size_t i) {
    u64 word;
    std::memcpy(&word, &input[HEAD + i * sizeof word], sizeof word);
    return word;
}

void set_word(Bytes &input, size_t i, u64 word) { std::memcpy(&input[HEAD + i * sizeof word], &word, sizeof word); }

u64 changed(u64 word, Chance &chance) {
    switch (chance.below(6)) {
    case 0: return chance.below(3);
    case 1: return word + 1;
    case 2: return word - 1;
    case 3: return word ^ 1ull << chance.below(64);
    case 4: return chance.below(256);
    default: return ~0ull >> chance.below(64);
    }
}

void change_tables(Bytes &input, Chance &chance) {
    const size_t count = words_of(input);
    if (!count) return;
    size_t at = chance.below(count);
    if (chance.often(40)) at = chance.below(std::min<size_t>(count, 600));
    // Small numbers say how much follows; masks of cards are many and say less.
    if (chance.often(60))
        for (size_t tries = 0; tries < count && word_at(input, at) >= 256; tries++) at = (at + 1) % count;
    if (chance.often(5)) {
        const auto begin = input.begin() + static_cast<long>(HEAD + at * sizeof(u64));
        if (chance.often(50)) input.erase(begin, begin + sizeof(u64));
        else input.insert(begin, sizeof(u64), 0);
        const u32 now = static_cast<u32>((input.size() - HEAD) / sizeof(u64) < count ? count - 1 : count);
        std::memcpy(input.data(), &now, sizeof now);
        return;
    }
    set_word(input, at, chance.often(10) ? word_at(input, chance.below(count)) : changed(word_at(input, at), chance));
}

void change_position(Bytes &input, Chance &chance) {
    const size_t begin = HEAD + words_of(input) * sizeof(u64);
    if (begin >= input.size()) return;
    const size_t at = begin + chance.below(input.size() - begin);
    switch (chance.below(4)) {
    case 0: input[at] = static_cast<u8>(chance.below(256)); break;
    case 1: input[at] ^= 64; break;
    case 2: std::swap(input[at], input[begin + chance.below(input.size() - begin)]); break;
    default: input.resize(chance.often(50) ? at + 1 : input.size() + chance.below(4)); break;
    }
}

// The same for the same seed and number: of two inputs sometimes the tables of one and the position of the other.
Bytes changed_input(const std::vector<Bytes> &inputs) {
    Chance chance(seed * 0x9E3779B97F4A7C15ull + number);
    Bytes input = inputs[chance.below(inputs.size())];
    if (chance.often(5)) {
        const Bytes &other = inputs[chance.below(inputs.size())];
        input.resize(HEAD + words_of(input) * sizeof(u64));
        input.insert(input.end(), other.begin() + static_cast<long>(HEAD + words_of(other) * sizeof(u64)), other.end());
    }
    const size_t changes = chance.below(4) + (chance.often(10) ? chance.below(30) : 0);
    for (size_t i = 0; i < changes; i++) {
        if (chance.often(65)) change_tables(input, chance);
        else change_position(input, chance);
    }
    const size_t choice = HEAD + words_of(input) * sizeof(u64);
    if (choice < input.size()) input[choice] = static_cast<u8>(chance.below(256));
    return input;
}

void tell_number() { std::fprintf(stderr, "fuzz: at --only %llu --seed %llu\n", number, seed); }

extern "C" void on_hang(int) {
    tell_number();
    std::fprintf(stderr, "fuzz: an input took more than %u seconds\n", MOST_SECONDS);
    std::_Exit(3);
}

#ifdef __SANITIZE_ADDRESS__
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

extern "C" void on_abort(int) {
    tell_number();
    std::_Exit(4);
}

[[noreturn]] void usage(const char *what) {
    std::fprintf(stderr, "fuzz: %s; usage: fuzz [--times N | --only I] [--seed S] [--seconds T] FILE...\n", what);
    std::exit(2);
}

}  // namespace

int main(int argc, char **argv) {
    unsigned long long times = 0, only = 0, seconds = 0;
    std::vector<Bytes> inputs;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word.rfind("--", 0) == 0) {
            if (i + 1 == argc) usage("a number is missing");
            const unsigned long long value = std::strtoull(argv[++i], nullptr, 10);
            if (word == "--times") times = value;
            else if (word == "--only") only = value;
            else if (word == "--seed") seed = value;
            else if (word == "--seconds") seconds = value;
            else usage("there is no such option");
            continue;
        }
        std::ifstream file(word, std::ios::binary);
        if (!file) usage("a file cannot be read");
        inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        if (inputs.back().size() < HEAD || HEAD + words_of(inputs.back()) * sizeof(u64) >= inputs.back().size()) usage("a file is no input");
    }
    if (inputs.empty()) usage("there are no files");
    std::signal(SIGVTALRM, on_hang);
    std::signal(SIGABRT, on_abort);
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_death_callback(tell_number);
#endif
    auto run = [](const Bytes &input) {
        // By processor time: another program that takes it is no hang.
        const itimerval within{{0, 0}, {MOST_SECONDS, 0}}, off{};
        setitimer(ITIMER_VIRTUAL, &within, nullptr);
        try_input(input.data(), input.size());
        setitimer(ITIMER_VIRTUAL, &off, nullptr);
    };
    for (const Bytes &input : inputs) run(input);
    const u64 whole = counts.answered;
    if (whole < inputs.size() && !only) std::fprintf(stderr, "fuzz: %llu of %zu files are refused as they are\n", static_cast<unsigned long long>(inputs.size() - whole), inputs.size());
    const auto begun = std::chrono::steady_clock::now();
    const auto is_over = [&]() { return seconds && std::chrono::steady_clock::now() - begun >= std::chrono::seconds(seconds); };
    if (only) times = number = only;
    else number = 1;
    for (; number <= times && !is_over(); number++) run(changed_input(inputs));
    std::printf("fuzz: %llu changed inputs, %llu tables refused, %llu positions refused, %llu answered; no crash and no hang\n",
                times ? number - (only ? only : 1) : 0, static_cast<unsigned long long>(counts.refused_tables),
                static_cast<unsigned long long>(counts.refused_positions), static_cast<unsigned long long>(counts.answered));
    return 0;
}

#endif
