"""Lines of the rules that groups read differently (section 12 of the rules); the first value is ours."""

from __future__ import annotations

from shoot_cli.core.ruleset import Setting

SETTINGS = (
    Setting("gtg_window", ("each_weapon", "first_weapon"), "7E-GTG-1", "when going to ground is offered"),
    Setting("los_receiver", ("closest", "any_within_6"), "7E-ALC-6", "who may step in at Look Out, Sir"),
    Setting("random_shots", ("per_weapon", "per_name"), "7E-WPN-20", "how random numbers of shots are rolled"),
    Setting("mode_uses_weapon", ("yes", "no"), "7E-WPN-2", "firing one mode of a weapon uses it up"),
    Setting("snap_rerolls", ("yes", "no"), "7E-HIT-4", "re-rolls work on Snap Shots"),
    Setting("mastercrafted_bs6", ("replaces", "adds"), "7E-HIT-3", "master-crafted and the chart for BS 6 to 10"),
    Setting("open_cover_stacks", ("yes", "no"), "7E-SAV-7", "in the open, going to ground adds to Stealth"),
    Setting(
        "eternal_warrior_fnp", ("no", "yes"), "7E-SAV-13", "Eternal Warrior allows Feel No Pain against Instant Death"
    ),
    Setting("alc2_same_firer", ("no", "yes"), "7E-ALC-2", "range and sight must be met by the same firer"),
    Setting("intervening_mc_25", ("yes", "no"), "7E-SAV-6", "Monstrous Creatures behind infantry need 25% hidden"),
    Setting("template_allocation", ("seen_models", "models_under"), "7E-ALC-9", "who can take Template wounds"),
    Setting("ordnance_declared_first", ("yes", "no"), "7E-WPN-18", "vehicles say beforehand if they fire Ordnance"),
    Setting("graviton_mixed", ("majority", "closest"), "7E-WND-8", "whose armour counts for graviton weapons"),
    Setting("barrage_pinning", ("no", "yes"), "7E-WPN-15", "Barrage weapons cause Pinning"),
    Setting("explode_after_wreck", ("yes", "no"), "7E-VEH-4", "a vehicle without hull points can still explode"),
    Setting("swarms_fnp", ("double_first", "fnp_first"), "7E-ALC-12", "Swarms: doubling or Feel No Pain first"),
    Setting("swarms_overflow", ("lost", "next_model"), "7E-ALC-12", "Swarms: what a base has no Wounds left for"),
    Setting("template_reach", ("8", "6", "7", "9", "10"), "7E-WPN-24", "inches that a Template reaches"),
    Setting("melta_armourbane", ("3d6", "2d6"), "7E-VEH-6", "Melta and Armourbane together roll"),
    Setting("rending_extra_dice", ("each_six", "none"), "7E-VEH-15", "what Rending adds to Melta and Armourbane"),
    Setting(
        "ordnance_armourbane", ("best_of_two_plus_one", "best_two_of_three"), "7E-VEH-15",
        "Ordnance with Melta or Armourbane rolls",
    ),
    Setting(
        "squadron_order", ("allocate_then_penetrate", "penetrate_then_allocate"), "7E-VEH-7",
        "how hits on squadrons are resolved",
    ),
    Setting("vehicle_cover", ("per_firer_group", "any_firer"), "7E-VEH-8", "from whom a vehicle must be obscured"),
    Setting("explosion_passengers", ("owner", "random"), "7E-VEH-10", "who inside an exploding transport is hurt"),
    Setting("explosion_timing", ("at_once", "after_attack"), "7E-VEH-14", "when explosions and stray hits are played"),
    Setting(
        "passengers_shaken", ("leadership_test", "sixth_edition"), "7E-END-6", "what a damaged transport does inside"
    ),
    Setting("flyer_rules", ("rulebook", "death_from_the_skies"), "7E-FLY-3", "which Flyers choose Skyfire, and how"),
    Setting("skyfire_markers", ("no", "yes"), "7E-FLY-5", "Blast weapons with Skyfire can hit what zooms or swoops"),
    Setting(
        "crash_passengers", ("s10_no_armour", "s10_any_save", "unhurt"), "7E-FLY-10", "what a crash does to passengers"
    ),
    Setting("grounding", ("end_of_phase", "each_unit_that_hit"), "7E-FMC-4", "when Swooping creatures test to stay up"),
    Setting("grounded_saves", ("invulnerable", "none"), "7E-FMC-4", "which saves are allowed against its fall"),
    Setting("blast_reroll_ones", ("no", "yes"), "7E-EFF-1", "a re-roll of 1s To Hit re-rolls the scatter too"),
    Setting("deep_strike_vehicle", ("combat", "cruising"), "7E-NOM-3", "speed of vehicles arriving by Deep Strike"),
)  # fmt: skip
