#include "tools/pep_sampled.h"
#include "tools/pep_print.h"
#include <stdio.h>

enum { FEW_SAMPLES = 2000 }; /* below that, what is hottest is left to chance */

/* By the enumerations of raw.h; the words are those that the environment takes. */
static const char *const policies[] = {"pep", "arnold-grove", "timer", "interval"};
static const char *const skips[] = {"rotate", "random", "none"};
static const char *const triggers[] = {"timer", "counter"};
#define WORD(words, i) ((i) < sizeof(words) / sizeof *(words) ? (words)[i] : "unknown")

/* Whether nothing ticked, as where a process may begin no task. */
static bool lacked_clock(const struct pep_session *s)
{
    bool lacked = false;
    for (size_t i = 0; i < s->sampled.count; i++) {
        const struct pep_raw_sampling *is = &s->sampled.at[i].is;
        lacked |= is->trigger == PEP_TRIGGER_TIMER && !is->tick && !is->taken;
    }
    return lacked;
}

static bool only_counted(const struct pep_session *s)
{
    for (size_t i = 0; i < s->sampled.count; i++)
        if (s->sampled.at[i].is.trigger != PEP_TRIGGER_COUNTER)
            return false;
    return s->sampled.count;
}

/* Whether it is known how many samples there are: merged by an earlier version it is not. */
static bool knows_samples(const struct pep_session *s)
{
    return s->profile.samples || s->sampled.count;
}

void pep_sampled_origin(struct pep_buffer *out, const struct pep_session *s)
{
    if (pep_session_is_sampled(s))
        pep_buffer_printf(out, ", %sestimated from %s%ssample%s", *pep_session_how(s) == 'p' ? "partly " : "",
                          knows_samples(s) ? pep_print_count(s->profile.samples) : "", knows_samples(s) ? " " : "",
                          s->profile.samples == 1 ? "" : "s");
}

/* Whether there is code that checks, which may stay in a loop without a check. */
static bool checks(const struct pep_session *s)
{
    for (size_t i = 0; i < s->functions.count; i++)
        if (s->functions.at[i].match.unit && s->functions.at[i].match.unit->map.how == PEP_HOW_DUPLICATED)
            return true;
    return false;
}

const char *pep_sampled_advice(const struct pep_session *s)
{
#define PEP_ADVICE(by, others)                                                                                         \
    {                                                                                                                  \
        "A longer run has some, or " by "; " others "-fpep-how=exhaustive counts all.",                                \
            "That is few: a longer run has more, or " by "; " others "-fpep-how=exhaustive counts all."                \
    }
#define PEP_LOOPS "-fpep-checks=every looks into each loop, "
    static const char *const advice[2][2][2] = {
        {PEP_ADVICE("PEP_TICK=1ms", ""), PEP_ADVICE("a smaller PEP_INTERVAL", "")},
        {PEP_ADVICE("PEP_TICK=1ms", PEP_LOOPS), PEP_ADVICE("a smaller PEP_INTERVAL", PEP_LOOPS)}};
#undef PEP_LOOPS
#undef PEP_ADVICE
    uint64_t samples = s->profile.samples;
    if (!pep_session_is_sampled(s) || !knows_samples(s) || samples >= FEW_SAMPLES)
        return "";
    if (lacked_clock(s))
        return "It ran where no clock could be had; PEP_TRIGGER=counter takes samples without.";
    return advice[checks(s)][only_counted(s)][samples != 0];
}

void pep_sampled_print_advice(const struct pep_session *s)
{
    if (*pep_sampled_advice(s))
        printf("%s%s%s\n", pep_style(PEP_STYLE_DIM), pep_sampled_advice(s), pep_style(PEP_STYLE_PLAIN));
}

/* A comment ends with the line, a path need not. */
static void print_path(const char *path)
{
    for (; *path; path++)
        putchar((unsigned char)*path < ' ' ? '?' : *path);
}

static void print_policy(const struct pep_raw_sampling *is)
{
    if (is->policy == PEP_POLICY_INTERVAL)
        printf("interval with jitter %s", pep_print_count(is->jitter));
    else
        printf("%s(%s,%s) with skip %s", WORD(policies, is->policy), pep_print_count(is->samples),
               pep_print_count(is->stride), WORD(skips, is->skip));
    if (is->pace)
        printf(", weighed by the pace of %s points", pep_print_count(is->pace));
}

static void print_trigger(const struct pep_raw_sampling *is)
{
    if (is->trigger == PEP_TRIGGER_COUNTER)
        printf("every %s points", pep_print_count(is->interval));
    else if (is->tick % 1000000)
        printf("every %s us", pep_print_count(is->tick / 1000));
    else if (is->tick)
        printf("every %s ms", pep_print_count(is->tick / 1000000));
    else
        fputs("when the program asked for it", stdout);
}

void pep_sampled_print(const struct pep_session *s)
{
    for (size_t i = 0; i < s->sampled.count; i++) {
        const struct pep_sampled *p = &s->sampled.at[i];
        fputs("# ", stdout);
        print_path(p->profile);
        fputs(": ", stdout);
        print_path(p->binary[0] ? p->binary : "a binary that is not named");
        fputs(" was sampled, ", stdout);
        print_policy(&p->is);
        fputs(", ", stdout);
        print_trigger(&p->is);
        printf("%s: %s ticks, %s windows, %s points, %s samples\n", p->is.mixed ? ", before that otherwise" : "",
               pep_print_count(p->is.ticks), pep_print_count(p->is.windows), pep_print_count(p->is.points),
               pep_print_count(p->is.taken));
    }
}

json_t *pep_sampled_json(const struct pep_session *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->sampled.count; i++) {
        const struct pep_sampled *p = &s->sampled.at[i];
        json_t *object = json_object();
        json_object_set_new(object, "profile", pep_json_text(p->profile));
        json_object_set_new(object, "binary", pep_json_text(p->binary));
        json_object_set_new(object, "policy", json_string(WORD(policies, p->is.policy)));
        json_object_set_new(object, "skip", json_string(WORD(skips, p->is.skip)));
        json_object_set_new(object, "trigger", json_string(WORD(triggers, p->is.trigger)));
        json_object_set_new(object, "tick_ns", pep_json_count(p->is.tick));
        json_object_set_new(object, "interval", pep_json_count(p->is.interval));
        json_object_set_new(object, "jitter", pep_json_count(p->is.jitter));
        json_object_set_new(object, "samples", pep_json_count(p->is.samples));
        json_object_set_new(object, "stride", pep_json_count(p->is.stride));
        json_object_set_new(object, "pace", pep_json_count(p->is.pace));
        json_object_set_new(object, "mixed", json_boolean(p->is.mixed));
        json_object_set_new(object, "ticks", pep_json_count(p->is.ticks));
        json_object_set_new(object, "windows", pep_json_count(p->is.windows));
        json_object_set_new(object, "points", pep_json_count(p->is.points));
        json_object_set_new(object, "taken", pep_json_count(p->is.taken));
        json_array_append_new(list, object);
    }
    return list;
}
