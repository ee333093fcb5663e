"""Grading: answers run where they can harm nothing, and are judged by a process that they cannot reach."""
