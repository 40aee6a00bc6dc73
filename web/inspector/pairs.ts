// Which tensors belong together: by their names, else by their order; what is unclear the reader chooses.
import type { Tensor } from './tensor.ts';

export type Role = 'query' | 'key' | 'value' | 'logits';

/** One thing to measure: queries with keys, or logits alone. Numbers are places in the list of tensors. */
export type Pair = { label: string; query: number; key: number } | { label: string; logits: number };

export interface Found {
  pairs: Pair[];
  /** `names`: by names; `order`: the first is taken for the queries, the second for the keys; `alone`: one tensor, taken for logits; `none`: the reader chooses. */
  by: 'names' | 'order' | 'alone' | 'none';
  /** Names that say weights (`q_proj.weight`): matrices W_Q and W_K, not the vectors they make. */
  weights: boolean;
  /** Queries without keys, or keys without queries. */
  lonely: Role | undefined;
}

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['query', /^(q|qs|query|queries|q\d+|xq)$/],
  ['key', /^(k|ks|key|keys|k\d+|xk)$/],
  ['value', /^(v|vs|value|values|v\d+|xv)$/],
  ['logits', /^(logits?|scores?|attn_?weights_?raw)$/],
];

const wordsOf = (name: string): string[] => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z\d]+/).filter((word) => word !== '');

/** What a name says that a tensor is, and the name without that word: the two of a pair share it. */
export function roleOf(name: string): { role: Role; stem: string } | undefined {
  const words = wordsOf(name);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at]!;
    const role = ROLES.find(([, pattern]) => pattern.test(word))?.[0];
    if (role) return { role, stem: [...words.slice(0, at), word.replace(/\D+/g, ''), ...words.slice(at + 1)].filter((one) => one !== '').join('.') };
  }
  return undefined;
}

export const saysWeights = (name: string): boolean => /(^|[._/])(weight|bias|kernel)s?$/i.test(name);

/** A label without the words that every pair's has. */
function labelOf(name: string, role: string): string {
  const plain = name.replace(/\.(csv|tsv|txt|npy|json)$/i, '');
  const shorter = plain.replace(new RegExp(`(^|[^a-z\\d])(${role})(?=$|[^a-z])`, 'i'), '$1').replace(/[._/\-\s]+$/, '').replace(/^[._/\-\s]+/, '').replace(/([._/-])\1+/g, '$1');
  return shorter === '' ? plain : shorter;
}

export function findPairs(tensors: readonly Pick<Tensor, 'name' | 'shape'>[]): Found {
  const weights = tensors.some(({ name }) => saysWeights(name) && roleOf(name) !== undefined);
  const named = tensors.map(({ name }, index) => ({ index, name, ...(saysWeights(name) ? undefined : roleOf(name)) }));
  const pairs: Pair[] = [];
  for (const query of named) {
    if (query.role !== 'query') continue;
    const key = named.find(({ role, stem }) => role === 'key' && stem === query.stem);
    if (key) pairs.push({ label: labelOf(query.name, 'q|qs|query|queries|xq'), query: query.index, key: key.index });
  }
  for (const { role, index, name } of named) if (role === 'logits') pairs.push({ label: name, logits: index });
  if (pairs.length > 0) return { pairs: naturally(pairs), by: 'names', weights, lonely: undefined };

  const usable = named.filter(({ name, role }) => !saysWeights(name) && role !== 'value');
  const [first, second] = usable;
  const width = (index: number): number => tensors[index]!.shape.at(-1) ?? 0;
  if (first && second && usable.length === 2 && first.role === undefined && second.role === undefined && width(first.index) === width(second.index))
    return { pairs: [{ label: `${first.name} · ${second.name}`, query: first.index, key: second.index }], by: 'order', weights, lonely: undefined };
  if (first && usable.length === 1 && first.role === undefined) return { pairs: [{ label: first.name, logits: first.index }], by: 'alone', weights, lonely: undefined };
  const roles = new Set(usable.map(({ role }) => role));
  return { pairs: [], by: 'none', weights, lonely: roles.size === 1 ? [...roles][0] : undefined };
}

const inOrder = new Intl.Collator('en', { numeric: true });
/** Layer 2 before layer 10. */
const naturally = (pairs: Pair[]): Pair[] => pairs.sort((a, b) => inOrder.compare(a.label, b.label));
