// Tests of this target follow.
