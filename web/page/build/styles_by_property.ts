import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Where a host's policy forbids style attributes (style-src without 'unsafe-inline'), lit's `style="--left: ${x}px"` would come to nothing, but
 * setting the same text through the element's `style` property is allowed. So in embeds bound style attributes become bound properties.
 */
export function stylesByProperty(): Plugin {
  return {
    name: 'sqrt-dk-styles-by-property',
    enforce: 'pre',
    resolveId: (id) => (id === 'lit/directives/style-map.js' ? join(import.meta.dirname, '../embed/style_text.ts') : undefined),
    transform: {
      filter: { id: /figures\/.*\.ts$/ },
      handler: (code) => ({ code: byProperty(code), map: null }),
    },
  };
}

/** Attributes with bindings get a dot; those without become one binding, which a minifier can't fold back. */
export const byProperty = (code: string): string => code
  .replace(/(<[a-z][^<>]*?\s|\s)style=("[^"<>]*\$\{|\$\{)/g, '$1.style=$2')
  .replace(/(<[a-z][^<>]*?\s)style=("[^"$<>]*")/g, '$1.style=$${document && $2}');
