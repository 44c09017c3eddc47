@NullMarked
package dev.tapedeck.wire.claudestreamjson;

import org.jspecify.annotations.NullMarked;
