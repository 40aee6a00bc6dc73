/** What lit leaves on the page for its own development tools. An embed leaves one name, and it is not one of these. */
const LEFT_BY_LIT = ['litPropertyMetadata', 'reactiveElementVersions', 'litHtmlVersions', 'litElementVersions'];

/** Which of them are the page's own: called before lit runs. The answer takes the others back. */
export function withoutLitNames(): () => void {
  const before = LEFT_BY_LIT.filter((name) => name in globalThis);
  return () => {
    for (const name of LEFT_BY_LIT) if (!before.includes(name)) Reflect.deleteProperty(globalThis, name);
  };
}
