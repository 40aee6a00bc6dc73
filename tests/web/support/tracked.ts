// The repository's own files: what git tracks or would track.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { path } from './content.ts';

let files: readonly string[] | undefined;

/** Every file of the repository, from its root. */
export function trackedFiles(): readonly string[] {
  files ??= execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: path('.'), encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter((file) => file && existsSync(path(file)));
  return files;
}
