// Writes a lit template as text, so that a view can be looked at without a browser. Event handlers and properties are left out.
interface Template {
  strings: readonly string[];
  values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template => typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;
const isDirective = (value: unknown): value is { values: readonly unknown[] } => typeof value === 'object' && value !== null && '_$litDirective$' in value;

export function render(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'symbol' || typeof value === 'function') return '';
  if (Array.isArray(value)) return value.map(render).join('');
  if (isDirective(value)) {
    // `guard` has what it depends on, then what it draws.
    const [first, draw] = value.values;
    return Array.isArray(first) && typeof draw === 'function' ? render((draw as () => unknown)()) : renderAttribute(first);
  }
  if (!isTemplate(value)) return String(value).replace(/</g, '&lt;');
  let text = '';
  value.strings.forEach((part, i) => {
    text += part;
    if (i >= value.values.length) return;
    const inner = value.values[i];
    const binding = /\s([@.?])([\w-]+)=$/.exec(part);
    if (!binding) text += render(inner);
    else if (binding[1] === '?') text = text.slice(0, -binding[0].length) + (inner ? ` ${binding[2]}` : '');
    else text = text.slice(0, -binding[0].length);
  });
  return text.replace(/[ \t]*\n\s*/g, '\n');
}

function renderAttribute(value: unknown): string {
  if (typeof value === 'object' && value !== null && !isTemplate(value)) return Object.entries(value).map(([name, one]) => `${name}: ${String(one)};`).join('');
  return render(value);
}

/** Reads the attributes of the element with this data-name. */
export function datum(markup: string, name: string): Record<string, string> {
  const tag = new RegExp(`<span[^>]*data-name="?${name}"?[ >][^>]*`).exec(markup)?.[0];
  if (!tag) throw new Error(`no data-name ${name}`);
  return Object.fromEntries([...tag.matchAll(/data-(\w+)=([^\s>]*)/g)].map(([, key = '', value = '']) => [key, value]));
}

/** What a reader sees: no tags, no attributes. */
export function visibleText(markup: string): string {
  return markup.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
}
