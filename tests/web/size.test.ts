// Files stay small: 400 lines at the very most. A line of code should know its room.
import { readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { path } from './support/content.ts';
import { trackedFiles } from './support/tracked.ts';

const MOST = 400;
/** What nobody writes by hand, or what is data. */
const MADE = /package-lock\.json$|\.(png|bin|npy|safetensors|woff2?)$|^tests\/web\/(results|__snapshots__)\/|^tests\/reference\/.*\.json$|^docs\/api_\w+\.md$/;

it(`no file is longer than ${MOST} lines`, () => {
  const written = trackedFiles().filter((file) => !MADE.test(file) && statSync(path(file)).isFile());
  expect(written.length).toBeGreaterThan(500);
  const long = written.map((file) => ({ file, lines: readFileSync(path(file), 'utf8').split('\n').length - 1 })).filter(({ lines }) => lines > MOST);
  expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
});
