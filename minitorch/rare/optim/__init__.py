"""Rare optimisers and schedules."""
