declare module 'subset-font' {
  /** A font with only the glyphs that a text needs. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'woff2'; noHinting?: boolean }): Promise<Buffer>;
}
