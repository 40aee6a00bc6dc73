import { html, nothing, type TemplateResult } from 'lit';

export interface NumberField {
  name: string;
  label: string;
  shown: string;
  whole: boolean;
  /** Stands where `shown` is empty. */
  placeholder?: string;
  commit(text: string): void;
  /** Arrow keys, as on the slider beside it. */
  step(direction: 1 | -1): void;
}

/**
 * The editable value beside a slider. Takes what is typed on Enter or on leaving; Escape puts the value back. Drawn anew while somebody types,
 * it leaves what is typed alone: only another value takes its place.
 */
export function numberField(field: NumberField): TemplateResult {
  const input = (event: Event): HTMLInputElement => event.currentTarget as HTMLInputElement;
  const take = (element: HTMLInputElement): void => {
    if (element.value !== field.shown) field.commit(element.value);
    element.value = field.shown;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') take(input(event));
    else if (event.key === 'Escape') input(event).value = field.shown;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      field.step(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  return html`<input
    class="dk-field"
    type="text"
    name=${`${field.name}-field`}
    inputmode=${field.whole ? 'numeric' : 'decimal'}
    autocomplete="off"
    spellcheck="false"
    placeholder=${field.placeholder ?? nothing}
    aria-label=${field.label}
    style=${`--characters: ${field.shown.length}`}
    .value=${field.shown}
    @change=${(event: Event) => take(input(event))}
    @keydown=${onKey}
    @focus=${(event: Event) => input(event).select()}
  />`;
}
