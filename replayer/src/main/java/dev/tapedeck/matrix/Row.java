package dev.tapedeck.matrix;

/**
 * One row.
 *
 * @param key name in addresses and JSON, for instance {@code item.started}
 * @param title what people read
 * @param group the rows under one heading
 */
public record Row(String key, String title, String group) {}
