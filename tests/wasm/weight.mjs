// What a reader downloads for the engine: one binary and the glue, compressed as a host does it. A budget, not a timing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { binaryPath, gluePath, variants } from './support.mjs';

const KB = 1024;
/** Bytes after brotli at its best; the glue as Emscripten wrote it (the page's build makes it smaller still). */
const compressed = (path) => brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Nearly every reader gets the first; scalar lanes are written out four times. */
const budgets = { simd: 57 * KB, scalar: 61 * KB };

for (const variant of variants)
  test(`the ${variant} module and its glue stay within their budget`, (context) => {
    const binary = compressed(binaryPath(variant)), glue = compressed(gluePath(variant));
    context.diagnostic(`${variant}: ${(binary / KB).toFixed(1)} KB of binary, ${(glue / KB).toFixed(1)} KB of glue`);
    assert.ok(glue <= 6 * KB, `${glue} bytes of glue, budget ${6 * KB}: docs/performance.md, Weight`);
    assert.ok(binary + glue <= budgets[variant], `${binary + glue} bytes in all, budget ${budgets[variant]} (tests/wasm/weight.mjs): docs/performance.md, Weight`);
  });
