/// <reference types="vite/client" />
// The programs as the page has them: the very files that the tests run.
import type { Bug } from './bugs.ts';
import { programOf, type Program } from './code.ts';

const FILES: Readonly<Record<string, string>> = import.meta.glob('./programs/*', { query: '?raw', import: 'default', eager: true });

const text = (file: string): string => FILES[`./programs/${file}`] ?? '';

export const loadProgram = (bug: Bug): Program => programOf(bug, text(bug.file), text(bug.file.replace('.', '.fixed.')));
