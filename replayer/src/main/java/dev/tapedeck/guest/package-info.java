/**
 * Mappers of other worlds: JavaScript in a sandbox, or a process of any language, that speak the mapping protocol as
 * JSON text ({@code MAPPERS.md}).
 */
@NullMarked
package dev.tapedeck.guest;

import org.jspecify.annotations.NullMarked;
