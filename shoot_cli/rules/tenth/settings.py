"""Lines of the rules that can be read in more than one way, each with its choices; the first value is ours."""

from __future__ import annotations

from shoot_cli.core.ruleset import Setting

SETTINGS = (
    Setting("allocation", ("listed", "best_save"), "10E-ALL-2", "who takes an attack where nobody says"),
    Setting("rerolls", ("failures", "fishing"), "10E-FX-RR-4", "what is rolled again where any roll may be"),
    Setting(
        "damage_rerolls",
        ("lower_half", "not_where_slain"),
        "10E-FX-RR-5",
        "which damage rolls are rolled again where any may be: the lower half, or of it what fells nobody",
    ),
    Setting("precision", ("never", "always"), "10E-WPN-PREC-1", "Precision attacks go to the character"),
    Setting("precision_lethal", ("yes", "no"), "10E-INT-16", "Precision works for wounds of Lethal Hits"),
    Setting("save_cap", ("net", "bonuses_only"), "10E-SAV-3", "what a save's +1 cap counts"),
    Setting("sight_and_range", ("one_model", "any_models"), "10E-TGT-2", "one enemy model must be seen and in range"),
    Setting("pistol_targets", ("one_unit", "per_weapon"), "10E-ELIG-4", "whom Pistols in combat may shoot"),
    Setting(
        "late_packets", ("after_all_targets", "after_each_target"), "10E-ORD-4", "when Devastating Wounds are allocated"
    ),
    Setting(
        "after_shooting",
        ("hazardous_first", "other_rules_first"),
        "10E-ORD-6",
        "Hazardous tests before or after Deadly Demise and the like",
    ),
    Setting("demise_timing", ("on_removal", "at_once"), "10E-DEMISE-2", "when Deadly Demise is rolled"),
    Setting("sustained_random", ("per_critical_hit", "per_weapon"), "10E-WPN-SUST-3", "how random Sustained Hits roll"),
    Setting("wound_fail_vs_anti", ("anti_wins", "fail_wins"), "10E-FX-WND-2", "Anti against “1-3 always fail”"),
    Setting(
        "devastating",
        ("current", "launch"),
        "10E-WPN-DEV-6",
        "Devastating Wounds as they are now, or as first printed in 2023",
    ),
    Setting("hazardous", ("current", "launch"), "10E-WPN-HAZ-1", "Hazardous as it is now, or as first printed in 2023"),
    Setting(
        "indirect",
        ("current", "launch"),
        "10E-WPN-INDIRECT-3",
        "Indirect Fire as it is now, or as first printed in 2023",
    ),
)
