/** In embeds in place of lit's directive of this name, whose first rendering is an attribute: the same as text, for the property `style`. */
export const styleMap = (styles: Readonly<Record<string, string | number | undefined | null>>): string =>
  Object.entries(styles).flatMap(([name, value]) => (value === undefined || value === null ? [] : [`${name.includes('-') ? name : name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}: ${value}`])).join('; ');
