import type { Site } from '../figures/services.ts';

declare const __VERSION__: string;

/** Where this page's site is: the root is where the link to the first language leads. */
export function siteHere(): Site {
  const first = document.querySelector<HTMLLinkElement>('link[rel=alternate][hreflang="zh-Hant"]');
  const onDisk = location.protocol === 'file:' || !first;
  return {
    root: onDisk ? undefined : first.href.replace(/practice\/$/, ''),
    version: __VERSION__,
    frames: !onDisk,
    sectionOf: (tag) => document.querySelector(`main ${tag}`)?.closest('section[id]')?.id ?? '',
  };
}
