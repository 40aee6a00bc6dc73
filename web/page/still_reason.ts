/** Says in the place of every figure (or of one) why it is still; with `again`, a button asks once more and takes the sentence back until it is answered. */
export function tell(reason: '.without-figure' | '.without-webassembly', within: ParentNode = document, again?: () => void): void {
  const sentences = [...within.querySelectorAll<HTMLElement>(reason)];
  for (const sentence of sentences) {
    sentence.hidden = false;
    const button = sentence.querySelector('button');
    if (!button) continue;
    button.hidden = again === undefined;
    button.onclick = () => {
      for (const one of sentences) one.hidden = true;
      again?.();
    };
  }
}
