// paili for C++17: rule sets that give themselves back, containers, exceptions. paili.h says what each function does.
#ifndef PAILI_HPP
#define PAILI_HPP
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#include "paili.h"

namespace paili {

using Counts = std::array<std::uint8_t, PAILI_KINDS>;
static_assert(sizeof(Counts) == PAILI_KINDS, "rows of a batch lie one behind the other");

/// Why a call failed.
class Error : public std::runtime_error {
public:
    explicit Error(const paili_error &error)
        : std::runtime_error(error.message), status(error.status), kind(error.kind), row(error.row) {}

    paili_status status;
    int kind;
    std::size_t row;
};

/* A text for C, where it would end at a zero. */
inline const char *text_for(paili_status status, const std::string &text) {
    if (text.find('\0') != std::string::npos) throw Error({status, -1, 0, "a zero byte in the text: expected none"});
    return text.c_str();
}

inline void check(paili_status status) { if (status != PAILI_OK) throw Error(*paili_last_error()); }

class Rules {
public:
    static Rules named(const std::string &name) { return Rules(paili_rules_named, name); }
    static Rules described(const std::string &json) { return Rules(paili_rules_described, json); }

    Counts read_hand(const std::string &hand) const {
        Counts counts;
        check(paili_read_hand(rules_.get(), text_for(PAILI_BAD_TILES, hand), counts.data()));
        return counts;
    }
    std::uint8_t distance(const Counts &counts) const {
        std::uint8_t distance;
        check(paili_distance(rules_.get(), counts.data(), &distance));
        return distance;
    }
    paili_analysis analyse(const Counts &counts, const Counts &visible = {}) const {
        paili_analysis analysis;
        check(paili_analyse(rules_.get(), counts.data(), visible.data(), &analysis));
        return analysis;
    }
    std::vector<paili_discard> discards(const Counts &counts, const Counts &visible = {}) const {
        std::vector<paili_discard> discards(PAILI_MOST_DISCARDS);
        std::size_t found;
        check(paili_discards(rules_.get(), counts.data(), visible.data(), discards.data(), &found));
        discards.resize(found);
        return discards;
    }
    auto distances(const std::vector<Counts> &hands) const { return all(paili_distance_batch, hands); }
    auto analyses(const std::vector<Counts> &hands) const { return all(paili_analyse_batch, hands); }

private:
    Rules(paili_status (*make)(const char *, paili_rules **), const std::string &text) : rules_(nullptr, paili_rules_free) {
        paili_rules *rules;
        check(make(text_for(PAILI_BAD_RULES, text), &rules));
        rules_.reset(rules);
    }
    template <class Answer>
    std::vector<Answer> all(paili_status (*ask)(const paili_rules *, const std::uint8_t *, std::size_t, Answer *),
                            const std::vector<Counts> &hands) const {
        std::vector<Answer> answers(hands.size());
        check(ask(rules_.get(), reinterpret_cast<const std::uint8_t *>(hands.data()), hands.size(), answers.data()));
        return answers;
    }
    std::unique_ptr<paili_rules, void (*)(paili_rules *)> rules_;
};
}  // namespace paili

#endif
