package dev.tapedeck.host;

/** Identity of an item in the maps. */
record ItemKey(String thread, String item) {}
