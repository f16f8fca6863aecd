// The solver as a Python module. Python holds the tables and the plan; nothing here knows a game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstring>

#include "solver.hpp"

namespace nb = nanobind;
using namespace solitaire;

namespace {

constexpr const char *REASONS[] = {"", "positions", "seconds", "memory", "stopped", "positions"};

// (how, share, width, weights in the order of Weights)
using Plan = std::vector<std::tuple<int, u64, int, std::vector<int>>>;

std::vector<Attempt> attempts_of(const Plan &plan) {
    std::vector<Attempt> attempts;
    for (const auto &[how, share, width, w] : plan) {
        if (how < 0 || how % 10 > 2 || how > 12 || w.size() != 11 || width < 0) throw BadInput("a search that is none: give how (0 to 2, 10 more for a narrow one), share, width and 11 weights");
        for (int weight : w)
            if (weight < -1000 || weight > 1000) throw BadInput("a weight must be from -1000 to 1000");
        Attempt attempt;
        attempt.how = static_cast<How>(how % 10);
        attempt.narrow = how >= 10;
        attempt.share = share;
        attempt.width = width;
        attempt.weights = {w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10]};
        attempts.push_back(attempt);
    }
    return attempts;
}

// Asks Python, at most some hundred times a second, whether to go on.
class Watch {
  public:
    Watch(double seconds, nb::object stop, nb::object progress)
        : begun_(Clock::now()), asked_(begun_), seconds_(seconds), stop_(std::move(stop)), progress_(std::move(progress)) {}

    Why operator()(u64 stored) {
        const auto now = Clock::now();
        if (seconds_ >= 0 && std::chrono::duration<double>(now - begun_).count() >= seconds_) return Why::seconds;
        if (now - asked_ < std::chrono::milliseconds(5)) return Why::nothing;
        asked_ = now;
        nb::gil_scoped_acquire python;
        // Ctrl-C ends a search of the main thread, whoever watches it.
        if (PyErr_CheckSignals()) throw nb::python_error();
        if (!progress_.is_none()) progress_(stored);
        return !stop_.is_none() && nb::cast<bool>(stop_()) ? Why::stopped : Why::nothing;
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begun_, asked_;
    double seconds_;
    nb::object stop_, progress_;
};

class Native {
  public:
    explicit Native(nb::bytes words) : solver_(made(words)) {}

    nb::tuple solve(nb::bytes position, const Plan &plan, u64 positions, double seconds, u64 memory, nb::object stop, nb::object progress, bool safe_home, bool alike) {
        const std::vector<Attempt> attempts = attempts_of(plan);
        Answer answer;
        double took;
        {
            auto watch = std::make_shared<Watch>(seconds, std::move(stop), std::move(progress));
            Limits limits;
            limits.memory = memory;
            limits.watch = [watch](u64 stored) { return (*watch)(stored); };
            const u8 *bytes = reinterpret_cast<const u8 *>(position.c_str());
            const size_t size = position.size();
            {
                nb::gil_scoped_release free;
                const auto begun = std::chrono::steady_clock::now();
                answer = solver_->solve(bytes, size, attempts, positions, limits, {safe_home, alike});
                took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            }
        }
        nb::list steps;
        for (const Step &step : answer.steps) steps.append(nb::make_tuple(static_cast<int>(step.act), step.from, step.to, step.n, step.piles));
        return nb::make_tuple(answer.won, REASONS[static_cast<int>(answer.why)], answer.stored, answer.made, answer.bytes, answer.by_hand, took, steps);
    }
    nb::list ways(nb::bytes position, bool safe_home, bool alike) const {
        nb::list found;
        for (const auto &[step, after] : solver_->ways(reinterpret_cast<const u8 *>(position.c_str()), position.size(), {safe_home, alike}))
            found.append(nb::make_tuple(static_cast<int>(step.act), step.from, step.to, step.n, step.piles, nb::bytes(reinterpret_cast<const char *>(after.data()), after.size())));
        return found;
    }
    bool unique() const { return solver_->spec().unique; }

  private:
    static std::unique_ptr<Solver> made(const nb::bytes &bytes) {
        std::vector<u64> words(bytes.size() / sizeof(u64));
        if (bytes.size() % sizeof(u64)) throw BadInput("the tables are no whole words");
        if (!words.empty()) std::memcpy(words.data(), bytes.c_str(), bytes.size());
        return std::make_unique<Solver>(words.data(), words.size());
    }
    std::unique_ptr<Solver> solver_;
};

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The compiled search. Use it through solitaire_engine.solve; see backend.py for what is handed over.";
    // Games keep their solvers until the process ends, and what is alive then is no leak to tell a player of.
    nb::set_leak_warnings(false);
    nb::exception<BadInput>(m, "BadInput", PyExc_ValueError);
    nb::class_<Native>(m, "Native", "The solver of one game, made from the words of tables.py; ValueError if they are wrong.")
        .def(nb::init<nb::bytes>(), nb::arg("tables"))
        .def_prop_ro("unique", &Native::unique, "Whether no two cards of the pack are one and the same for the rules.")
        .def("ways", &Native::ways, nb::arg("position"), nb::kw_only(), nb::arg("safe_home") = true, nb::arg("alike") = true,
             "Every way on, as (act, from, to, n, piles, position after): for tests. ValueError where the search's own books do not balance.")
        .def("solve", &Native::solve, nb::arg("position"), nb::arg("plan"), nb::kw_only(), nb::arg("positions") = 0, nb::arg("seconds") = -1.0, nb::arg("memory") = 0,
             nb::arg("stop").none() = nb::none(), nb::arg("progress").none() = nb::none(), nb::arg("safe_home") = true, nb::arg("alike") = true,
             "Gives (won, reason, positions, made, bytes, moves by hand, seconds, steps); the GIL is free meanwhile.");
}
